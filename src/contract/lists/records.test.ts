import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/permissions.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { findInContract, isEndpoint, loadDeskRecords } from '#test/kits/contract.ts'
import { areaOf } from './list-facts.ts'
import { fieldSchema, recordFields, type DeskFields, type DeskRecordDescription } from './records.ts'

type Words = Record<string, Record<string, string>>
const catalogues = [
  ['en', en],
  ['fr', fr],
] as const

/** The forms of a record by the name of what they do. */
const formsOf = ({ create, update, actions = {} }: DeskRecordDescription): [string, Endpoint, DeskFields][] =>
  Object.entries({ ...actions, ...(create && { create }), ...(update && { update }) }).map(([name, form]) => [
    name,
    form.endpoint,
    form.fields ?? {},
  ])

test.each(catalogues)('every record has its words in %s', async (_language, { lists, records, words }) => {
  const missing = (await loadDeskRecords()).flatMap((record) => {
    const area = areaOf(record.list.name)
    const own = ((records as Record<string, unknown>)[area] ?? {}) as Words
    const columns = (lists as unknown as Record<string, Words>)[area]?.['columns'] ?? {}
    const fields = formsOf(record).flatMap(([, , of]) => Object.entries(of))
    const named = [...Object.keys(record.facts), ...fields.map(([name]) => name)]
    const actions = Object.entries(record.actions ?? {})
    const valued = [...Object.values(record.facts), ...fields.map(([, field]) => field)]
    const list = (lists as unknown as Record<string, Record<string, unknown>>)[area]
    return [
      ...(record.create !== undefined && typeof list?.['create'] !== 'string' ? ['create'] : []),
      ...named.filter((name) => own['fields']?.[name] === undefined && columns[name] === undefined),
      ...fields.filter(([name, { hint }]) => hint === true && own['hints']?.[name] === undefined).map(([name]) => name),
      ...actions.filter(([name]) => own['actions']?.[name] === undefined).map(([name]) => `actions.${name}`),
      ...actions.filter(([name]) => own['done']?.[name] === undefined).map(([name]) => `done.${name}`),
      ...actions
        .filter(([name, { serious }]) => serious === true && own['effects']?.[name] === undefined)
        .map(([name]) => `effects.${name}`),
      ...Object.entries(record.tabs ?? {})
        .filter(([name, tab]) => tab === 'own' && own['tabs']?.[name] === undefined)
        .map(([name]) => `tabs.${name}`),
      ...valued.flatMap((entry) =>
        'words' in entry && entry.words !== undefined && (words as unknown as Words)[entry.words] === undefined
          ? [`words.${entry.words}`]
          : [],
      ),
      ...valued.flatMap((entry) =>
        'values' in entry && entry.words !== undefined
          ? entry.values.filter((value) => (words as unknown as Words)[entry.words!]?.[value] === undefined)
          : [],
      ),
    ].map((key) => `${area}: ${key}`)
  })
  expect(missing).toEqual([])
})

test('a text in two languages stands side by side in every form', async () => {
  const alone = (await loadDeskRecords()).flatMap((record) =>
    formsOf(record).flatMap(([form, , fields]) =>
      Object.keys(fields)
        .filter((name) => name.endsWith('_fr'))
        .filter((name) => {
          const base = name.slice(0, -'_fr'.length)
          const english = fields[base] ?? fields[`${base}_en`]
          return fields[name]!.language !== 'fr' || english?.language !== 'en'
        })
        .map((name) => `${areaOf(record.list.name)}.${form}: ${name}`),
    ),
  )
  expect(alone).toEqual([])
})

test('every record answers what the frame shows, and its forms send what their calls take', async () => {
  for (const record of await loadDeskRecords()) {
    const answer = (record.get.answer as unknown as { shape: Record<string, unknown> }).shape
    const facts = Object.keys(record.facts)
    expect(Object.keys(answer), record.list.name).toEqual(
      expect.arrayContaining([...Object.keys(recordFields), ...facts]),
    )
    for (const [name, endpoint, fields] of formsOf(record))
      for (const field of Object.keys(fields))
        expect(fieldSchema(endpoint, field), `${record.list.name} ${name} ${field}`).toBeDefined()
    for (const { undo } of Object.values(record.actions ?? {}))
      if (undo !== undefined) expect(Object.keys(record.actions ?? {})).toContain(undo)
    expect(record.list.opens?.screen, record.list.name).toBe(record.list.name)
  }
})

test.each(catalogues)('what staff does has a name in the audit log in %s', async (_language, { words }) => {
  const calls = await findInContract(isEndpoint)
  const writing = calls.filter(({ auth, method }) => isPermission(auth) && method !== 'GET')
  expect(writing.length).toBeGreaterThan(10)
  expect(writing.map(({ name, stored_as = name }) => stored_as).filter((name) => !(name in words.calls))).toEqual([])
})

test.each(catalogues)(
  'a record has a word for its state, which is not that of the tabs, in %s',
  async (_, { records }) => {
    const missing = (await loadDeskRecords()).flatMap(({ list, state }) => {
      const own = (records as unknown as Record<string, Words>)[areaOf(list.name)]?.['states'] ?? {}
      if (state === undefined || list.columns[state]?.words !== undefined) return []
      return (list.states ?? []).filter((state) => own[state] === undefined).map((state) => `${list.name}.${state}`)
    })
    expect(missing).toEqual([])
  },
)

test('a list knows who may change many of its rows', async () => {
  const found = (await loadDeskRecords()).map(({ list, bulk = [], changesMany = [], actions }) => [
    list.name,
    [...new Set([...bulk.map((name) => actions![name]!.endpoint.auth), ...changesMany])].toSorted(),
    [...(list.bulk ?? [])].toSorted(),
  ])
  for (const [name, needed, known] of found) expect([name, known]).toEqual([name, needed])
})
