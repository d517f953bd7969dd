import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import type { Branch } from '#contract/branches/desk/branches.ts'
import * as contract from '#contract/catalogue/desk/item-changes.ts'
import { listPrices, listVariations } from '#contract/catalogue/desk/item-parts.ts'
import { createItem, getDeskItem, updateItem } from '#contract/catalogue/desk/items.ts'
import { getStock, receiveStock } from '#contract/catalogue/desk/stock.ts'
import type { BulkReport } from '#contract/desk/bulk-changes.ts'
import type { Problem } from '#contract/errors.ts'
import { parseCsv } from '#server/read-csv.ts'
import { buildBranch, buildCart, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
let token: string
let branch: Branch
let [soap, wash] = ['', '']
beforeAll(async () => {
  world = await createWorld()
  token = (await world.buildDriver({ role: 'admin' })).token
  branch = await buildBranch(world, token, { name: 'Front Street' })
  soap = await buildItem(world, { slug: 'soap', prices: { CAD: 300n } })
  wash = await buildItem(world, { slug: 'wash', variations: { car: 2_000n, large: 3_000n } })
  await buildCart(world, { token }, branch, { item_id: soap, quantity: 1 })
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', soap).execute()
})
afterAll(() => world.close())

const change = (body: object) =>
  world.call(contract.changeItems, { token, body: { ids: [soap, wash], stores: false, ...body } as never })
/** Previews a change, then stores what the preview showed. */
const store = async (body: object) => {
  const { digest } = (await change(body)).body
  return change({ ...body, stores: true, digest })
}
const upload = async (content: string | Buffer, fields: Record<string, string> = {}, as = token) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ stores: 'false', ...fields })) form.set(name, value)
  form.set('file', new Blob([content as never]), 'items.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answer = await world.app.inject({
    method: 'POST',
    url: contract.importItems.path,
    headers: { 'content-type': request.headers.get('content-type')!, authorization: `Bearer ${as}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const body = answer.json<BulkReport & Problem>()
  return { status: answer.statusCode, body, problem: body }
}
const undo = (id: string) => world.call(contract.undoItemChange, { token, params: { id } })
const pricesOf = async (id: string) => {
  const { body } = await world.call(listPrices, { token, params: { id }, query: {} })
  return body.rows.flatMap(({ prices }) => prices.flatMap(({ amount }) => amount ?? []))
}
const exported = async (format: 'csv' | 'xlsx') =>
  (await world.call(contract.exportItems, { token, query: { format } })).raw
/** A small spreadsheet that says of itself that it unpacks to 100 MB. */
const bomb = () => {
  const zip = Buffer.from(zipSync({ 'xl/workbook.xml': Buffer.from('<x/>') }))
  zip.writeUInt32LE(100_000_000, zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24)
  return zip
}
const stockOf = async (id: string) =>
  (await world.call(getStock, { token, params: { id: `${branch.id}_${id}` } })).body.on_hand

test('previews a change of prices with the carts it meets, stores it and undoes it as one', async () => {
  const input = { change: 'price_percent', currency: 'CAD', percent: 10 }
  const preview = (await change(input)).body
  expect(preview).toMatchObject({ stored: false, changed: 2, prices: 3, in_carts: 1, carts: 1, change: null })
  expect(await pricesOf(soap)).toEqual([3])
  const { body: stored } = await store(input)
  expect(stored).toMatchObject({
    stored: true,
    change: { source: 'selection', name: 'price_percent', undo: 'possible' },
  })
  expect([await pricesOf(soap), await pricesOf(wash)]).toEqual([[3.3], [22, 33]])
  expect((await undo(stored.change!.id)).body).toMatchObject({ undo: 'undone' })
  expect([await pricesOf(soap), await pricesOf(wash)]).toEqual([[3], [20, 30]])
  expect(outcomeOf(await undo(stored.change!.id))).toBe('409 undo_done')
  expect(outcomeOf(await undo(crypto.randomUUID()))).toBe('404 not_found')
  const entries = await world.db
    .selectFrom('audit_log')
    .select('record_id')
    .where('action', 'in', ['changeItems', 'undoItemChange'])
    .execute()
  expect(entries.map(({ record_id }) => record_id).toSorted()).toEqual([soap, soap, wash, wash].toSorted())
})

test('stores nothing that the preview did not show', async () => {
  const input = { change: 'price_set', currency: 'USD', price: 4 }
  const { digest } = (await change(input)).body
  await store({ change: 'price_set', currency: 'USD', price: 5, ids: [soap] })
  const { body } = await change({ ...input, stores: true, digest })
  expect(body).toMatchObject({ stored: false, is_stale: true, changed: 2 })
})

test('undoes nothing once an item or a stock was changed since, and names what was', async () => {
  const { body: taxed } = await store({ change: 'tax_class', tax_class: 'exempt', ids: [soap] })
  const {
    title: _title,
    actions: _actions,
    ...item
  } = (await world.call(getDeskItem, { token, params: { id: soap } })).body
  const facts = Object.fromEntries(
    Object.keys(updateItem.body!.shape).map((name) => [name, item[name as keyof typeof item]]),
  )
  await world.call(updateItem, { token, params: { id: soap }, body: { ...facts, name: 'Soap flakes' } as never })
  const refused = await undo(taxed.change!.id)
  expect(outcomeOf(refused)).toBe('409 undo_changed')
  expect(refused.problem.message).toContain('Soap flakes')

  const { body: counted } = await store({ change: 'stock_set', branch_id: branch.id, counted: 7, ids: [soap] })
  expect(await stockOf(soap)).toBe(7)
  await world.call(receiveStock, {
    token,
    params: { id: `${branch.id}_${soap}` },
    body: { quantity: 1, note: null },
  })
  expect(outcomeOf(await undo(counted.change!.id))).toBe('409 undo_changed')
  const { body: wasted } = await store({ change: 'stock_add', branch_id: branch.id, added: -8, ids: [soap] })
  await undo(wasted.change!.id)
  expect(await stockOf(soap)).toBe(8)
})

test('undoes nothing after a day', async () => {
  const { body } = await store({ change: 'price_set', currency: 'XOF', price: 900, ids: [soap] })
  await world.db
    .updateTable('bulk_changes')
    .set({ at: new Date(world.clock.now.getTime() - 25 * 3_600_000) })
    .where('id', '=', body.change!.id)
    .execute()
  expect(outcomeOf(await undo(body.change!.id))).toBe('409 undo_expired')
})

test('imports what it exports, as CSV and as XLSX, adds items and takes all of it back', async () => {
  const text = (await exported('csv')).toString()
  const rows = parseCsv(text)
  const same = { changed: 0, added: 0, refused: 0, unchanged: rows.length - 1 }
  expect((await upload(text)).body).toMatchObject(same)
  expect((await upload(await exported('xlsx'))).body).toMatchObject(same)
  const [headings, ...lines] = rows.map(({ cells }) => cells)
  const at = (name: string) => headings!.indexOf(name)
  const first = lines.find((cells) => cells[at('item')] === 'soap')!
  const edited = first.with(at('price_cad'), '4.25').with(at(`stock:${branch.slug}`), '12')
  const added = headings!.map(
    (name) =>
      ({ name: 'Cire dure', category: 'all-counter', kind: 'good', tax_class: 'standard', price_cad: '19.99' })[name] ??
      '',
  )
  const wrong = first.with(at('price_cad'), '1,2345')
  const sheet = await writeXlsxFile(
    [headings!, edited, added, wrong].map((row) => row.map((value) => ({ value, type: String }))),
    {},
  ).toBuffer()
  const { body: preview } = await upload(sheet)
  expect(preview).toMatchObject({ added: 1, changed: 1, refused: 1, prices: 2, stocks: 1 })
  expect(preview.rows.find(({ outcome }) => outcome === 'refused')).toMatchObject({ line: 4 })
  const { body: stored } = await upload(sheet, { stores: 'true', digest: preview.digest })
  expect(stored).toMatchObject({ stored: true, change: { source: 'file', added: 1, changed: 1 } })
  const made = await world.db.selectFrom('items').selectAll().where('slug', '=', 'cire-dure').executeTakeFirstOrThrow()
  expect(made).toMatchObject({ status: 'inactive', name: 'Cire dure' })
  expect([await pricesOf(made.id), await pricesOf(soap), await stockOf(soap)]).toEqual([[19.99], [4.25, 5, 900], 12])
  const listed = (await world.call(contract.listItemChanges, { token })).body.items
  expect(listed.map(({ id }) => id)).toContain(stored.change!.id)
  expect((await undo(stored.change!.id)).body.undo).toBe('undone')
  expect([await pricesOf(soap), await stockOf(soap)]).toEqual([[3, 5, 900], 8])
  expect(await world.db.selectFrom('items').select('id').where('id', '=', made.id).execute()).toEqual([])
})

test.each<[string, () => string | Buffer, string]>([
  ['no file', () => '', 'This field is required!'],
  ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]), 'can be read'],
  ['a damaged spreadsheet', () => Buffer.from('PK\u0003\u0004 and so on'), 'isn’t a spreadsheet'],
  ['a spreadsheet that unpacks to far more', bomb, 'holds too much'],
  ['headings alone', () => 'item,price_cad', 'no lines'],
  ['an open quotation mark', () => 'item,name\nsoap,"Soap', 'Line 2'],
])('refuses %s', async (_what, content, sentence) => {
  const refused = await upload(content())
  expect(outcomeOf(refused)).toBe('422 validation_failed file')
  expect(refused.problem.message).toContain(sentence)
})

test('imports barcodes, refuses those of others, and takes them back', async () => {
  const lines =
    'item,variation,barcodes\nsoap,,4006381333931 40170725\nwash,car,4006381333931\nwash,large,4006381333930\n'
  const preview = (await upload(lines)).body
  expect(preview).toMatchObject({ changed: 1, refused: 2 })
  const { body: stored } = await upload(lines, { stores: 'true', digest: preview.digest })
  const barcodesOf = async () => (await world.call(getDeskItem, { token, params: { id: soap } })).body.barcodes
  expect(await barcodesOf()).toBe('40170725 4006381333931')
  const again = (await upload('item,barcodes\nsoap,"4006381333931,40170725"\n')).body
  expect(again).toMatchObject({ changed: 0, unchanged: 1 })
  expect((await undo(stored.change!.id)).body).toMatchObject({ undo: 'undone' })
  expect(await barcodesOf()).toBeNull()
})

test.each(['staff', 'driver'] as const)('lets no %s import or change items', async (role) => {
  const { token: other } = await world.buildDriver(role === 'staff' ? { role } : {})
  const input = { ids: [soap], change: 'price_set', currency: 'CAD', price: 9, stores: true } as never
  expect(outcomeOf(await upload('item,price_cad\nsoap,9\n', {}, other))).toBe('403 forbidden')
  expect(outcomeOf(await world.call(contract.changeItems, { token: other, body: input }))).toBe('403 forbidden')
})

test('creates an item with its variations, prices and stock in one form, its address made from its name', async () => {
  const { id: category_id } = await world.db.selectFrom('item_categories').select('id').executeTakeFirstOrThrow()
  const attribute = await world.db
    .selectFrom('item_attributes')
    .selectAll()
    .where('is_vehicle_class', '=', true)
    .executeTakeFirstOrThrow()
  const facts = {
    category_id,
    kind: 'good',
    tax_class: 'standard',
    order_types: 'both',
    sku: null,
    name: 'Roof box',
    name_fr: 'Coffre de toit',
    description: null,
    description_fr: null,
    caution: null,
    caution_fr: null,
    needs_vehicle: false,
    needs_key: false,
    duration_min: null,
    work_units: 1,
    max_per_order: 20,
    tracks_stock: true,
    low_stock: 0,
    is_featured: false,
  }
  const whole = { attribute_id: attribute.id, price_cad: 99.5, branch_id: branch.id, on_hand: 3 }
  const create = (body: object) => world.call(createItem, { token, body: { ...facts, ...body } as never })
  const { body: item } = await create(whole)
  expect(item).toMatchObject({ slug: 'roof-box', status: 'inactive', missing: ['english', 'french'] })
  const { variations } = (await world.call(listVariations, { token, params: { id: item.id } })).body
  expect(variations.map(({ value_code }) => value_code)).toEqual(attribute.value_codes)
  expect(await pricesOf(item.id)).toEqual(attribute.value_codes.map(() => 99.5))
  expect(await stockOf(variations[0]!.id)).toBe(3)
  const again = (await create({})).body
  expect(again.slug).toMatch(/^roof-box-[a-z0-9]{4}$/)
  expect(outcomeOf(await create({ price_ngn: 0.5 }))).toBe('422 validation_failed price_ngn')
  expect(outcomeOf(await create({ on_hand: 1 }))).toBe('422 validation_failed branch_id')
  expect(outcomeOf(await create({ tracks_stock: false, branch_id: branch.id, on_hand: 1 }))).toBe(
    '422 validation_failed on_hand',
  )
})
