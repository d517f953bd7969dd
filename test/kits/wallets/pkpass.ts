import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ApplePass } from '#server/output/pkpass.ts'
import { takeTurns } from '../rounds.ts'

/** The files of a ZIP archive by their paths, which the end of the archive lists; only those that are stored as they are. */
function readArchive(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect([archive.readUInt32LE(at), archive.readUInt16LE(at + 10)]).toEqual([0x02014b50, 0])
    const [name, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ]
    const path = archive.toString('utf8', at + 46, at + 46 + name)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    files.set(path, archive.subarray(start, start + archive.readUInt32LE(at + 20)))
    at += 46 + name + extra + comment
  }
  return files
}

/**
 * Reads a pass as a device does: every file has the hash of the manifest, and the manifest the signature of a certificate that
 * the authority has issued (verified by OpenSSL, unless it says otherwise). Returns `pass.json`.
 */
export function readPkpass(archive: Buffer, authority: { certificate: string }, verifies = true): ApplePass {
  const files = readArchive(archive)
  const manifest = files.get('manifest.json')!
  const hashes = [...files]
    .filter(([path]) => path !== 'manifest.json' && path !== 'signature')
    .map(([path, content]) => [path, createHash('sha1').update(content).digest('hex')] as const)
  expect(JSON.parse(manifest.toString())).toEqual(Object.fromEntries(hashes))
  for (const name of ['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'logo@2x.png', 'logo@3x.png'])
    expect(files.get(name)?.toString('latin1', 1, 4), name).toBe('PNG')
  if (verifies) expectSignature(manifest, files.get('signature')!, authority.certificate)
  return JSON.parse(files.get('pass.json')!.toString()) as ApplePass
}

/** Of the passes that a phone downloads, one in eight is verified, in turn: OpenSSL takes a process for each. */
export const isVerifiedInTurn = takeTurns(8)

/** Fails unless the signature is of these bytes, by a certificate of this authority. */
function expectSignature(content: Buffer, signature: Buffer, authority: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-pass-'))
  try {
    writeFileSync(join(folder, 'content'), content)
    writeFileSync(join(folder, 'signature'), signature)
    writeFileSync(join(folder, 'authority'), authority)
    const words =
      'cms -verify -binary -inform DER -in signature -content content -CAfile authority -purpose any -out verified'
    execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
