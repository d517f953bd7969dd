import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { logOptions } from './log-options.ts'

test('logs keep the reason of a database error, and leave out the row that it quotes', async () => {
  const lines: string[] = []
  const app = fastify({ logger: { ...logOptions, level: 'error', stream: { write: (line) => void lines.push(line) } } })
  const error = Object.assign(new Error('new row violates check constraint "spent_once"'), {
    code: '23514',
    constraint: 'spent_once',
    detail: 'Failing row contains (KJA-123AA, JTDBR32E720123456, 1ZZ-1234567).',
    params: ['JTDBR32E720123456'],
    query: "update document_requests set chassis_number = 'JTDBR32E720123456'",
  })
  app.log.error({ err: error, url: '/api/v1/documents' }, 'unforeseen error')
  await app.close()
  expect(lines.join('')).toContain('spent_once')
  expect(lines.join('')).not.toMatch(/JTDBR32E720123456|1ZZ-1234567/)
})
