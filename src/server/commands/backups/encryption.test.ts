import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { decrypt, encrypt, UnreadableBackup } from './encryption.ts'

const hasAge = spawnSync('age', ['--version']).status === 0
const [identity, another] = await Promise.all([generateIdentity(), generateIdentity()])
const recipients = [await identityToRecipient(identity)]
/** As a file or a pipe gives it: in pieces of any size. */
async function* pieces(bytes: Buffer<ArrayBuffer>, size = 10_007): AsyncGenerator<Buffer<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const sealed = (bytes: Buffer<ArrayBuffer>, to = recipients) => buffer(Readable.from(encrypt(pieces(bytes), to)))
const opened = (bytes: Buffer<ArrayBuffer>, by = identity) => buffer(Readable.from(decrypt(pieces(bytes), [by])))
const chunk = 65_536 + 16
/** The head ends with the line of its checksum; a nonce follows. */
const headOf = (file: Buffer) => file.indexOf('\n', file.indexOf('\n--- ') + 1) + 1 + 16

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('gives back %i bytes, and shows nothing of them', async (length) => {
  const bytes = Buffer.alloc(length, 'parking ')
  const file = await sealed(bytes)
  expect(await opened(file)).toEqual(bytes)
  expect(file.includes('parking parking')).toBe(false)
  expect((await sealed(bytes)).equals(file)).toBe(false)
})

test('each recipient can read it, and nobody else', async () => {
  const file = await sealed(Buffer.from('both'), [...recipients, await identityToRecipient(another)])
  expect([String(await opened(file)), String(await opened(file, another))]).toEqual(['both', 'both'])
  await expect(opened(file, await generateIdentity())).rejects.toBeInstanceOf(UnreadableBackup)
  await expect(sealed(Buffer.from('x'), [recipients[0]!.replace(/.$/, 'b')])).rejects.toThrow('BACKUP_RECIPIENTS: ')
})

test('refuses what was changed, cut off, moved, lengthened or made for another', async () => {
  const file = await sealed(randomBytes(200_000))
  const head = headOf(file)
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
    version: changed(0),
    stanza: changed(60),
    checksum: changed(head - 20),
    nonce: changed(head - 1),
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
  await expect(opened(file, another)).rejects.toBeInstanceOf(UnreadableBackup)
})

test.runIf(hasAge)('the program age reads it with the file of age-keygen, and writes what we read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-age-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const key = join(folder, 'identity.txt')
  writeFileSync(key, `# created: 2026-11-28\n${identity}\n`, { mode: 0o600 })
  const bytes = randomBytes(300_000)
  const options = { maxBuffer: 10_000_000 }
  const read = execFileSync('age', ['--decrypt', '--identity', key], { ...options, input: await sealed(bytes) })
  expect(read.equals(bytes)).toBe(true)
  const written = execFileSync('age', ['--recipient', recipients[0]!], { ...options, input: bytes })
  expect((await opened(Buffer.from(written))).equals(bytes)).toBe(true)
})
