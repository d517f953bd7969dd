import { expect, test } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { loadDeskLists } from '#test/kits/contract.ts'
import { areaOf, findNameColumn, stateColumn } from './list-facts.ts'

type Words = Record<string, Record<string, string>>

test.each([
  ['en', en],
  ['fr', fr],
])('every list has its words in %s', async (_language, { lists, words }) => {
  const found = await loadDeskLists()
  expect(found.length).toBeGreaterThan(3)
  const missing = found.flatMap((list) => {
    const of = (lists as unknown as Record<string, Words | undefined>)[areaOf(list.name)]
    if (of === undefined) return [list.name]
    const areas = words as unknown as Words
    const own = ['title', 'description', 'search', 'empty', ...(list.creates === undefined ? [] : ['create'])]
    return [
      ...own.filter((key) => of[key] === undefined),
      ...Object.keys(list.columns).filter((key) => key !== stateColumn && of['columns']?.[key] === undefined),
      ...Object.keys(list.filters).filter((key) => of['filters']?.[key] === undefined),
      ...(list.states ?? []).filter((state) => of['states']?.[state] === undefined),
      ...[...Object.values(list.columns), ...Object.values(list.filters)].flatMap((value) =>
        'words' in value && value.words !== undefined && areas[value.words] === undefined ? [value.words] : [],
      ),
      ...Object.values(list.filters).flatMap((filter) =>
        filter.kind === 'choice' && filter.words !== undefined
          ? filter.values.filter((value) => areas[filter.words!]?.[value] === undefined)
          : [],
      ),
    ].map((key) => `${list.name}: ${key}`)
  })
  expect(missing).toEqual([])
})

test('every list is sorted by a column that can be sorted', async () => {
  for (const { name, sort, columns } of await loadDeskLists())
    expect(columns[sort.replace(/^-/, '')]?.sortable, name).toBe(true)
})

test('every row is named by its first column, neither by its state nor by a picture', async () => {
  for (const { name, columns } of await loadDeskLists()) {
    const first = Object.entries(columns).find(([, { extra }]) => extra !== true)!
    expect(first[0], name).toBe(findNameColumn(columns))
    expect(first[0], name).not.toBe(stateColumn)
  }
})

test('every record with a screen is found by the search over everything, but for those of the system’s health', async () => {
  const unsearched = new Set([
    'mails',
    'webhooks',
    'failed-work',
    'search-indexes',
    'limits',
    'inspection-appointments',
    'gate-scans',
  ])
  for (const { name, opens, namedBy, columns, report } of await loadDeskLists()) {
    // The rows of a report are records of other lists.
    expect(namedBy !== undefined, name).toBe(opens !== undefined && report === undefined && !unsearched.has(name))
    for (const key of namedBy ?? []) expect(['text', 'code', 'phone'], `${name}.${key}`).toContain(columns[key]?.kind)
  }
})

test.each([
  ['en', en],
  ['fr', fr],
])('every permission has its words in %s', (_language, { access }) => {
  const { resources, verbs } = access as unknown as Record<'resources' | 'verbs', Record<string, string>>
  const missing = permissions.filter((permission) => {
    const [resource, verb] = permission.split('.') as [string, string]
    return resources[resource] === undefined || verbs[verb] === undefined
  })
  expect(missing).toEqual([])
})

test('the name of what can be an example is marked as such, and so is that of its operator', async () => {
  for (const { name, columns } of await loadDeskLists()) {
    const marks = Object.entries(columns).flatMap(([key, { example }]) =>
      example === undefined ? [] : [[key, ...[example].flat()]],
    )
    for (const [key, mark] of marks) {
      expect(columns[key!]!.kind, `${name}.${key}`).toBe('text')
      expect(['flag', 'choices'], `${name}.${mark}`).toContain(columns[mark!]?.kind)
    }
    if (!('is_example' in columns || 'examples' in columns)) continue
    for (const key of ['name', 'partner'].filter((column) => columns[column] !== undefined && !columns[column].extra))
      expect(
        marks.map(([marked]) => marked),
        name,
      ).toContain(key)
  }
})
