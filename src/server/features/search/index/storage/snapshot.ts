import { crc32 } from 'node:zlib'
import { openPart, version, type Part } from './layout.ts'
import { Tombstones } from './tombstones.ts'

/** "PARK", the first bytes of every snapshot. */
const magic = 0x5041_524b

/** Layout: magic, version, number of parts; per part its length and tombstones; all parts; a checksum. */
const headBytes = 16
const tailBytes = 8
const rounded = (bytes: number) => Math.ceil(bytes / 8) * 8
/** Size of a written piece; its checksum takes one or two milliseconds. */
const pieceBytes = 4 * 1024 * 1024

/** Writes the current state in pieces; changes made while it is read are not included. */
export function writeSnapshot(parts: readonly Part[]): Iterable<Uint8Array> {
  const head = new Uint8Array(headBytes + 16 * parts.length)
  new Uint32Array(head.buffer, 0, 4).set([magic, version, parts.length, 0])
  const table = new Float64Array(head.buffer, headBytes)
  table.set(parts.flatMap(({ bytes, tombstones }) => [bytes.length, tombstones.size]))
  const bodies = parts.flatMap(({ bytes, tombstones }) => {
    const rows = new Uint32Array(rounded(tombstones.size * 4) / 4)
    rows.set(tombstones.rows)
    return [bytes, new Uint8Array(rows.buffer)]
  })
  return checked([head, ...bodies])
}

function* checked(bodies: readonly Uint8Array[]): Iterable<Uint8Array> {
  let checksum = 0
  for (const body of bodies) {
    for (let at = 0; at < body.length; at += pieceBytes) {
      const piece = body.subarray(at, at + pieceBytes)
      checksum = crc32(piece, checksum)
      yield piece
    }
  }
  yield new Uint8Array(Uint32Array.of(checksum, 0).buffer)
}

/**
 * Returns undefined when the bytes are damaged or of another version. Shared bytes aligned to 8 are used in place and
 * must not change; others are copied.
 */
export function readSnapshot(input: Uint8Array): Part[] | undefined {
  if (input.length < headBytes + tailBytes || input.length % 8 !== 0) return undefined
  const isUsable = input.buffer instanceof SharedArrayBuffer && input.byteOffset % 8 === 0
  const bytes = isUsable ? input : new Uint8Array(new SharedArrayBuffer(input.length))
  if (bytes !== input) bytes.set(input)
  const { byteOffset } = bytes
  const buffer = bytes.buffer as SharedArrayBuffer
  const [foundMagic, foundVersion, count] = new Uint32Array(buffer, byteOffset, 3)
  if (foundMagic !== magic || foundVersion !== version) return undefined
  const end = bytes.length - tailBytes
  const [checksum, nothing] = new Uint32Array(buffer, byteOffset + end, 2)
  if (nothing !== 0 || crc32(bytes.subarray(0, end)) !== checksum) return undefined
  let at = headBytes + 16 * count!
  return Array.from({ length: count! }, (_, index) => {
    const [length, deadRows] = new Float64Array(buffer, byteOffset + headBytes + index * 16, 2)
    const own = bytes.subarray(at, at + length!) as Uint8Array<SharedArrayBuffer>
    at += length!
    const dead = new Tombstones(new Uint32Array(buffer, byteOffset + at, deadRows))
    at += rounded(deadRows! * 4)
    return openPart(own, dead)
  })
}
