import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  exportFees,
  getFeeTable,
  importFees,
  type FeeImportReport,
} from '#contract/documents/desk/document-fee-table.ts'
import {
  changeDocumentFee,
  createDocumentFee,
  deleteDocumentFee,
  endDocumentFee,
  feeList,
  getDocumentFee,
  type FeeEntry,
} from '#contract/documents/desk/document-fees.ts'
import type { Problem } from '#contract/errors.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { findFees } from './find-fees.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-23T12:00:00Z')
  token = (await world.buildDriver({ role: 'administrator' })).token
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('document_fees').where('source', 'not like', 'NAICOM%').execute())

const figures = { amount: 5_000, source: 'Lagos State gazette', observed_on: '2026-11-20' }
const entry: FeeEntry = {
  kind: 'vehicle_licence',
  part: 'government',
  state: 'LA',
  category: 'saloon',
  use: 'private',
  engine_from_cc: null,
  engine_to_cc: null,
  term_months: null,
  valid_from: '2026-01-01',
  valid_to: null,
  ...figures,
}
const create = (changes: object = {}) => world.call(createDocumentFee, { token, body: { ...entry, ...changes } })
const change = (id: string, changes: object = {}) =>
  world.call(changeDocumentFee, {
    token,
    params: { id },
    body: { ...figures, amount: 6_000, valid_from: '2027-01-01', ...changes },
  })
const read = (id: string) => world.call(getDocumentFee, { token, params: { id } })
const table = async (query: object = {}) => (await world.call(getFeeTable, { token, query })).body
const cellOf = async (state: string, kind: string, query: object = {}) =>
  (await table(query)).states.find((row) => row.state === state)!.cells.find((cell) => cell.kind === kind)!

