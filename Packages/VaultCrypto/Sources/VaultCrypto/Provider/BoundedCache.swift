/// A dictionary that forgets what was used least recently once it is full.
///
/// Values live in two generations: when the younger one has half of the limit, the older one is dropped. So there is
/// no order to keep, and every operation but ``removeAll(where:)`` takes constant time.
struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let generationLimit: Int
    private var younger: [Key: Value] = [:]
    private var older: [Key: Value] = [:]

    /// - Parameter limit: the most values that are kept, at least 2.
    init(limit: Int) {
        precondition(limit >= 2, "a cache of two generations holds at least two values")
        generationLimit = limit / 2
    }

    /// The value of a key, which makes it young again.
    subscript(key: Key) -> Value? {
        mutating get {
            if let value = younger[key] { return value }
            guard let value = older.removeValue(forKey: key) else { return nil }
            insert(value, for: key)
            return value
        }
        set {
            older[key] = nil
            younger[key] = nil
            if let newValue { insert(newValue, for: key) }
        }
    }

    /// All keys and values, in no order.
    var entries: some Sequence<(key: Key, value: Value)> {
        [younger, older].lazy.joined()
    }

    var count: Int { younger.count + older.count }

    mutating func removeAll(where isUnwanted: (Key) -> Bool) {
        younger = younger.filter { !isUnwanted($0.key) }
        older = older.filter { !isUnwanted($0.key) }
    }

    private mutating func insert(_ value: Value, for key: Key) {
        if younger.count >= generationLimit {
            older = younger
            younger = [:]
        }
        younger[key] = value
    }
}
