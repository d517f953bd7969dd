import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import { desk } from '#i18n/en/desk.ts'
import { byteOrderMark, formatCsv } from '#server/output/csv.ts'
import { loadDeskLists } from '#test/kits/contract.ts'
import { readSheet } from '#test/kits/files/spreadsheet.ts'
import { findWrongForms, readers, wordRules } from '#test/kits/forms-by-country.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { toCsvCells, toExportedCells, toExportedColumns, toHeadings } from './cells.ts'
import { createSheet } from './sheet.ts'

/** Every list of the desk, those within records too. */
const lists = await loadDeskLists()
const listsInTurn = inTurn(lists, Math.ceil(lists.length / 4))().map((list) => [list.name, list] as const)

const timezone = 'America/Toronto'
const at = '2026-11-21T15:03:00.000Z'
const phone = '+2348031234567'

/** A row with a value in every column: an instant with a zone of its own, a phone number, a formula as a text. */
const exampleRow = ({ columns }: DeskListDescription): DeskRow => ({
  id: 'id',
  ...Object.fromEntries(
    Object.entries(columns).map(([name, { kind, changes }]) => {
      if (changes !== undefined) return [name, JSON.stringify({ [name]: { price: 4 }, is_active: true, kinds: ['a'] })]
      const isZone = Object.values(columns).some(({ zone }) => zone === name)
      const text = isZone ? 'Africa/Lagos' : '=1+1'
      const values = { money: { amount: -12.5, currency: 'CAD' }, instant: at, day: '2026-11-21', flag: true }
      const others = {
        number: -3,
        distance: -3,
        hours: 'Mo-Fr 08:00-16:00',
        rating: 4.5,
        choices: ['=1+1'],
        picture: '/p',
        country: 'NG',
        choice: text,
      }
      return [name, { ...values, ...others, text, code: text, phone }[kind]]
    }),
  ),
})

test('all lists are found', () => {
  expect(lists.length).toBeGreaterThan(50)
  const columns = lists.flatMap((list) => Object.entries(list.columns))
  expect(columns.filter(([, { kind }]) => kind === 'phone').length).toBeGreaterThan(2)
  expect(columns.filter(([name, { kind }]) => name.endsWith('phone') && kind !== 'phone')).toEqual([])
})

const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = desk.words

test.each(readers)('headings and choices have the words of %s', (reader) => {
  const texts = lists.flatMap((list) => {
    const row = { id: 'id', ...Object.fromEntries(Object.keys(list.columns).map((key) => [key, true])) }
    return toExportedColumns(list, Object.keys(list.columns), reader).flatMap((column) => [
      ...toHeadings(column, reader, timezone, 'csv'),
      ...Object.keys(words[column.column.words ?? ''] ?? {}).map((choice) =>
        String(
          toExportedCells(
            column,
            { ...row, [column.key]: column.column.kind === 'choices' ? [choice] : choice } as DeskRow,
            reader,
            timezone,
          ),
        ),
      ),
    ])
  })
  expect(texts.length).toBeGreaterThan(500)
  const wrong = texts.flatMap((text) => findWrongForms(text, reader, { only: wordRules }))
  expect([...new Set(wrong)]).toEqual([])
})

describe.each(listsInTurn)('a file of %s', (_name, list) => {
  const columns = toExportedColumns(list, Object.keys(list.columns), 'en')
  const headings = columns.map((column) => toHeadings(column, 'en', timezone, 'csv'))

  test('names the zones of its times and the currencies of its amounts, as CSV', () => {
    const cells = columns.map((column) => toCsvCells(column, exampleRow(list), 'en', timezone))
    const text = byteOrderMark + formatCsv([headings.flat(), cells.flat()])
    const [head, row] = parse(text, { bom: true, record_delimiter: '\r\n' }) as [string[], string[]]
    expect(head.every((heading) => heading !== '')).toBe(true)
    expect(new Set(head).size).toBe(head.length)
    expect(row).toHaveLength(head.length)
    columns.forEach(({ column }, position) => {
      const before = headings.slice(0, position).flat().length
      const [heading, value, next] = [head[before], row[before], row[before + 1]]
      if (column.kind === 'instant')
        expect([heading?.includes(timezone), value, ...(column.zone === undefined ? [] : [next])]).toEqual(
          column.zone === undefined ? [true, '2026-11-21 10:03'] : [false, '2026-11-21 16:03', 'GMT+1'],
        )
      if (column.kind === 'money') expect([value, next]).toEqual(['-12.5', 'CAD'])
      if (column.kind === 'phone') expect(value).toBe('(+234) 8031234567')
      if (column.kind === 'distance') expect([heading, value]).toEqual(['Distance (m)', '-3'])
      // Words, as on the screen.
      expect(row.slice(before, before + headings[position]!.length).join()).not.toMatch(/[[{}"]/)
      if (!['money', 'number', 'distance'].includes(column.kind)) expect(value).not.toMatch(/^[=+\-@\t\r\n]/)
    })
  })

  test('has the same as XLSX, with numbers, amounts and times as such, and phone numbers as they are', async () => {
    const cells = columns.flatMap((column) => toExportedCells(column, exampleRow(list), 'en', timezone))
    const ofSheet = columns.map((column) => toHeadings(column, 'en', timezone, 'xlsx'))
    const heads = ofSheet.flat()
    const [head, row] = readSheet(await createSheet(list.name, heads, [cells]))
    expect(head).toEqual(heads)
    columns.forEach(({ column }, position) => {
      const value = row![ofSheet.slice(0, position).flat().length]
      // Days since 1899-12-30, as spreadsheets count.
      if (column.kind === 'instant')
        expect(value).toBeCloseTo(
          (Date.parse(column.zone === undefined ? '2026-11-21T10:03Z' : '2026-11-21T16:03Z') - Date.UTC(1899, 11, 30)) /
            86_400_000,
          6,
        )
      if (column.kind === 'money') expect(value).toBe(-12.5)
      if (column.kind === 'number') expect(value).toBe(-3)
      if (column.kind === 'phone') expect(value).toBe(phone)
    })
  })
})

describe('over HTTP', () => {
  // The administrator's, whose account is in Canada.
  const locale = 'en-CA'
  let world: World
  let admin: Driver
  beforeAll(async () => {
    world = await createWorld()
    admin = await world.buildDriver({ role: 'admin' })
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
  })
  afterAll(() => world.close())

  test.each(listsInTurn)('%s comes as CSV, XLSX and to print', async (_name, list) => {
    const needed = Object.fromEntries(
      Object.entries(list.filters)
        .filter(([name]) => list.name === 'analytics' && name === 'period')
        .map(([name]) => [name, '7_days']),
    )
    const columns = toExportedColumns(list, undefined, locale)
    const read = (format: string) =>
      world.call(list.endpoint, { token: admin.token, query: { ...needed, format, timezone } as never })
    const [csv, xlsx, printed] = [await read('csv'), await read('xlsx'), await read('print')]
    expect([csv.status, xlsx.status, printed.status]).toEqual([200, 200, 200])
    const [head] = parse(csv.raw, { bom: true, record_delimiter: '\r\n' }) as string[][]
    expect(head).toEqual(columns.flatMap((column) => toHeadings(column, locale, timezone, 'csv')))
    expect(readSheet(xlsx.raw)[0]).toEqual(columns.flatMap((column) => toHeadings(column, locale, timezone, 'xlsx')))
    expect(printed.body).toMatchObject({ page: 1, pages: 1, total: printed.body.items.length })
  })
})
