import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import exceptions from './migration-exceptions.json' with { type: 'json' }

/** What distributed engines lack (`ARCHITECTURE.md`, "One process or many"), beside the rules of squawk. */
const distributedRules = {
  'no-transition-table': /\breferencing\s+(new|old)\s+table\b/,
  'no-ctid': /\bctid\b/,
  'no-range-type': /\bcreate\s+type\s+\w+\s+as\s+range\b/,
  'no-exclusion-constraint': /\bexclude\s+using\b/,
  'no-deferrable-constraint': /(?<!\bnot\s+)\bdeferrable\b/,
  'no-gist': /\busing\s+(sp)?gist\b/,
  'no-transaction-id': /\b(pg_current_xact_id\w*|pg_snapshot\w*|txid_\w+|xmin)\b/,
}

/** The rules that each file breaks, by rule: `{ 'no-ctid': ['0001_places.sql'] }`. */
function findBrokenRules(files: string[]): Record<string, string[]> {
  const { stdout, stderr } = spawnSync('node_modules/.bin/squawk', ['--reporter', 'json', ...files], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  expect(stderr, 'squawk must run').toBe('')
  const reported = JSON.parse(stdout) as { file: string; rule_name: string }[]
  const broken = reported.map(({ file, rule_name }) => ({ file: basename(file), rule: rule_name }))
  for (const file of files) {
    const text = readFileSync(file, 'utf8').replaceAll(/--.*$/gm, '').toLowerCase()
    for (const [rule, pattern] of Object.entries(distributedRules))
      if (pattern.test(text)) broken.push({ file: basename(file), rule })
  }
  const byRule = Map.groupBy(broken, ({ rule }) => rule)
  return Object.fromEntries(
    [...byRule]
      .map(([rule, found]) => [rule, [...new Set(found.map(({ file }) => file))].sort()] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

test('migrations keep to the rules of SQL, save those that came before the rules', () => {
  const files = globSync('src/server/database/migrations/*.sql').sort()
  expect(files.length).toBeGreaterThan(0)
  expect(findBrokenRules(files)).toEqual(exceptions)
})

test('a new migration that breaks a rule is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parkwell-sql-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const lint = (text: string) => {
    writeFileSync(join(folder, '9999_new.sql'), text)
    return Object.keys(findBrokenRules([join(folder, '9999_new.sql')]))
  }
  const start = "set local lock_timeout = '5s';\n"
  expect(lint(`${start}alter table users add column nickname text; -- ctid`)).toEqual([])
  expect(lint(`${start}create table notes (id uuid primary key); create index notes_id on notes (id);`)).toEqual([])
  expect(lint('alter table users add column nickname text;')).toEqual(['require-lock-timeout'])
  expect(lint(`${start}alter table users drop column name;`)).toEqual(['ban-drop-column'])
  expect(lint(`${start}delete from notes where ctid = '(0,1)';`)).toEqual(['no-ctid'])
  expect(lint(`${start}create type days as range (subtype = date);`)).toEqual(['no-range-type'])
  expect(
    lint(
      `${start}create trigger notes_listed after insert on notes referencing new table as come for each statement execute function note();`,
    ),
  ).toEqual(['no-transition-table'])
  expect(lint(`${start}create table stays (room int, exclude using gist (room with =));`)).toEqual([
    'no-exclusion-constraint',
    'no-gist',
  ])
  expect(lint(`${start}create table a (id uuid primary key, b uuid unique deferrable);`)).toEqual([
    'no-deferrable-constraint',
  ])
  expect(lint(`${start}create table c (id uuid primary key, seen bigint default pg_current_xact_id());`)).toEqual([
    'no-transaction-id',
  ])
})
