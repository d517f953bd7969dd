import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type formatMoney, setCurrencyFormats } from '#contract/money.ts'
import type { companyLinesOf } from '#contract/settings/issuer.ts'
import { defaultSettings, setSettings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import type * as jobs from '#test/kits/worker-jobs.ts'
import { JobEnded, WorkerPool, type PoolLimits } from './pool.ts'

type Jobs = typeof jobs
const job = (name: keyof Jobs) => ({ module: new URL('../../../test/kits/worker-jobs.ts', import.meta.url).href, name })

const pools: WorkerPool[] = []
const createPool = (limits: Partial<PoolLimits> = {}) => {
  const pool = new WorkerPool({
    processes: 1,
    waiting: 2,
    time_ms: 20_000,
    memory_mb: 64,
    output_bytes: 1_000,
    ...limits,
  })
  pools.push(pool)
  return pool
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())))
const echo = (pool: WorkerPool, text: string) => pool.run<Jobs['echo']>(job('echo'), text)

describe('a worker pool', () => {
  test('runs jobs in another process, without settings or secrets', async () => {
    process.env['SECRET_FOR_TEST'] = 'secret'
    const { pid, settings } = await createPool().run<Jobs['describeProcess']>(job('describeProcess'))
    delete process.env['SECRET_FOR_TEST']
    expect(pid).not.toBe(process.pid)
    expect(settings.filter((name) => name !== 'NODE_COMPILE_CACHE')).toEqual(['TZ'])
  })

  test('hands buffers over and back', async () => {
    const reversed = await createPool().run<Jobs['reverse']>(job('reverse'), Buffer.from('abc'))
    expect(reversed).toEqual(Buffer.from('cba'))
  })

  test('ends a job that takes too long, and runs the next one', async () => {
    // However little of a busy machine it gets.
    const pool = createPool({ time_ms: 1_000, patience: 100 })
    await expect(pool.run<Jobs['spin']>(job('spin'))).rejects.toEqual(new JobEnded('time'))
    await expect(echo(pool, 'next')).resolves.toBe('next')
  })

  // It takes ten seconds by the clock.
  test.runIf(isInTurn('a job that waits', 3))(
    'lets a job wait for longer than it may take, but not for ever',
    async () => {
      const pool = createPool({ time_ms: 1_000 })
      await expect(pool.run<Jobs['rest']>(job('rest'), 2_000)).resolves.toBe('rested')
      await expect(pool.run<Jobs['rest']>(job('rest'), 3_600_000)).rejects.toMatchObject({ code: 'overloaded' })
      await expect(echo(pool, 'next')).resolves.toBe('next')
    },
  )

  test.each(['hoard', 'hoardAtOnce'] as const)(
    'ends a job that takes too much memory, and runs the next one: %s',
    async (name) => {
      const pool = createPool({ memory_mb: 16 })
      await expect(pool.run<Jobs['hoard']>(job(name))).rejects.toEqual(new JobEnded('memory'))
      await expect(echo(pool, 'next')).resolves.toBe('next')
    },
  )

  test('reports a crash, and runs the next job', async () => {
    const pool = createPool()
    await expect(pool.run<Jobs['crash']>(job('crash'))).rejects.toEqual(new JobEnded('crash', 'SIGSEGV broken'))
    await expect(echo(pool, 'next')).resolves.toBe('next')
  })

  test('gives no job to a process that is being ended after a minute without work', async () => {
    const pool = createPool()
    const { pid } = await pool.run<Jobs['describeProcess']>(job('describeProcess'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const again = await pool.run<Jobs['describeProcess']>(job('describeProcess'))
    vi.advanceTimersByTime(minute_ms)
    const next = await pool.run<Jobs['describeProcess']>(job('describeProcess'))
    expect([again.pid === pid, next.pid === pid]).toEqual([true, false])
  })

  test('reports a process that cannot be started, as on a machine without room for one, and runs the next job', async () => {
    const pool = createPool()
    const { execPath } = process
    process.execPath = '/nowhere/node'
    await expect(echo(pool, 'first')).rejects.toMatchObject({ code: 'overloaded' })
    process.execPath = execPath
    await expect(echo(pool, 'next')).resolves.toBe('next')
  })

  test('keeps an output that is too large from the server', async () => {
    const pool = createPool()
    await expect(echo(pool, 'x'.repeat(1_100))).rejects.toEqual(new JobEnded('output'))
    await expect(echo(pool, 'x'.repeat(900))).resolves.toHaveLength(900)
  })

  test('refuses jobs beyond its queue, and passes on what a job throws', async () => {
    const pool = createPool()
    const results = await Promise.allSettled(['1', '2', '3', '4', '5'].map((text) => echo(pool, text)))
    expect(
      results.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason as Error).message)),
    ).toEqual(['1', '2', '3', 'overloaded', 'overloaded'])
    await expect(pool.run<Jobs['fail']>(job('fail'))).rejects.toThrow('broken')
    const pids = new Set<number>()
    for (let n = 0; n < 12; n += 1) pids.add((await pool.run<Jobs['describeProcess']>(job('describeProcess'))).pid)
    expect(pids.size).toBe(1)
    await expect(echo(pool, 'next')).resolves.toBe('next')
  })
})

test('a job writes amounts and names as this process does at the moment', async () => {
  const pool = createPool()
  const job = { module: new URL('../../contract/money.ts', import.meta.url).href, name: 'formatMoney' }
  const company = {
    module: new URL('../../contract/settings/issuer.ts', import.meta.url).href,
    name: 'companyLinesOf',
  }
  const write = () => pool.run<typeof formatMoney>(job, 12, 'NGN', 'en-NG')
  const usual = await write()
  onTestFinished(() => {
    setCurrencyFormats(() => undefined)
    setSettings(() => defaultSettings)
  })
  setCurrencyFormats(() => ({ NGN: { symbol: 'N.', position: 'left', digits: 0 } }))
  setSettings(() => ({ ...defaultSettings, company: { ...defaultSettings.company, legal_name: 'Garewell Ltd' } }))
  expect([usual, await write()].map((text) => text.includes('N.'))).toEqual([false, true])
  expect(await pool.run<typeof companyLinesOf>(company, 'CA')).toEqual(['Garewell Ltd'])
})
