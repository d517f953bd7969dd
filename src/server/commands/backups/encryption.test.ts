import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { decrypt, encrypt, UnreadableBackup } from './encryption.ts'

const key = randomBytes(32)
/** As a file or a pipe gives it: in pieces of any size. */
async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const sealed = (bytes: Buffer) => buffer(Readable.from(encrypt(pieces(bytes), key)))
const opened = (bytes: Buffer, by = key) => buffer(Readable.from(decrypt(pieces(bytes), by)))
const head = 26
const chunk = 65_536 + 16

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('gives back %i bytes, and shows nothing of them', async (length) => {
  const bytes = Buffer.alloc(length, 'parking ')
  const file = await sealed(bytes)
  expect(await opened(file)).toEqual(bytes)
  expect(file.includes('parking parking')).toBe(false)
  expect((await sealed(bytes)).equals(file)).toBe(false)
})

test('refuses what was changed, cut off, moved, lengthened or made with another key', async () => {
  const file = await sealed(randomBytes(200_000))
  const changed = (at: number) => {
    const copy = Buffer.from(file)
    copy[at]! ^= 1
    return copy
  }
  const first = file.subarray(head, head + chunk)
  const second = file.subarray(head + chunk, head + 2 * chunk)
  const wrong = {
    empty: Buffer.alloc(0),
    another: Buffer.from('PGDMP and so on, long enough for a head'),
    magic: changed(0),
    salt: changed(12),
    first: changed(head),
    last: changed(file.length - 1),
    end: file.subarray(0, -1),
    whole_chunk: file.subarray(0, head + 3 * chunk),
    head_alone: file.subarray(0, head),
    moved: Buffer.concat([file.subarray(0, head), second, first, file.subarray(head + 2 * chunk)]),
    longer: Buffer.concat([file, Buffer.from('x')]),
  }
  for (const [name, bytes] of Object.entries(wrong))
    await expect(opened(bytes), name).rejects.toBeInstanceOf(UnreadableBackup)
  await expect(opened(file, randomBytes(32))).rejects.toBeInstanceOf(UnreadableBackup)
})