async function importFile(csv: string | Uint8Array<ArrayBuffer>, stores: boolean, by = token) {
  const form = new FormData()
  form.set('stores', String(stores))
  form.set('file', new File([csv], 'fees.csv', { type: 'text/csv' }))
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await world.app.inject({
    method: 'POST',
    url: importFees.path,
    headers: { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${by}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = answer.json<FeeImportReport & Problem>()
  return { status: answer.statusCode, body, problem: body }
}

test('a new fee ends the one that it replaces, and both stay', async () => {
  const { body: old } = await create()
  expect(old).toMatchObject({
    status: 'current',
    amount: { amount: 5_000, currency: 'NGN' },
    actions: ['change', 'end'],
  })
  expect(old.name_fr).toBe('Vignette (vehicle licence) · Droits de l’État · Lagos')
  const { body: next } = await create({ amount: 7_000, valid_from: '2026-12-01' })
  expect((await read(old.id)).body).toMatchObject({ valid_to: '2026-11-30', status: 'current' })
  expect(next).toMatchObject({ status: 'coming', actions: ['change', 'end', 'remove'] })
  const { body: third } = await change(next.id)
  expect(third).toMatchObject({ valid_from: '2027-01-01', amount: { amount: 6_000 } })
  expect((await read(next.id)).body).toMatchObject({ valid_to: '2026-12-31' })
  const log = await world.db.selectFrom('audit_log').select('action').where('kind', '=', 'document_fee').execute()
  expect(Object.groupBy(log, ({ action }) => action)).toMatchObject({
    createDocumentFee: [{}, {}, {}],
    changeDocumentFee: [{}, {}],
  })
  const listed = await world.call(feeList.endpoint, { token, query: { region: 'KN' } })
  // The premiums of every state hold in this one.
  expect(listed.body.items.map(({ state, kind }) => [state, kind])).toEqual([
    ['all', 'third_party_insurance'],
    ['all', 'third_party_insurance'],
  ])
})

test.each([
  [{ part: 'insurer' }, 'part'],
  [{ kind: 'third_party_insurance' }, 'part'],
  [{ kind: 'delivery', part: 'delivery' }, 'category'],
  [{ kind: 'road_worthiness', term_months: '12' }, 'term_months'],
  [{ kind: 'hackney_permit' }, 'use'],
  [{ engine_from_cc: 1_000 }, 'engine_to_cc'],
  [{ engine_to_cc: 1_000 }, 'engine_from_cc'],
  [{ engine_from_cc: 2_000, engine_to_cc: 1_600 }, 'engine_to_cc'],
  [{ engine_from_cc: 1, engine_to_cc: 30_001 }, 'engine_to_cc'],
  [{ valid_to: '2025-12-31' }, 'valid_to'],
  [{ observed_on: '2026-11-24' }, 'observed_on'],
  [{ amount: 10.5 }, 'amount'],
  [{ amount: -1 }, 'amount'],
  [{ source: '' }, 'source'],
  [{ state: 'XX' }, 'state'],
  [{ category: 'boat' }, 'category'],
])('a fee with %o is refused', async (changes, field) => {
  expect(outcomeOf(await create(changes))).toBe(`422 validation_failed ${field}`)
})

test('a fee never stands beside another for the same line, whoever enters them', async () => {
  const { body: old } = await create()
  expect(outcomeOf(await create())).toBe('422 validation_failed valid_from')
  expect(outcomeOf(await create({ amount: 1 }))).toBe('422 validation_failed valid_from')
  expect(outcomeOf(await create({ category: null, valid_from: '2026-12-01' }))).toBe('422 validation_failed valid_from')
  expect(outcomeOf(await create({ valid_from: '2025-01-01', valid_to: '2025-12-31' }))).toBe(201)
  expect(outcomeOf(await create({ valid_from: '2025-06-01' }))).toBe('422 validation_failed valid_from')
  expect(outcomeOf(await change(old.id, { valid_from: '2026-01-01' }))).toBe('422 validation_failed valid_from')
  const { body: next } = await change(old.id)
  const end = (id: string, valid_to: string | null) =>
    world.call(endDocumentFee, { token, params: { id }, body: { valid_to } })
  expect(outcomeOf(await end(old.id, null))).toBe('422 validation_failed valid_to')
  expect(outcomeOf(await end(old.id, '2026-11-21'))).toBe('422 validation_failed valid_to')
  expect(outcomeOf(await world.call(deleteDocumentFee, { token, params: { id: old.id } }))).toBe('409 fee_over')
  expect(outcomeOf(await world.call(deleteDocumentFee, { token, params: { id: next.id } }))).toBe(204)
  expect((await end(old.id, '2026-11-22')).body.status).toBe('over')
  expect(outcomeOf(await change(old.id))).toBe('409 fee_over')
  const entered = await Promise.all([1, 2, 3, 4].map((amount) => create({ kind: 'road_worthiness', amount })))
  expect(entered.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422])
})

test('the table says what is known, expired and missing for a vehicle', async () => {
  expect(await cellOf('LA', 'vehicle_licence')).toEqual({
    kind: 'vehicle_licence',
    status: 'missing',
    missing: ['government', 'service'],
  })
  expect(await cellOf('LA', 'third_party_insurance')).toMatchObject({ status: 'missing', missing: ['service'] })
  await create({ part: 'service', state: null, category: null, use: null })
  await create({ valid_from: '2025-01-01', valid_to: '2025-12-31' })
  expect(await cellOf('LA', 'vehicle_licence')).toMatchObject({ status: 'expired', missing: ['government'] })
  await create({ engine_from_cc: 1_601, engine_to_cc: 2_000 })
  expect(await cellOf('LA', 'vehicle_licence')).toMatchObject({ status: 'known', missing: [] })
  expect(await cellOf('LA', 'vehicle_licence', { engine_cc: 2_500 })).toMatchObject({ status: 'expired' })
  expect(await cellOf('KN', 'vehicle_licence')).toMatchObject({ status: 'missing', missing: ['government'] })
  expect(await cellOf('LA', 'hackney_permit')).toMatchObject({ status: 'not_offered' })
  expect(await cellOf('LA', 'hackney_permit', { use: 'commercial' })).toMatchObject({ status: 'missing' })
  const { states, known, missing, day } = await table()
  expect([states.length, known, missing, day]).toEqual([37, 1, 37 * 5 - 1, '2026-11-23'])
})

const headings =
  'state,kind,part,category,use,engine_from_cc,engine_to_cc,term_months,amount,valid_from,valid_to,source,observed_on'
const usualLine = 'LA,vehicle_licence,government,saloon,private,,,,5000,2026-01-01,,Gazette,2026-11-20'
const line = (changes: (string | undefined)[] = []) =>
  usualLine
    .split(',')
    .map((cell, index) => changes[index] ?? cell)
    .join(',')

test('an import reports on each line and stores only what is right', async () => {
  const file = [
    headings,
    line(),
    line(['ZZ']),
    line(),
    line(['LA', 'vehicle_licence', 'service', '', '', '', '', '', '12.50']),
    line(['', 'vehicle_licence', 'service', '', '', '', '', '', '1500', undefined, '', '"=HYPERLINK(""x"")"']),
    line(['LA', 'vehicle_licence', 'government', 'saloon', 'private', '', '', '', '7000', '2026-12-01']),
    line(['LA', 'vehicle_licence', 'government', '', '', '', '', '', '9000', '2027-01-01']),
  ].join('\r\n')
  const { body: checked } = await importFile(`\ufeff${file}`, false)
  expect(checked).toMatchObject({ stored: false, accepted: 3, unchanged: 1, refused: 3 })
  const count = () => world.db.selectFrom('document_fees').select('id').where('source', 'not like', 'NAICOM%').execute()
  expect(await count()).toHaveLength(0)
  const { body: stored } = await importFile(file, true)
  expect(stored.lines.map((line) => [line.line, line.outcome, line.reason])).toEqual([
    [2, 'accepted', null],
    [3, 'refused', 'state: “ZZ” isn’t one of the codes of this column.'],
    [4, 'unchanged', null],
    [5, 'refused', 'amount: Enter a number.'],
    [6, 'accepted', null],
    [7, 'accepted', null],
    [8, 'refused', 'valid_from: Another fee for this is valid from 2026-12-01 (Gazette).'],
  ])
  expect(await count()).toHaveLength(3)
  const again = await importFile([headings, line()].join('\n'), true)
  expect(again.body).toMatchObject({ accepted: 0, unchanged: 1 })
})

test('what is exported can be imported again, and runs no formula', async () => {
  await create({ source: '=1+1' })
  await create({ kind: 'delivery', part: 'delivery', category: null, use: null, state: null })
  const file = await world.call(exportFees, { token })
  const text = file.raw.toString()
  expect(text.split('\r\n')[0]!.slice(1).split(',').toSorted()).toEqual(headings.split(',').toSorted())
  expect(text).toContain("'=1+1")
  const { body } = await importFile(text, true)
  expect(body).toMatchObject({ accepted: 0, unchanged: 4, refused: 0 })
})

test.each(['a,b\n1,2', headings, `${headings}\n"`, `${headings}\n${`${usualLine}\n`.repeat(2_001)}`, ''])(
  'a file that cannot be read is refused (%#)',
  async (csv) => {
    expect(outcomeOf(await importFile(csv, true))).toBe('422 validation_failed file')
  },
)

test('names the lines of the file, past empty lines and line breaks within a cell', async () => {
  const broken = usualLine.replace('Gazette', '"Gazette\r\n\r\nof Lagos"')
  const file = [headings, '', line(['XX']), broken, '', line(['ZZ'])].join('\r\n')
  expect((await importFile(file, false)).body.lines.map((line) => line.line)).toEqual([3, 4, 8])
})

test.each([
  ['never closes', `${headings}\n\n"Gazette,LA\n${headings}`, 'Line 3 opens a quotation mark'],
  ['has within a cell', `${headings}\n\n\nGa"zette,LA\n`, 'Line 4 has a quotation mark'],
  ['closes too early', `${headings}\n"Gazette"s,LA\n`, 'Line 2 has a quotation mark'],
])('names the line of a quotation mark that it %s', async (_, csv, message) => {
  const { problem } = await importFile(csv, true)
  expect(problem.errors![0]!.message).toContain(message)
})

test('reads a file in the encodings of spreadsheets, and stores no text that was damaged', async () => {
  const text = [headings, line().replace('Gazette', 'Arrêté 12')].join('\n')
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16 as “Unicode text”', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-8', Buffer.from(text)],
  ]
  for (const [name, bytes] of files) {
    const { body } = await importFile(bytes, false)
    expect(body, name).toMatchObject({ accepted: 1 })
  }
  await importFile(files[0]![1], true)
  const stored = await world.db.selectFrom('document_fees').select('source').execute()
  expect(stored.map(({ source }) => source)).toContain('Arrêté 12')
  const damaged = await importFile(text.replace('Arrêté', 'Arr\ufffdt\ufffd'), true)
  expect(damaged.body.lines).toMatchObject([{ outcome: 'refused' }])
  const { problem } = await importFile(Buffer.from('504b0304140006000800ff00', 'hex'), true)
  expect(problem.errors![0]!.message).toContain('Save it as CSV UTF-8')
})

test('reads a file with semicolons, as spreadsheets in French write it', async () => {
  const { body } = await importFile([headings, line()].join('\n').replaceAll(',', ';'), true)
  expect(body.accepted).toBe(1)
  const fees = await findFees(world.db, {
    state: 'LA',
    kind: 'vehicle_licence',
    category: 'saloon',
    use: 'private',
    engine_cc: null,
    term: 12,
    day: '2026-11-23',
  })
  expect(fees).toBeNull()
})

test('is read by staff and entered by administrators', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  const manager = await world.buildDriver({ role: 'branch_manager' })
  expect((await world.call(getFeeTable, { token: staff.token })).status).toBe(200)
  expect((await world.call(createDocumentFee, { token: staff.token, body: entry })).status).toBe(403)
  expect((await importFile(headings, true, staff.token)).status).toBe(403)
  expect((await world.call(feeList.endpoint, { token: manager.token })).status).toBe(403)
})
