import { sql } from 'kysely'
import { countryZones } from '#contract/geography.ts'
import type { Currency } from '#contract/money.ts'
import { firstTerms, type IdentityState, type PayoutSchedule, type PayoutTerms } from '#contract/payouts/terms.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import { findNextPeriodEnd } from './rules.ts'

export interface Payee {
  id: string
  partner_id: string | null
  branch_id: string | null
  currency: Currency
  country: CountryCode
  state: string | null
  name: string
  timezone: string
  /** The end of the last period that was closed, and of the one that runs. */
  closed_until: Date | null
  next_closing_at: Date
  created_at: Date
  is_paused: boolean
  identity: IdentityState
  version: number
  is_example: boolean
}

/** SQL: a payee `y` with its partner `o` or its branch `b`, and its country `c`. */
export const payeesWithPlaces = sql`payees y join countries c on c.id = y.country_id left join states z on z.id = y.state_id
  left join partners o on o.id = y.partner_id left join branches b on b.id = y.branch_id`

/** SQL: what people call a payee. */
export const payeeName = sql<string>`coalesce(o.name, b.name)`

const columns = sql`y.id, y.partner_id, y.branch_id, y.currency, c.code as country, z.code as state, ${payeeName} as name,
  y.timezone, y.closed_until, y.next_closing_at, y.created_at, y.is_paused, y.identity, y.version, coalesce(o.is_example, b.is_example) as is_example`

/** Returns a payee and, with `lock`, waits for others who change what it is owed. Throws `not_found`. */
export async function getPayee(db: Db | Tx, id: string, { lock = false } = {}): Promise<Payee> {
  if (lock) await sql`select from payees where id = ${id}::uuid for no key update`.execute(db)
  const { rows } = await sql<Payee>`select ${columns} from ${payeesWithPlaces} where y.id = ${id}::uuid`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}

/**
 * Adds the payees that are missing: each branch, and each partner in each currency that its car parks are paid in. Midnight is
 * that of a branch’s own zone, or of the zone in which most of a partner’s car parks are.
 */
export async function addMissingPayees(db: Db | Tx, now: Date): Promise<void> {
  const { rows } = await sql<{
    partner_id: string | null
    branch_id: string | null
    currency: Currency
    country_id: number
    state_id: number | null
    timezone: string | null
    country: CountryCode
  }>`
    select null::uuid as partner_id, b.id as branch_id, b.currency, b.country_id, b.state_id, b.timezone, c.code as country
    from branches b join countries c on c.id = b.country_id
    where not exists (select from payees y where y.branch_id = b.id and y.currency = b.currency)
    union all
    select o.id, null, c.currency, o.country_id, mode() within group (order by p.state_id),
      mode() within group (order by p.timezone), c.code
    from partners o join countries c on c.id = o.country_id left join parks p on p.partner_id = o.id
    where not exists (select from payees y where y.partner_id = o.id and y.currency = c.currency)
    group by o.id, c.currency, c.code`.execute(db)
  if (rows.length === 0) return
  const schedules = new Map<Currency, PayoutSchedule>()
  for (const currency of new Set(rows.map((row) => row.currency)))
    schedules.set(currency, (await readTerms(db, { id: null, currency })).at(now).schedule)
  await db
    .insertInto('payees')
    .values(
      rows.map(({ country, ...row }) => {
        const timezone = row.timezone ?? countryZones[country]
        const next_closing_at = findNextPeriodEnd(schedules.get(row.currency)!, timezone, now)
        return { ...row, id: newId(now.getTime()), timezone, next_closing_at, created_at: now }
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The terms of a payee from the latest of an instant on: its own, else those of its currency. */
export interface TermsHistory {
  at(instant: Date): PayoutTerms
}

/** Returns the terms of a payee for any instant; without an id, those that hold for payees without their own. */
export async function readTerms(
  db: Db | Tx,
  { id, currency }: { id: string | null; currency: Currency },
): Promise<TermsHistory> {
  const rows = await db
    .selectFrom('payout_terms')
    .select(['payee_id', 'valid_from', 'commission', 'minimum_minor', 'reserve', 'reserve_days'])
    .select('schedule')
    .where((row) => row.or([row('payee_id', '=', id), row('payee_id', 'is', null)]))
    .where('currency', '=', currency)
    .orderBy('valid_from', 'desc')
    .$narrowType<Pick<PayoutTerms, 'schedule'>>()
    .execute()
  const holdsAt = (instant: Date) => (row: (typeof rows)[number]) => row.valid_from <= instant
  const own = rows.filter(({ payee_id }) => payee_id !== null)
  const common = rows.filter(({ payee_id }) => payee_id === null)
  return {
    at: (instant) => own.find(holdsAt(instant)) ?? common.find(holdsAt(instant)) ?? firstTerms[currency],
  }
}

/** Terms to store for a payee or, without one, for all who have none of their own. */
export type NewTerms = Omit<PayoutTerms, 'schedule'> & {
  payee_id: string | null
  currency: Currency
  schedule: PayoutSchedule
}

/** Stores terms that hold from `now` on; of two changes at the same instant, the later one holds. */
export async function writeTerms(
  tx: Tx,
  { payee_id, currency, ...terms }: NewTerms,
  { user_id, now }: { user_id: string; now: Date },
): Promise<void> {
  const set = { ...terms, set_by: user_id }
  await tx
    .insertInto('payout_terms')
    .values({ ...set, id: newId(now.getTime()), payee_id, currency, valid_from: now })
    .onConflict((conflict) =>
      payee_id === null
        ? conflict.columns(['currency', 'valid_from']).where('payee_id', 'is', null).doUpdateSet(set)
        : conflict.columns(['payee_id', 'valid_from']).where('payee_id', 'is not', null).doUpdateSet(set),
    )
    .execute()
}

/** SQL: what the ledger owes the payee `y` by its statements and payouts, in minor units. */
export const payeeBalance = sql<bigint>`(select coalesce(sum(e.amount_minor), 0)::bigint from ledger_accounts a
  join ledger_entries e on e.account_id = a.id
  where a.kind = 'payee_payable' and a.owner = y.id::text and a.currency = y.currency)`

/** Returns what the ledger owes a payee by its statements and payouts, in minor units. */
export async function findPayeeBalance(db: Db | Tx, { id, currency }: Pick<Payee, 'id' | 'currency'>): Promise<bigint> {
  const { rows } = await sql<{ minor: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as minor
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.kind = 'payee_payable' and a.owner = ${id} and a.currency = ${currency}`.execute(db)
  return rows[0]!.minor
}
