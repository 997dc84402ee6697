import CloudCore
import CryptoPrimitives
import Testing

@Suite("Random bytes")
struct RandomTests {
    @Test("as many as asked for, never the same", arguments: [0, 1, 12, 32, 1 << 20])
    func counts(_ count: Int) throws {
        let (first, second) = (try Random.bytes(count: count), try Random.bytes(count: count))
        #expect(first.count == count)
        #expect(try Random.secret(count: count).count == count)
        if count >= 12 {
            #expect(first != second)
            #expect(try Random.secret(count: count).revealed != Random.secret(count: count).revealed)
        }
    }

    @Test("every bit is set about half of the time")
    func bits() throws {
        let count = 1 << 16
        for bytes in [try Random.bytes(count: count), try Random.secret(count: count).revealed] {
            for bit in 0..<8 {
                let ones = bytes.count { $0 & (1 << bit) != 0 }
                // Seven standard deviations; off by chance less than once in 10^11 runs.
                #expect(abs(ones - count / 2) < 7 * 128)
            }
        }
    }

    @Test("fills memory of the caller's, all of it")
    func fill() throws {
        var seen = Set<[UInt8]>()
        for _ in 0..<4 {
            var bytes = [UInt8](repeating: 0, count: 16)
            unsafe try bytes.withUnsafeMutableBytes { unsafe try Random.fill($0) }
            seen.insert(bytes)
        }
        #expect(seen.count == 4)
    }
}
