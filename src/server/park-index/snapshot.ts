import { crc32 } from 'node:zlib'
import { Dead } from './dead.ts'
import { openPart, version, type Part } from './layout.ts'

/** "PARK": what begins otherwise is something else. */
const magic = 0x5041_524b

/** Head: magic, version, checksum of all that follows, number of parts; then for each part its bytes and its dead rows. */
const headBytes = 16
const checkedFrom = 12
const rounded = (bytes: number) => Math.ceil(bytes / 8) * 8

export function writeSnapshot(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const table = 16 * parts.length
  const bytesOf = ({ buffer, dead }: Part) => buffer.byteLength + rounded(dead.size * 4)
  const bytes = new Uint8Array(headBytes + table + parts.reduce((sum, part) => sum + bytesOf(part), 0))
  let at = headBytes + table
  for (const [index, { buffer, dead }] of parts.entries()) {
    new Float64Array(bytes.buffer, headBytes + index * 16, 2).set([buffer.byteLength, dead.size])
    bytes.set(new Uint8Array(buffer), at)
    at += buffer.byteLength
    new Uint32Array(bytes.buffer, at, dead.size).set(dead.rows)
    at += rounded(dead.size * 4)
  }
  const head = new Uint32Array(bytes.buffer, 0, 4)
  head.set([magic, version, 0, parts.length])
  head[2] = crc32(bytes.subarray(checkedFrom))
  return bytes
}

/** Undefined for what is no snapshot of this version, or not as it was written. */
export function readSnapshot(given: Uint8Array): Part[] | undefined {
  if (given.length < headBytes) return undefined
  // Numbers of 8 bytes must stand at a multiple of 8.
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice()
  const { buffer, byteOffset } = bytes
  const [foundMagic, foundVersion, checksum, count] = new Uint32Array(buffer, byteOffset, 4)
  if (foundMagic !== magic || foundVersion !== version) return undefined
  if (crc32(bytes.subarray(checkedFrom)) !== checksum) return undefined
  let at = headBytes + 16 * count!
  return Array.from({ length: count! }, (_, index) => {
    const [length, deadRows] = new Float64Array(buffer, byteOffset + headBytes + index * 16, 2)
    const own = new SharedArrayBuffer(length!)
    new Uint8Array(own).set(bytes.subarray(at, at + length!))
    at += length!
    const dead = new Dead(new Uint32Array(buffer, byteOffset + at, deadRows))
    at += rounded(deadRows! * 4)
    return openPart(own, dead)
  })
}
