extension DecodingError {
    /// What is wrong with a JSON text, without any of its values.
    var briefly: String {
        switch self {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .valueNotFound(_, let context), .typeMismatch(_, let context):
            context.codingPath.last.map { "\($0.stringValue) is of another type" } ?? "no JSON object"
        case .dataCorrupted(let context):
            context.codingPath.last.map { "\($0.stringValue) can't be read" } ?? "no JSON"
        @unknown default: "no JSON"
        }
    }
}
