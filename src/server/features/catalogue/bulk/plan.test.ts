import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, currencies, isChargeable, chargedUnit } from '#contract/money.ts'
import { everyScope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { raiseByPercent } from '#server/raise-price.ts'
import { planFile } from './item-file.ts'
import type { SheetItem, Snapshot } from './item-snapshot.ts'
import { priceKey, stockKey } from './item-snapshot.ts'
import { planSelection, reverse } from './plan.ts'

const item = (id: string, changes: Partial<SheetItem> = {}): SheetItem => ({
  id,
  slug: `slug-${id}`,
  name: `Item ${id}`,
  name_fr: null,
  category_id: 'wash',
  kind: 'good',
  tax_class: 'standard',
  tracks_stock: true,
  has_variations: false,
  sku: null,
  barcodes: null,
  version: 1,
  units: [{ id, kind: 'item', code: null, sku: changes.sku ?? null, barcodes: null }],
  ...changes,
})
const snapshot: Snapshot = {
  items: [
    item('a', { sku: 'A-1' }),
    item('b', {
      has_variations: true,
      units: [
        { id: 'b-s', kind: 'variation', code: 'small', sku: null, barcodes: null },
        { id: 'b-l', kind: 'variation', code: 'large', sku: 'B-L', barcodes: null },
      ],
    }),
  ],
  prices: new Map([
    [priceKey('a', 'CAD'), 1_000n],
    [priceKey('b-s', 'CAD'), 2_000n],
    [priceKey('b-l', 'NGN'), 500_000n],
  ]),
  stock: new Map([[stockKey('front', 'a'), { on_hand: 5, reserved: 2 }]]),
  categories: [
    { id: 'wash', slug: 'wash', name: 'Wash', name_fr: 'Lavage' },
    { id: 'tyres', slug: 'tyres', name: 'Tyres', name_fr: 'Pneus' },
  ],
  branches: [{ id: 'front', slug: 'front-street', name: 'Front Street' }],
}
const admin = {
  access: new Map(['items.create', 'items.prices', 'stock.update'].map((name) => [name, everyScope])),
} as never
const change = (body: object) => planSelection(snapshot, { ids: ['a', 'b'], stores: false, ...body } as never)
const refused = (body: object): string => {
  try {
    change(body)
  } catch (error) {
    if (error instanceof AppError) return `${error.fields[0]?.field} ${error.fields[0]?.key}`
  }
  return ''
}

test('raises prices by a percentage to what can be charged, never below zero and by half a unit at most', () => {
  const percent = fc.integer({ min: -10_000, max: 100_000 })
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 11n), percent, fc.constantFrom(...currencies), (before, hundredths, currency) => {
      const unit = chargedUnit(currency)
      const after = raiseByPercent(before * unit, hundredths / 100, unit)
      expect(isChargeable(after, currency) && after >= 0n).toBe(true)
      const exact = before * unit * (10_000n + BigInt(hundredths))
      const off = after * 10_000n - exact
      expect(2n * (off < 0n ? -off : off) <= unit * 10_000n).toBe(true)
    }),
  )
})

test.each<[object, Currency, (string | null)[]]>([
  [{ change: 'price_percent', currency: 'CAD', percent: 7.5 }, 'CAD', ['1075', '2150']],
  [{ change: 'price_percent', currency: 'CAD', percent: 7.5, round_to: 0.5 }, 'CAD', ['1100', '2150']],
  [{ change: 'price_amount', currency: 'CAD', amount: -2.5 }, 'CAD', ['750', '1750']],
  [{ change: 'price_percent', currency: 'NGN', percent: 10 }, 'NGN', ['550000']],
  [{ change: 'price_set', currency: 'CAD', price: 10 }, 'CAD', ['1000', '1000']],
])('plans the prices of %j', (body, currency, amounts) => {
  const edits = change(body).flatMap((row) => row.edits)
  expect(edits.every((edit) => edit.kind === 'price' && edit.currency === currency)).toBe(true)
  expect(edits.map(({ after }) => after)).toEqual(amounts)
  expect(reverse(reverse(edits))).toEqual(edits)
})

test('refuses a price below zero for its item alone', () => {
  const rows = change({ change: 'price_amount', currency: 'CAD', amount: -15 })
  expect(rows.map(({ problem }) => problem?.fields[0]?.key)).toEqual(['price_below_zero', undefined])
})

test('refuses a stock below what orders have reserved', () => {
  const rows = change({ change: 'stock_add', branch_id: 'front', added: -4 })
  expect(rows[0]!.problem?.fields[0]).toMatchObject({ key: 'below_reserved', params: { reserved: 2 } })
  expect(change({ change: 'stock_set', branch_id: 'front', counted: 5 })[0]!.edits).toEqual([])
})

