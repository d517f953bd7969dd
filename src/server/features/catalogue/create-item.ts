import type { createItem as createContract, Item } from '#contract/catalogue/desk/items.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import type { Scope, SignedIn } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { addItemPicture } from './extras.ts'
import { findPrices, setPrices } from './item-prices.ts'
import { createItem, getItem } from './item-records.ts'
import { setLevels } from './stock.ts'
import { findVariations, setVariations } from './variations.ts'

type Body = ParsedBody<typeof createContract>
interface By {
  user: Pick<SignedIn, 'user_id' | 'access'>
  now: Date
}

/**
 * Creates an inactive item with all that the form has: its variations, prices for everywhere, a picture and the stock of a
 * branch. Throws 422, also for prices and stock that the person may not set.
 */
export async function createWholeItem(tx: Tx, scope: Scope, body: Body, by: By) {
  const { price_ngn, price_cad, price_xof, price_usd, picture, attribute_id, branch_id, on_hand, ...facts } = body
  const { answer: item, changes } = await createItem(tx, scope, facts, by.now)
  const further: AuditedChange[] = []
  if (attribute_id) further.push(...(await addVariations(tx, scope, item, attribute_id)))
  const prices = { NGN: price_ngn, CAD: price_cad, XOF: price_xof, USD: price_usd }
  further.push(...(await addPrices(tx, item.id, prices, by)))
  if (picture) {
    const [alt, alt_fr] = [facts.name ?? facts.name_fr!, facts.name_fr ?? facts.name!]
    const pictured = { picture, alt, alt_fr }
    further.push(...(await addItemPicture(tx, scope, item.id, pictured)).changes)
  }
  further.push(...(await addStock(tx, scope, item, { branch_id, on_hand }, by)))
  return { answer: await getItem(tx, scope, item.id), changes: [...changes, ...further] }
}

async function addVariations(tx: Tx, scope: Scope, { id, version }: Item, attribute_id: string) {
  const { attributes } = await findVariations(tx, scope, id, false)
  const values = attributes.find((attribute) => attribute.id === attribute_id)?.values ?? []
  const variations = values.map(({ code }) => ({ value_code: code, sku: null }))
  return (await setVariations(tx, scope, id, { attribute_id, variations, version })).changes
}

type Prices = Readonly<Record<Currency, number | null | undefined>>

async function addPrices(tx: Tx, id: string, prices: Prices, { user: { access } }: By): Promise<AuditedChange[]> {
  const typed = (Object.entries(prices) as [Currency, number | null | undefined][]).flatMap(([currency, amount]) =>
    typeof amount === 'number' ? [{ currency, amount }] : [],
  )
  if (typed.length === 0) return []
  const scope = access.get('items.prices')
  const fieldOf = (currency: Currency) => `price_${currency.toLowerCase()}`
  if (scope?.everywhere !== true) throw fieldError(fieldOf(typed[0]!.currency), 'not_permitted')
  for (const { currency, amount } of typed) parseAmount(fieldOf(currency), amount, currency)
  const { rows, version } = await findPrices(tx, scope, id, null, { isFrench: false, settable: scope })
  const set = rows.flatMap((row) => typed.map((price) => ({ id: row.id, ...price })))
  return (await setPrices(tx, scope, id, { branch_id: null, prices: set, version })).changes
}

type Stock = Pick<Body, 'branch_id' | 'on_hand'>

async function addStock(tx: Tx, scope: Scope, item: Item, { branch_id, on_hand }: Stock, { user, now }: By) {
  if (on_hand === null || on_hand === undefined) return []
  if (!branch_id) throw fieldError('branch_id', 'required')
  if (!item.tracks_stock) throw fieldError('on_hand', 'not_counted')
  const allowed = user.access.get('stock.update')
  if (allowed === undefined || !includesBranch(allowed, branch_id)) throw fieldError('branch_id', 'not_permitted')
  const branch = await tx.selectFrom('branches').select('id').where('id', '=', branch_id).executeTakeFirst()
  if (branch === undefined) throw fieldError('branch_id', 'invalid')
  const { attribute_id, variations } = await findVariations(tx, scope, item.id, false)
  const units = attribute_id === null ? [null] : variations.map(({ id }) => id)
  const levels = units.map((variation_id) => ({ branch_id, item_id: item.id, variation_id, on_hand }))
  await setLevels(tx, levels, { user_id: user.user_id, now })
  return levels.map(({ variation_id }) => ({
    kind: 'stock',
    id: `${branch_id}_${variation_id ?? item.id}`,
    branch_id,
    before: { on_hand: 0 },
    after: { on_hand },
  }))
}
