import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { jobsOf } from '#server/features.ts'
import { retained } from './retention.ts'
import { steady } from './steady-tables.ts'

const schema = readFileSync('src/server/database/schema.sql', 'utf8')
const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name]) => name!)

test('every table has a life and a reason, or does not grow with what people do', () => {
  const named = [...retained.flatMap((line) => line.tables), ...steady]
  expect(tables.length).toBeGreaterThan(100)
  expect(named.toSorted()).toEqual(tables.toSorted())
})

test('the jobs that end them run', () => {
  const running = new Set<string>(jobsOf(readConfig({})).map(({ name }) => name))
  expect(retained.map(({ job }) => job).filter((job) => job !== undefined && !running.has(job))).toEqual([])
})

test('the page for operators says so', async () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  const rows = retained.map(
    ({ what, tables: own, life, why }) =>
      `| ${what} (${own.map((name) => `\`${name}\``).join(', ')}) | ${life} | ${why} |`,
  )
  const table = ['| what | how long | why |', '| --- | --- | --- |', ...rows].join('\n')
  const written = page.replace(/\| what \| how long \| why \|\n(?:\|.*\n)*/, () => `${table}\n`)
  expect(written).toContain(table)
  await expect(written).toMatchFileSnapshot('../../../../docs/operating.md')
})
