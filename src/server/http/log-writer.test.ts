import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LogWriter } from './log-writer.ts'

test('writes lines in their order to a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const file = openSync(join(folder, 'log'), 'a')
  onTestFinished(() => {
    closeSync(file)
    rmSync(folder, { recursive: true })
  })
  const log = new LogWriter(file)
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n}\n`)
  for (const line of lines) log.write(line)
  await expect.poll(() => readFileSync(join(folder, 'log'), 'utf8')).toBe(lines.join(''))
  expect(log.failure).toBeUndefined()
})

test('says why nothing can be written and counts what is lost, without a wait or an error', async () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const log = new LogWriter(full, 100)
  for (let n = 0; n < 30; n += 1) log.write('ten bytes\n')
  await expect.poll(() => log.failure).toEqual({ reason: 'it is not read', lost: 20 })
})

test('writes what waited, and what was lost, once a pipe is read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const ends = openSync(path, 'r+')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const log = new LogWriter(ends, 100_000)
  const line = `${'x'.repeat(999)}\n`
  for (let n = 0; n < 300; n += 1) log.write(line)
  expect(log.failure).toEqual({ reason: 'it is not read', lost: 200 })
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void reader.kill())
  let text = ''
  reader.stdout.on('data', (part: Buffer) => (text += part.toString()))
  await expect.poll(() => text).toContain('the log could not be written (it is not read), 200 lines were lost')
  expect(text.split(line)).toHaveLength(101)
  expect(log.failure).toBeUndefined()
})
