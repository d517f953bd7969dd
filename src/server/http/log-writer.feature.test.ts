import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#test/kits/postgres.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { compiled, databaseUrlOf } from '#test/kits/server-process.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
/** Each starts a server: one has its turn in a run. */
const outputs = inTurn(['a full disk', 'a pipe', 'a disk that fills up'], 1)()
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Starts the server with every request in a log that goes to `output`, and returns a call of it. */
async function startWithLog(output: number | 'pipe') {
  const port = await findFreePort()
  const settings = { SHIPPED_DATA: 'off', RATE_LIMITS: 'off', OVERLOAD_MS: '0', LOG_LEVEL: 'info', PORT: String(port) }
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      NODE_ENV: 'development',
      NODE_COMPILE_CACHE: compiled,
      ...settings,
      DATABASE_URL: await databaseUrlOf(world),
    },
    stdio: ['ignore', output, 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ask = async (path = '/api/v1/health') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(10_000) })
    return { status: response.status, body: (await response.json()) as { log?: string } }
  }
  await expect
    .poll(
      () =>
        ask()
          .then(({ status }) => status)
          .catch(() => 0),
      { timeout: 60_000 },
    )
    .toBe(200)
  return { child, ask }
}

test.runIf(outputs.includes('a full disk'))(
  'requests go on, and health says so, when the disk of the log is full',
  async () => {
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const { ask } = await startWithLog(full)
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await ask()).body).toMatchObject({ status: 'ok', log: 'failing' })
  },
)

test.runIf(outputs.includes('a pipe'))(
  'requests go on when nobody reads the pipe of the log, which then says what was lost, and when its reader has gone',
  async () => {
    const { child, ask } = await startWithLog('pipe')
    child.stdout!.pause()
    // The log has the names of a query, and none longer than 30 letters.
    const path = `/api/v1/nothing?${Array<string>(230).fill('x'.repeat(30)).join('&')}`
    for (let n = 0; n < 20 && (await ask()).body.log === 'ok'; n += 1)
      await Promise.all(Array.from({ length: 30 }, () => ask(path)))
    expect((await ask()).body).toMatchObject({ status: 'ok', log: 'failing' })
    let text = ''
    child.stdout!.on('data', (part: Buffer) => (text += part.toString()))
    child.stdout!.resume()
    await expect.poll(() => text).toMatch(/the log could not be written \(it is not read\), \d+ lines were lost/)
    expect((await ask()).body.log).toBe('ok')
    child.stdout!.destroy()
    for (let n = 0; n < 50; n += 1) expect((await ask()).status).toBe(200)
    await expect.poll(async () => (await ask()).body.log).toBe('failing')
  },
  90_000,
)

/** A disk of 128 KiB, in memory; undefined where this process may not mount one. It is unmounted after the test. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-log-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder])
  onTestFinished(() => {
    if (status === 0) spawnSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  return status === 0 ? folder : undefined
}

/** Writes to a file until its disk takes no byte more. */
function fillDisk(file: string): void {
  for (const size of [4_096, 1])
    for (;;)
      try {
        appendFileSync(file, Buffer.alloc(size))
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
        break
      }
}

test.runIf(outputs.includes('a disk that fills up'))(
  'requests go on while the disk of the log fills up, and the log goes on once there is room',
  async ({ skip }) => {
    const disk = mountSmallDisk()
    if (disk === undefined) skip('mounting a small disk needs root')
    const file = join(disk!, 'server.log')
    const log = openSync(file, 'a')
    onTestFinished(() => closeSync(log))
    const { child, ask } = await startWithLog(log)
    const askMany = () => Promise.all(Array.from({ length: 30 }, () => ask('/api/v1/nothing?while_there_is_room')))
    await askMany()
    expect((await ask()).body.log).toBe('ok')
    // Something else takes the room that is left, for a while.
    const other = join(disk!, 'other')
    fillDisk(other)
    for (let n = 0; n < 20 && (await ask()).body.log === 'ok'; n += 1) await askMany()
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('/api/v1/nothing?while_it_is_full')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect((await ask()).body).toMatchObject({ status: 'ok', log: 'failing' })
    rmSync(other)
    await expect.poll(async () => (await ask()).body.log).toBe('ok')
    await ask('/api/v1/nothing?after_it')
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('after_it')
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    // A line of which only a part had room is completed.
    const requests = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { msg?: string })
    expect(requests.some(({ msg }) => /could not be written \(ENOSPC\), 0 lines were lost/.test(msg ?? ''))).toBe(true)
    expect(lines.filter((line) => line.includes('while_it_is_full')).length).toBeGreaterThanOrEqual(100)
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  },
  90_000,
)
