import ConformanceKit
import Testing

@Suite struct GateTests {
    @Test("a held task goes on when the gate opens, and the watcher saw it arrive")
    func holdsUntilOpened() async {
        let gate = Gate()
        async let passed: Void = gate.pass()
        await gate.arrival()
        await gate.open()
        await passed
    }

    @Test("an open gate holds nobody")
    func staysOpen() async {
        let gate = Gate()
        await gate.open()
        await gate.pass()
        await gate.arrival()
    }
}
