import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
if let worker = MemoryWorker(arguments) {
    try await worker.run()
} else {
    try await Suite(arguments).run()
}
