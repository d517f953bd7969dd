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

test('the log of requests shows no keys and codes of addresses', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { ...logOptions, level: 'info', stream: { write: (line) => void lines.push(line) } } })
  app.get('/api/v1/gate/reads', () => ({}))
  await app.inject('/api/v1/gate/reads?key=camera-secret&lane=2&code=482913')
  await app.close()
  expect(lines.join('')).toContain('/api/v1/gate/reads?key=•••&lane=2&code=•••')
  expect(lines.join('')).not.toMatch(/camera-secret|482913/)
})
