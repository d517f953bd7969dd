import { expect, test, vi } from 'vitest'
import { quietWhileAway } from './away-log.ts'
import { isAway, isGivenUp, OutcomeUnknown, StandbyFound } from './errors.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(`failed with ${code}`), { code, ...more })

test.each([
  ['the server is shut down', coded('57P01'), true],
  ['it starts', coded('57P03'), true],
  ['it stands by', coded('25006'), true],
  ['it stands by and writes nothing', coded('55000', { routine: 'pg_current_wal_insert_lsn' }), true],
  ['a probe found a standby', new StandbyFound(), true],
  ['an object is not ready', coded('55000', { routine: 'currval' }), false],
  ['it has no connection left', coded('53300'), true],
  ['a connection failed', coded('08006'), true],
  ['nobody listens', coded('ECONNREFUSED', { syscall: 'connect' }), true],
  ['both addresses of a name', new AggregateError([coded('ECONNREFUSED', { syscall: 'connect' })]), true],
  ['a socket is missing', coded('ENOENT', { syscall: 'connect' }), true],
  ['a file is missing', coded('ENOENT', { syscall: 'open' }), false],
  ['the connection ended', new Error('Connection terminated unexpectedly'), true],
  ['the commit was lost', new OutcomeUnknown(coded('57P01')), true],
  ['a constraint', coded('23505'), false],
  ['a deadlock', coded('40P01'), false],
  ['something else', new Error('no'), false],
  ['no error', 'Connection terminated', false],
])('whether the database is away: %s', (_name, error, expected) => expect(isAway(error)).toBe(expected))

test('tells what was given up at a limit', () => {
  expect(['55P03', '57014', '25P03', '57P01', '23505'].map((code) => isGivenUp(coded(code)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('says once a second that the database is away, and everything else each time', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const lines: string[] = []
    const log = quietWhileAway({
      info: () => undefined,
      warn: () => undefined,
      error: (...parts: unknown[]) => lines.push(parts.map(String).join(' ')),
    })
    for (let n = 0; n < 50; n += 1) log.error(`job ${n} failed`, coded('57P01'))
    log.error('job failed', new Error('another reason'))
    vi.advanceTimersByTime(1_000)
    log.error('job failed', coded('ECONNREFUSED', { syscall: 'connect' }))
    expect(lines).toEqual([
      'the database is away: failed with 57P01',
      'job failed Error: another reason',
      'the database is away: failed with ECONNREFUSED',
    ])
  } finally {
    vi.useRealTimers()
  }
})