test.each([
  [{ change: 'price_percent', currency: 'CAD' }, 'percent required'],
  [{ change: 'price_percent', percent: 1 }, 'currency required'],
  [{ change: 'price_percent', currency: 'CAD', percent: 1.234 }, 'percent two_decimals'],
  [{ change: 'price_percent', currency: 'CAD', percent: -101 }, 'percent too_small'],
  [{ change: 'price_set', currency: 'NGN', price: 0.5 }, 'price fraction'],
  [{ change: 'price_amount', currency: 'XOF' }, 'amount required'],
  [{ change: 'category' }, 'category_id required'],
  [{ change: 'category', category_id: 'food' }, 'category_id invalid'],
  [{ change: 'tax_class' }, 'tax_class required'],
  [{ change: 'stock_set', counted: 1 }, 'branch_id required'],
  [{ change: 'stock_set', branch_id: 'other', counted: 1 }, 'branch_id invalid'],
  [{ change: 'stock_add', branch_id: 'front' }, 'added required'],
])('refuses the input %j', (body, problem) => {
  expect(refused(body)).toBe(problem)
})

const read = (headings: string, ...lines: string[]) =>
  planFile(
    [headings, ...lines].map((line, index) => ({ number: index + 1, cells: line.split(';') })),
    snapshot,
    admin,
  ).map(({ line, added, edits, problem }) =>
    problem !== null
      ? `${line} ${problem.fields[0]!.field} ${problem.fields[0]!.key}`
      : [line, ...(added === null ? [] : [`+${added.slug ?? added.name}`]), ...edits.map(({ after }) => after)].join(
          ' ',
        ),
  )

test.each<[string, string[], string[]]>([
  [
    'item;price_cad',
    ['slug-a;12,50', 'slug-b;1', 'slug-a;13'],
    ['2 1250', '3 price_cad variation_needed', '4 price_cad line_twice'],
  ],
  ['item;variation;price_cad', ['slug-b;small;20.00', 'slug-b;huge;1'], ['2', '3 variation variation_unknown']],
  ['sku;price_cad', ['A-1;-', 'B-L;1 234,5'], ['2 ', '3 123450']],
  [
    'item;price_ngn',
    ['slug-a;10.5', 'slug-a;1e9', 'slug-a;=1+1', 'slug-a;99999999999'],
    ['2 price_ngn fraction', '3 price_ngn number', '4 price_ngn number', '5 price_ngn number'],
  ],
  [
    'item;stock:front-street',
    ['slug-a;1', 'slug-a;9', 'slug-a;1.5', 'slug-a;-3'],
    [
      '2 stock:front-street below_reserved',
      '3 9',
      '4 stock:front-street whole_number',
      '5 stock:front-street whole_number',
    ],
  ],
  [
    'name;category;kind;tax_class;price_xof',
    [
      'Lavage œufs;wash;service;service;5000',
      'Other;nowhere;good;standard;1',
      'Third;wash;goods;standard;1',
      'X;wash;good;standard;1',
    ],
    ['2 +Lavage œufs 5000', '3 category csv_value', '4 kind csv_value', '5 name too_short_2'],
  ],
  ['item;sku', ['slug-a;B-L', 'slug-b;NEW', 'slug-a;NEW'], ['2 sku code_taken', '3 NEW', '4 sku line_twice']],
  ['item;category;name', ["slug-a;tyres;'=HYPERLINK(1)"], ['2 =HYPERLINK(1) tyres']],
])('reads a file with the columns %s', (headings, lines, outcomes) => {
  expect(read(headings, ...lines)).toEqual(outcomes)
})

test.each([
  ['item;price', 'file_heading'],
  ['item;item', 'file_heading'],
  ['item;stock:nowhere', 'file_heading'],
  ['price_cad', 'csv_columns'],
])('refuses a file with the columns %s', (headings, key) => {
  expect(() => read(headings, 'slug-a;1')).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ key })] }),
  )
})

test('refuses lines with what the person may not set, and leaves those that only repeat it', () => {
  const rows = ['slug-a;9;5;Soap', 'slug-a;10.00;4;Soap', 'slug-a;10;5;Flakes', ';1;1;New'].map((line, index) => ({
    number: index + 2,
    cells: line.split(';'),
  }))
  const headings = { number: 1, cells: ['item', 'price_cad', 'stock:front-street', 'name'] }
  const planned = planFile([headings, ...rows], snapshot, { access: new Map() })
  expect(planned.map(({ problem }) => problem?.fields.map(({ field, key }) => `${field} ${key}`).join())).toEqual([
    'price_cad not_permitted',
    'stock:front-street not_permitted',
    undefined,
    'item not_permitted',
  ])
})
