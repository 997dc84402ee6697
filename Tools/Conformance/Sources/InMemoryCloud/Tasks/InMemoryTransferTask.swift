internal import CloudCore

/// The outside of a ``TransferControl``.
protocol ControlledTask: TransferTask {
    var control: TransferControl { get }
}

extension ControlledTask {
    var identifier: Int { control.identifier }
    var state: TransferTaskState { control.state }
    var countOfBytesTransferred: Int { control.transferred }
    var countOfBytesExpected: Int? { control.expected }

    func suspend() { control.suspend() }
    func resume() { control.resume() }
    func cancel() { control.cancel() }
}

final class InMemoryDownloadTask: ControlledTask, DownloadTask {
    let control: TransferControl

    init(_ control: TransferControl) {
        self.control = control
    }
}

final class InMemoryUploadTask: ControlledTask, UploadTask {
    let control: TransferControl

    init(_ control: TransferControl) {
        self.control = control
    }
}
