import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskRecords } from '#contract/desk/records.ts'
import { areaOf } from '#contract/lists/list-facts.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { auditKinds, type AuditKind } from './audit.ts'

type Words = Record<string, Record<string, string>>

/** Names that no log has: what `describe` leaves out, and what every record has. */
const isLogged = (name: string) => !/(^|_)ids?$/.test(name) && !['actions', 'title', 'version'].includes(name)

/** The fields of each kind whose records are logged as they are answered. */
function listVersioned(): [AuditKind, string][] {
  const kinds = globSync('src/server/features/**/*.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/VersionedRecord<\w+> = \{\s*kind: '(\w+)'/g)].map(
      ([, kind]) => kind as AuditKind,
    ),
  )
  return kinds.flatMap((kind) => {
    const record = deskRecords[auditKinds[kind] as keyof typeof deskRecords]
    const { shape } = record.get.answer as unknown as { shape: object }
    return Object.keys(shape)
      .filter(isLogged)
      .map((name): [AuditKind, string] => [kind, name])
  })
}

/** The fields that commands log by name, wherever they stand. */
const listWritten = (): string[] =>
  globSync('src/server/features/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (!/AuditedChange|changes/.test(text)) return []
    return [...text.matchAll(/\b(?:before|after)(?:: | = )\{([^{}]*)\}/g)].flatMap(([, fields]) =>
      [...fields!.matchAll(/(?:^|,)\s*(\w+)(?=\s*(?::|,|$))/g)].map(([, name]) => name!),
    )
  })

test('every kind that commands log is in the table of kinds', () => {
  const kinds = globSync('src/server/features/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (!/AuditedChange|VersionedRecord|changes: \[/.test(text)) return []
    return [...text.matchAll(/\{\s*kind: '(\w+)',\s*(?:id\b|table: )/g)].map(([, kind]) => kind!)
  })
  expect(kinds.length).toBeGreaterThan(60)
  // Those who did something are no records.
  const actors = ['guard', 'staff']
  expect(kinds.filter((kind) => !(kind in auditKinds) && !actors.includes(kind))).toEqual([])
})

test.each([
  ['en', en],
  ['fr', fr],
])('what the log says of a record has words in %s', (_language, { lists, records, fields }) => {
  const names: Record<string, string> = fields
  const missing = listVersioned().filter(([kind, name]) => {
    const area = areaOf(auditKinds[kind]!)
    const own = (records as unknown as Record<string, Words>)[area]?.['fields']
    const columns = (lists as unknown as Record<string, Words>)[area]?.['columns']
    return (own?.[name] ?? columns?.[name] ?? names[name]) === undefined
  })
  const written = [...new Set(listWritten().filter(isLogged))].filter((name) => names[name] === undefined)
  expect({ missing: missing.map((entry) => entry.join('.')), written }).toEqual({ missing: [], written: [] })
})
