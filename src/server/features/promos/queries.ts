import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { normalizeCode, readPromoCode } from '#contract/codes.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { PromoCodesTable } from '#server/database/tables.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { calculateDiscount, isLimitReached, findUseProblem, type Discount, type UseLimits } from './rules.ts'

type PromoRow = Omit<Selectable<PromoCodesTable>, 'kind' | 'currency'> & Pick<Discount, 'kind' | 'currency'>

export type PromoDiscount = {
  promo_code_id: string
  code: string
  discount_minor: bigint
} & UseLimits

/** A code without the hyphens and underscores that it is written with, in the form that its index has. */
export const promoKey = (column: RawBuilder<unknown>) => sql<string>`replace(replace(${column}, '-', ''), '_', '')`

/** The condition that a code is the one that was typed: letter for letter, or the only one but for its hyphens. */
export function isPromoCode(table: string, typed: string): RawBuilder<boolean> {
  const [code, key] = [readPromoCode(typed), normalizeCode(typed)]
  return sql<boolean>`${sql.ref(`${table}.id`)} = (
    select k.id from promo_codes k where ${promoKey(sql`k.code`)} = ${key} and (k.code = ${code} or not exists (
      select from promo_codes s where ${promoKey(sql`s.code`)} = ${key} and s.id <> k.id))
    order by k.code = ${code} desc limit 1)`
}

/** Throws `promo_exists` for a code that differs from another by its hyphens and underscores alone. */
export async function requireFreeCode(tx: Tx, code: string): Promise<void> {
  const other = await tx
    .selectFrom('promo_codes')
    .select('id')
    .where(promoKey(sql.ref('code')), '=', normalizeCode(code))
    .executeTakeFirst()
  if (other !== undefined) throw new AppError('promo_exists')
}

/**
 * Returns the discount of a promo code on a parking price, before fees and taxes. Throws 422 on `promo_code` if it
 * can't be used. The limit per person is checked for a known user; `countPromoUse` enforces it. `given_back` uses do not count.
 */
export async function findDiscount(
  db: Db | Tx,
  purchase: {
    code: string
    user_id: string | undefined
    given_back?: number | undefined
    currency: Currency
    subtotal_minor: bigint
    now: Date
  },
): Promise<PromoDiscount> {
  const promo = (await db
    .selectFrom('promo_codes')
    .selectAll()
    .where(isPromoCode('promo_codes', purchase.code))
    .executeTakeFirst()) as PromoRow | undefined
  const problem = promo?.scope === 'shop' ? { key: 'promo_shop' } : findUseProblem(promo, purchase)
  if (promo === undefined || problem !== undefined)
    throw fieldError('promo_code', problem?.key ?? 'promo_unknown', problem?.params)
  const { limit_per_person, most_uses } = promo
  const { given_back = 0 } = purchase
  if (isLimitReached((await countAllUses(db, promo.id)) - given_back, most_uses))
    throw fieldError('promo_code', 'promo_used_up')
  if (
    purchase.user_id !== undefined &&
    isLimitReached((await countUses(db, promo.id, purchase.user_id)) - given_back, limit_per_person)
  )
    throw fieldError('promo_code', 'promo_used')
  return {
    promo_code_id: promo.id,
    code: promo.code,
    discount_minor: calculateDiscount(promo, purchase.subtotal_minor, purchase.currency),
    limit_per_person,
    most_uses,
  }
}

async function countAllUses(db: Db | Tx, promo_code_id: string): Promise<number> {
  const { used } = await db
    .selectFrom('promo_uses')
    .select(({ fn }) => fn.sum<bigint | null>('used').as('used'))
    .where('promo_code_id', '=', promo_code_id)
    .executeTakeFirstOrThrow()
  return Number(used ?? 0n)
}

async function countUses(db: Db | Tx, promo_code_id: string, user_id: string): Promise<number> {
  const row = await db
    .selectFrom('promo_uses')
    .select('used')
    .where('promo_code_id', '=', promo_code_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** A promo code; amounts in major units of `currency`, which is null for a percentage without minimum and maximum. */
interface Promo {
  id: string
  code: string
  kind: Discount['kind']
  /** A percentage, or an amount. */
  value: number
  currency: Currency | null
  minimum: number | null
  maximum: number | null
  limit_per_person: number | null
  starts_at: string
  ends_at: string
  is_active: boolean
  used: number
  created_at: string
}

const totalUses =
  sql<number>`(select coalesce(sum(used), 0)::float8 from promo_uses u where u.promo_code_id = promo_codes.id)`.as(
    'used',
  )

/** Throws `promo_not_found`. */
export async function getPromo(db: Db | Tx, id: string): Promise<Promo> {
  const row = await db.selectFrom('promo_codes').selectAll().select(totalUses).where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('promo_not_found')
  return toPromo(row)
}

function toPromo(row: Selectable<PromoCodesTable> & { used: number }): Promo {
  const { id, code, kind, value, least_minor, most_minor, limit_per_person, is_active, used } = row as PromoRow & {
    used: number
  }
  const currency = row.currency as Currency | null
  const amount = (minor: bigint | null) => (minor === null || currency === null ? null : toMajor(minor, currency))
  return {
    id,
    code,
    kind,
    value: kind === 'percentage' || currency === null ? Number(value) / 1_000 : toMajor(value, currency),
    currency,
    minimum: amount(least_minor),
    maximum: amount(most_minor),
    limit_per_person,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    is_active,
    used,
    created_at: row.created_at.toISOString(),
  }
}
