#if os(Linux)
import CloudCore
import Foundation

/// The file system of this test process, which can end the process at its n-th change.
///
/// The functions below take the place of the C library's for all code of the test's executable: the linker prefers the
/// program's own symbols. They do what the library's do, and count.
enum DyingFileSystem {
    private struct Plan: Sendable {
        var callsToGo: Int
        var isCarriedOut: Bool
    }

    private static let plan = Locked<Plan?>(nil)

    /// Lets the process end at a change from now on, as if it were killed: nothing is cleaned up.
    ///
    /// - Parameters:
    ///   - call: the number of the change, from 1.
    ///   - isCarriedOut: whether that change is still made.
    static func die(at call: Int, isCarriedOut: Bool) {
        plan.withLock { $0 = Plan(callsToGo: call, isCarriedOut: isCarriedOut) }
    }

    /// Makes no change end the process any more.
    static func live() {
        plan.withLock { $0 = nil }
    }

    fileprivate static func change<Result>(_ body: () -> Result) -> Result {
        let due = plan.withLock { plan -> Plan? in
            plan?.callsToGo -= 1
            return plan?.callsToGo == 0 ? plan : nil
        }
        if let due, !due.isCarriedOut { _exit(EXIT_SUCCESS) }
        let result = body()
        if due != nil { _exit(EXIT_SUCCESS) }
        return result
    }

    /// The C library's own function.
    fileprivate static func next<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let symbol = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else {
            preconditionFailure("the C library has no \(name)")  // -1 is RTLD_NEXT
        }
        return unsafe unsafeBitCast(symbol, to: type)
    }
}

typealias Name = UnsafePointer<CChar>

@c(linkat)
func countedLinkat(_ from: Int32, _ source: Name, _ to: Int32, _ target: Name, _ flags: Int32) -> Int32 {
    typealias Function = @convention(c) (Int32, Name, Int32, Name, Int32) -> Int32
    let linkat = unsafe DyingFileSystem.next("linkat", as: Function.self)
    return DyingFileSystem.change { unsafe linkat(from, source, to, target, flags) }
}

@c(renameat)
func countedRenameat(_ from: Int32, _ source: Name, _ to: Int32, _ target: Name) -> Int32 {
    typealias Function = @convention(c) (Int32, Name, Int32, Name) -> Int32
    let renameat = unsafe DyingFileSystem.next("renameat", as: Function.self)
    return DyingFileSystem.change { unsafe renameat(from, source, to, target) }
}

@c(renameat2)
func countedRenameat2(_ from: Int32, _ source: Name, _ to: Int32, _ target: Name, _ flags: UInt32) -> Int32 {
    typealias Function = @convention(c) (Int32, Name, Int32, Name, UInt32) -> Int32
    let renameat2 = unsafe DyingFileSystem.next("renameat2", as: Function.self)
    return DyingFileSystem.change { unsafe renameat2(from, source, to, target, flags) }
}

@c(unlinkat)
func countedUnlinkat(_ folder: Int32, _ name: Name, _ flags: Int32) -> Int32 {
    typealias Function = @convention(c) (Int32, Name, Int32) -> Int32
    let unlinkat = unsafe DyingFileSystem.next("unlinkat", as: Function.self)
    return DyingFileSystem.change { unsafe unlinkat(folder, name, flags) }
}

@c(mkdirat)
func countedMkdirat(_ folder: Int32, _ name: Name, _ mode: mode_t) -> Int32 {
    typealias Function = @convention(c) (Int32, Name, mode_t) -> Int32
    let mkdirat = unsafe DyingFileSystem.next("mkdirat", as: Function.self)
    return DyingFileSystem.change { unsafe mkdirat(folder, name, mode) }
}

@c(pwrite)
func countedPwrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int, _ offset: off_t) -> Int {
    typealias Function = @convention(c) (Int32, UnsafeRawPointer, Int, off_t) -> Int
    let pwrite = unsafe DyingFileSystem.next("pwrite", as: Function.self)
    return DyingFileSystem.change { unsafe pwrite(file, bytes, count, offset) }
}

@c(futimens)
func countedFutimens(_ file: Int32, _ times: UnsafePointer<timespec>) -> Int32 {
    typealias Function = @convention(c) (Int32, UnsafePointer<timespec>) -> Int32
    let futimens = unsafe DyingFileSystem.next("futimens", as: Function.self)
    return DyingFileSystem.change { unsafe futimens(file, times) }
}
#endif
