import { sql } from 'kysely'
import type { ItemPrices, setPrices as setContract } from '#contract/catalogue/desk/item-parts.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { currencies, toMajor, type Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getItem, lockItem, touchItem } from './item-records.ts'

interface PricedRow {
  id: string
  kind: ItemPrices['rows'][number]['kind']
  name: string | null
}
interface PriceRow {
  id: string
  currency: Currency
  amount_minor: bigint
  is_own: boolean
}

/** What of an item has a price: itself, or its active variations, and its extras. */
async function findPriced(db: Db | Tx, id: string, isFrench: boolean): Promise<PricedRow[]> {
  const end = isFrench ? '_fr' : ''
  const { rows } = await sql<PricedRow>`
    select i.id, 'item' as kind, null as name, 0 as part, 0 as position from items i where i.id = ${id} and i.attribute_id is null
    union all
    select v.id, 'variation', n.name, 1, v.position from item_variations v join items i on i.id = v.item_id
      join item_attributes a on a.id = i.attribute_id
      join unnest(a.value_codes, ${sql.ref(`a.value_names${end}`)}) n (code, name) on n.code = v.value_code
    where v.item_id = ${id} and v.status = 'active'
    union all
    select e.id, 'extra', ${sql.ref(`e.name${end}`)}, 2, e.position from item_extras e
    where e.item_id = ${id} and e.status = 'active'
    order by part, position`.execute(db)
  return rows.map(({ id: of, kind, name }) => ({ id: of, kind, name }))
}

/** Prices for everywhere are set by people who may do so at every branch. */
const maySet = (scope: Scope, branch_id: string | null): boolean =>
  branch_id === null ? scope.everywhere : includesBranch(scope, branch_id)

/** Returns the prices of an item at one place. Throws `item_not_found`, and `branch_not_found` for a branch outside the scope. */
export async function findPrices(
  db: Db | Tx,
  scope: Scope,
  id: string,
  branch_id: string | null,
  { isFrench, settable }: { isFrench: boolean; settable: Scope | undefined },
): Promise<ItemPrices> {
  const { version } = await getItem(db, scope, id)
  const priced = await findPriced(db, id, isFrench)
  const ids = priced.map((entry) => entry.id)
  const branches = await db
    .selectFrom('branches as b')
    .select(['b.id', 'b.name', sql<Currency>`b.currency`.as('currency')])
    .select(
      sql<number>`(select count(*)::int from prices p where p.branch_id = b.id
        and coalesce(p.item_id, p.variation_id, p.extra_id) = any(${ids}::uuid[]))`.as('own'),
    )
    .where(withinBranches(sql.ref('b.id'), scope))
    .orderBy('b.name')
    .execute()
  const branch = branches.find((branch) => branch.id === branch_id)
  if (branch_id !== null && branch === undefined) throw new AppError('branch_not_found')
  const { rows } = await sql<PriceRow>`
    select coalesce(item_id, variation_id, extra_id) as id, currency, amount_minor, branch_id is not null as is_own from prices
    where coalesce(item_id, variation_id, extra_id) = any(${ids}::uuid[])
      and (branch_id is null or branch_id = ${branch_id}::uuid)`.execute(db)
  const find = (of: string, currency: Currency, isOwn: boolean) =>
    rows.find((row) => row.id === of && row.currency === currency && row.is_own === isOwn)?.amount_minor
  const shown = branch === undefined ? currencies : [branch.currency]
  return {
    version,
    branch_id,
    may_set: settable !== undefined && maySet(settable, branch_id),
    branches,
    currencies: [...shown],
    rows: priced.map((entry) => ({
      ...entry,
      prices: shown.map((currency) => {
        const own = find(entry.id, currency, branch_id !== null)
        const usual = branch_id === null ? undefined : find(entry.id, currency, false)
        return {
          currency,
          amount: own === undefined ? null : toMajor(own, currency),
          usual: usual === undefined ? null : toMoney(usual, currency),
        }
      }),
    })),
  }
}

/**
 * Sets or removes prices. Throws `item_not_found`, `changed_meanwhile`, `forbidden` for prices everywhere by somebody who
 * has the permission at some branches alone, `branch_not_found`, and 422.
 */
export async function setPrices(
  tx: Tx,
  scope: Scope,
  id: string,
  { branch_id, prices, version }: ParsedBody<typeof setContract>,
) {
  if (!maySet(scope, branch_id)) throw new AppError(branch_id === null ? 'forbidden' : 'branch_not_found')
  const item = await lockItem(tx, scope, id, version)
  const before = await findPrices(tx, scope, id, branch_id, { isFrench: false, settable: scope })
  const seen = new Set<string>()
  for (const [n, { id: of, currency, amount }] of prices.entries()) {
    const row = before.rows.find((row) => row.id === of)
    if (row === undefined) throw fieldError(`prices.${n}.id`, 'invalid')
    if (!before.currencies.includes(currency)) throw fieldError(`prices.${n}.currency`, 'invalid')
    if (seen.has(`${of} ${currency}`)) throw fieldError(`prices.${n}.id`, 'twice')
    seen.add(`${of} ${currency}`)
    const amount_minor = amount === null ? null : parseAmount(`prices.${n}.amount`, amount, currency)
    await storePrice(tx, { [`${row.kind}_id`]: of, currency, branch_id }, amount_minor)
  }
  const after = await findPrices(tx, scope, id, branch_id, { isFrench: false, settable: scope })
  const { answer } = await touchItem(tx, scope, item)
  return {
    answer: { ...after, version: answer.version },
    changes: [
      {
        kind: 'item',
        id,
        ...(branch_id !== null && { branch_id }),
        before: describe(before),
        after: describe(after),
      },
    ],
  }
}

/** The prices that are set, as the audit log shows them. */
const describe = ({ rows }: ItemPrices) => ({
  prices: rows.flatMap(({ name, prices }) =>
    prices.flatMap(({ amount, currency }) => (amount === null ? [] : [{ name, amount, currency }])),
  ),
})

interface PriceKey {
  item_id?: string
  variation_id?: string
  extra_id?: string
  currency: Currency
  branch_id: string | null
}

async function storePrice(tx: Tx, key: PriceKey, amount_minor: bigint | null): Promise<void> {
  const { item_id = null, variation_id = null, extra_id = null, currency, branch_id } = key
  if (amount_minor === null) {
    await sql`delete from prices where item_id is not distinct from ${item_id}::uuid
      and variation_id is not distinct from ${variation_id}::uuid and extra_id is not distinct from ${extra_id}::uuid
      and currency = ${currency} and branch_id is not distinct from ${branch_id}::uuid`.execute(tx)
    return
  }
  await tx
    .insertInto('prices')
    .values({ id: newId(), item_id, variation_id, extra_id, currency, branch_id, amount_minor })
    .onConflict((conflict) =>
      conflict.constraint('prices_once').doUpdateSet({ amount_minor, version: sql`prices.version + 1` }),
    )
    .execute()
}
