import { sql } from 'kysely'
import { checkDigitOf } from '#contract/catalogue/barcodes.ts'
import { currencyOf, distanceUnitOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import { chargedDigits, toMinor, type Currency } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { toFolded } from '#server/features/catalogue/search-text.ts'
import { distanceTo } from '#server/geo.ts'
import { exampleBranches, exampleOffers, exampleRates, workHours, type ExampleBranch } from './shop-branches.ts'
import { exampleGoods } from './shop-goods.ts'
import type { Amounts, ExampleCategory, ExampleItem } from './shop-item.ts'
import { exampleServices } from './shop-services.ts'

/** Currencies in the order of the example amounts. */
const orderOfAmounts = ['NGN', 'CAD', 'XOF', 'USD'] as const satisfies readonly Currency[]

/** What the example branches sell. Everything is made up. */
const exampleCategories = [...exampleServices, ...exampleGoods]

/** How much of an item's price its forms cost, in percent. */
const forms = {
  vehicle_class: { car: 100, motorcycle: 60, large: 140 },
  size: { small: 100, large: 140 },
} as const

/** Writes the example shop where there are no branches and no categories. */
export async function writeExampleShop(db: Db, now = new Date()): Promise<void> {
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(727277)`.execute(tx)
    const branch = await tx.selectFrom('branches').select('id').executeTakeFirst()
    const category = await tx.selectFrom('item_categories').select('id').executeTakeFirst()
    if (branch === undefined && category === undefined) await writeShop(tx, now)
    await writeRegisters(tx)
  })
}

/**
 * Deletes everything in the shop and writes the examples. Their branches keep their ids, because people have roles at them.
 * The transaction must have said that it is the demo's reset.
 */
export async function rewriteShop(tx: Tx, now: Date): Promise<void> {
  await sql`delete from stock_movements`.execute(tx)
  for (const table of ['offers', 'items', 'item_categories', 'tax_rates', 'slot_days', 'time_slots'] as const)
    await tx.deleteFrom(table).execute()
  await tx.deleteFrom('item_attributes').where('is_vehicle_class', '=', false).execute()
  await sql`delete from registers`.execute(tx)
  const slugs = exampleBranches.map(({ slug }) => slug)
  await tx.deleteFrom('branches').where('slug', 'not in', slugs).execute()
  await sql`delete from stock_levels`.execute(tx)
  await writeShop(tx, now)
}

async function writeShop(tx: Tx, now: Date): Promise<void> {
  await writeRates(tx, now)
  const items = await writeCatalogue(tx, now)
  await writeOffers(tx, items, now)
  for (const branch of exampleBranches) await writeBranch(tx, branch, items, now)
  await writeRegisters(tx)
}

/** Each example branch has a register. */
const writeRegisters = (tx: Tx) =>
  sql`
  insert into registers (id, branch_id, name, takes_terminal, takes_mobile_money, receipt_width, is_example)
  select gen_random_uuid(), b.id, case c.code when 'SN' then 'Comptoir' else 'Front desk' end, true, c.code in ('NG', 'SN'), '80', true
  from branches b join countries c on c.id = b.country_id
  where b.is_example and not exists (select from registers r where r.branch_id = b.id)`.execute(tx)

async function writeRates(tx: Tx, now: Date): Promise<void> {
  const states = await tx.selectFrom('states').select(['id', 'code']).execute()
  const rates = exampleRates.flatMap(({ country_code, state, city = null, percent, ...rate }) =>
    (['standard', 'food', 'service'] as const).map((name) => ({
      ...rate,
      id: newId(now.getTime()),
      class: name,
      country_id: countryIds[country_code],
      state_id: states.find(({ code }) => code === state)?.id ?? null,
      city,
      kind: 'percentage',
      value: BigInt(Math.round(percent * 1_000)),
      valid_from: '2026-01-01',
      source_date: '2026-11-01',
      is_example: true,
      created_at: now,
    })),
  )
  await tx.insertInto('tax_rates').values(rates).execute()
}

/** An item that was written, for offers and stock. */
interface WrittenItem {
  id: string
  slug: string
  variation_ids: string[]
  tracks_stock: boolean
}

async function writeCatalogue(tx: Tx, now: Date): Promise<WrittenItem[]> {
  const size = newId(now.getTime())
  await tx
    .insertInto('item_attributes')
    .values({
      id: size,
      code: 'size',
      name: 'Size',
      name_fr: 'Taille',
      value_codes: ['small', 'medium', 'large'],
      value_names: ['Small', 'Medium', 'Large'],
      value_names_fr: ['Petit', 'Moyen', 'Grand'],
      created_at: now,
    })
    .execute()
  const { id: vehicle_class } = await tx
    .selectFrom('item_attributes')
    .select('id')
    .where('is_vehicle_class', '=', true)
    .executeTakeFirstOrThrow()
  const attributes = { size, vehicle_class }
  const written: WrittenItem[] = []
  for (const [position, category] of exampleCategories.entries()) {
    const category_id = await writeCategory(tx, category, position, now)
    for (const [index, item] of category.items.entries()) {
      const attribute_id = item.by === undefined ? null : attributes[item.by]
      written.push(
        await writeItem(
          tx,
          { category, category_id, item, position: index, attribute_id, barcode: written.length + 1 },
          now,
        ),
      )
    }
  }
  const idOf = new Map(written.map(({ id, slug }) => [slug, id]))
  for (const { slug, addons = [] } of exampleCategories.flatMap(({ items }) => items))
    for (const [position, addon] of addons.entries())
      await tx
        .insertInto('item_addons')
        .values({ id: newId(now.getTime()), item_id: idOf.get(slug)!, addon_id: idOf.get(addon)!, position })
        .execute()
  return written
}

async function writeCategory(tx: Tx, category: ExampleCategory, position: number, now: Date): Promise<string> {
  const { slug, name, description, work_group } = category
  const id = newId(now.getTime())
  const texts = { name: name[0], name_fr: name[1], description: description[0], description_fr: description[1] }
  await tx
    .insertInto('item_categories')
    .values({ id, slug, ...texts, work_group, position, is_example: true, created_at: now })
    .execute()
  return id
}

interface ItemPlace {
  category: ExampleCategory
  category_id: string
  item: ExampleItem
  position: number
  attribute_id: string | null
  /** Its number among all items. */
  barcode: number
}

/** A barcode of those that shops give out themselves, which begin with 2: nothing of a manufacturer has it. */
const toInHouseCode = (number: number): string => {
  const digits = `2${String(number).padStart(11, '0')}`
  return `0${digits}${checkDigitOf(digits)}`
}

async function writeItem(
  tx: Tx,
  { category, category_id, item, position, attribute_id, barcode }: ItemPlace,
  now: Date,
): Promise<WrittenItem> {
  const { slug, name, description, prices, by, extras = [] } = item
  const { kind, tax_class } = category
  const id = newId(now.getTime())
  const tracks_stock = kind === 'good'
  await tx
    .insertInto('items')
    .values({
      id,
      slug,
      category_id,
      kind,
      tax_class,
      attribute_id,
      order_types: item.takeawayOnly === true ? 'takeaway' : 'both',
      name: name[0],
      name_fr: name[1],
      description: description[0],
      description_fr: description[1],
      needs_vehicle: kind === 'service',
      needs_key: item.needsKey === true,
      duration_min: item.minutes ?? null,
      work_units: item.units ?? 1,
      tracks_stock,
      low_stock: tracks_stock ? 5 : 0,
      is_featured: item.featured === true,
      position,
      status: 'active',
      is_example: true,
      folded: toFolded([...name, ...category.name]),
      created_at: now,
    })
    .execute()
  if (tracks_stock)
    await tx
      .insertInto('item_barcodes')
      .values({ gtin: toInHouseCode(barcode), item_id: id, variation_id: null })
      .execute()
  const variation_ids: string[] = []
  if (by === undefined) await writePrices(tx, { item_id: id }, prices, 100)
  else
    for (const [index, [value_code, percent]] of Object.entries(forms[by]).entries()) {
      const variation_id = newId(now.getTime())
      await tx
        .insertInto('item_variations')
        .values({ id: variation_id, item_id: id, value_code, position: index })
        .execute()
      await writePrices(tx, { variation_id }, prices, percent)
      variation_ids.push(variation_id)
    }
  for (const [index, [en, fr, amounts]] of extras.entries()) {
    const extra_id = newId(now.getTime())
    await tx
      .insertInto('item_extras')
      .values({ id: extra_id, item_id: id, name: en, name_fr: fr, position: index })
      .execute()
    await writePrices(tx, { extra_id }, amounts, 100)
  }
  return { id, slug, variation_ids, tracks_stock }
}

type Priced = { item_id: string } | { variation_id: string } | { extra_id: string }

/** Writes a price in each currency, as a round amount where it is only a part. */
async function writePrices(tx: Tx, of: Priced, amounts: Amounts, percent: number): Promise<void> {
  const rows = orderOfAmounts.map((currency, index) => {
    const step = chargedDigits[currency] === 0 ? 50 : 0.05
    const part = (amounts[index]! * percent) / 100
    const amount = percent === 100 ? amounts[index]! : Number((Math.round(part / step) * step).toFixed(2))
    return { id: newId(), ...of, currency, amount_minor: toMinor(amount, currency)! }
  })
  await tx.insertInto('prices').values(rows).execute()
}

async function writeOffers(tx: Tx, items: readonly WrittenItem[], now: Date): Promise<void> {
  for (const { slug, name, item_slugs, ...discount } of exampleOffers) {
    const id = newId(now.getTime())
    const validity = { starts_at: new Date(now.getTime() - day_ms), ends_at: new Date(now.getTime() + 30 * day_ms) }
    const names = { name: name[0], name_fr: name[1] }
    await tx
      .insertInto('offers')
      .values({ id, slug, ...names, ...discount, ...validity, is_example: true, created_at: now })
      .execute()
    const rows = items.flatMap((item) => (item_slugs.includes(item.slug) ? [{ offer_id: id, item_id: item.id }] : []))
    await tx.insertInto('offer_items').values(rows).execute()
  }
}

async function writeBranch(tx: Tx, branch: ExampleBranch, items: readonly WrittenItem[], now: Date): Promise<void> {
  const { slug, country_code, state, setup, ...facts } = branch
  const found = await tx.selectFrom('states').select('id').where('code', '=', state).executeTakeFirst()
  const currency = currencyOf(country_code)
  const includes_tax = country_code === 'NG' || country_code === 'SN'
  const place = {
    country_id: countryIds[country_code],
    state_id: found?.id ?? null,
    currency,
    includes_tax,
    distance_unit: distanceUnitOf(country_code),
  }
  const state_of = { status: 'active', is_example: true, phone: null }
  const columns = { ...facts, ...place, ...state_of }
  const { id } = await tx
    .insertInto('branches')
    .values({ id: newId(now.getTime()), slug, ...columns, created_at: now })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const table of ['branch_setup', 'branch_parks', 'branch_closures', 'delivery_charges'] as const)
    await tx.deleteFrom(table).where('branch_id', '=', id).execute()
  await tx
    .insertInto('branch_setup')
    .values({ branch_id: id, ...setup, ...reasons })
    .execute()
  await tx
    .insertInto('time_slots')
    .values(workHours.flatMap((hours) => listWeek(id, hours)))
    .execute()
  // At car parks that can be booked in the demo.
  const distance = distanceTo({ lat: sql`b.lat`, lng: sql`b.lng` })
  await sql`
    insert into branch_parks (branch_id, park_id)
    select b.id, p.id from branches b join parks p on p.country_id = b.country_id and p.partner_id is not null
      and cardinality(p.examples) > 0 and p.lat between b.lat - 0.05 and b.lat + 0.05
      and p.lng between b.lng - 0.05 and b.lng + 0.05
    where b.id = ${id} order by ${distance}, p.park_code limit 4`.execute(tx)
  await writeStock(tx, id, items, now)
}

const listWeek = (branch_id: string, { capacity, ...hours }: (typeof workHours)[number]) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ id: newId(), branch_id, weekday, capacity, order_type: 'both', ...hours }))

const reasons = {
  reject_reasons: ['Too much to do', 'Sold out', 'Closing early'],
  reject_reasons_fr: ['Trop de travail', 'Épuisé', 'Fermeture anticipée'],
  redelivery_reasons: ['Nobody at the bay', 'Wrong bay or address', 'Damaged on the way'],
  redelivery_reasons_fr: ['Personne à la place', 'Mauvaise place ou adresse', 'Endommagé en route'],
}

/** So many of each counted item, the same at every reset. */
async function writeStock(tx: Tx, branch_id: string, items: readonly WrittenItem[], now: Date): Promise<void> {
  const levels = items
    .filter(({ tracks_stock }) => tracks_stock)
    .map(({ id }, index) => ({ id: newId(), branch_id, item_id: id, on_hand: 8 + ((index * 7) % 30) }))
  await tx.insertInto('stock_levels').values(levels).execute()
  const movements = levels.map(({ id, on_hand }) => ({
    id: newId(),
    stock_level_id: id,
    at: now,
    kind: 'received',
    on_hand,
  }))
  await tx.insertInto('stock_movements').values(movements).execute()
}
