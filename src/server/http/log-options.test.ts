import { inspect } from 'node:util'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { logOptions, maskingLog } from './log-options.ts'

const newError = () =>
  Object.assign(new Error('new row violates check constraint "spent_once"'), {
    code: '23514',
    constraint: 'spent_once',
    detail: 'Failing row contains (KJA-123AA, JTDBR32E720123456, 1ZZ-1234567).',
    params: ['JTDBR32E720123456'],
    query: "update document_requests set chassis_number = 'JTDBR32E720123456'",
  })
const numbers = /JTDBR32E720123456|1ZZ-1234567/

test('the log of requests keeps the reason of a database error, and leaves out the row that it quotes', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { ...logOptions, level: 'error', stream: { write: (line) => void lines.push(line) } } })
  app.log.error({ err: newError(), url: '/api/v1/documents' }, 'unforeseen error')
  await app.close()
  expect(lines.join('')).toContain('spent_once')
  expect(lines.join('')).not.toMatch(numbers)
})

test('the log of jobs leaves out the same, and changes no error', () => {
  const lines: string[] = []
  const write = (...parts: unknown[]) => void lines.push(parts.map((part) => inspect(part)).join(' '))
  const log = maskingLog({ info: write, warn: write, error: write })
  const error = newError()
  for (const level of ['info', 'warn', 'error'] as const) log[level]('job failed', error, 3)
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    expect(line).toContain('spent_once')
    expect(line).not.toMatch(numbers)
  }
  expect(error.detail).toContain('Failing row')
})

test('the log of requests shows the pattern of an address and no values', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { ...logOptions, level: 'info', stream: { write: (line) => void lines.push(line) } } })
  app.get('/api/v1/gate/reads', () => ({}))
  await app.inject('/api/v1/gate/reads?key=camera-secret&lane=2&code=482913')
  await app.close()
  expect(lines.join('')).toContain('"/api/v1/gate/reads?key&lane&code"')
  expect(lines.join('')).not.toMatch(/camera-secret|482913|127\.0\.0\.1/)
})

test('texts show no email address and no phone number, and data errors not what was sent', () => {
  const lines: string[] = []
  const write = (...parts: unknown[]) => void lines.push(parts.map((part) => inspect(part)).join(' '))
  const log = maskingLog({ info: write, warn: write, error: write })
  log.warn('mail 7 was not taken (try 1): 550 5.1.1 <ada.obi@test.example>: unknown, +234 801 234 5678')
  log.error(
    'job failed',
    Object.assign(new Error('invalid input syntax for type uuid: "KJA-123AA"'), { code: '22P02' }),
  )
  log.error('outer', new Error('failed', { cause: new Error('refused ada.obi@test.example') }))
  expect(lines.join()).toContain('invalid input syntax for type uuid')
  expect(lines.join()).not.toMatch(/ada\.obi|234 801|KJA-123AA/)
})
