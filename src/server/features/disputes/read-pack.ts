import { sql } from 'kysely'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import type { EvidenceKind } from '#contract/disputes/desk.ts'
import type { Money } from '#contract/fields.ts'
import { localeOf, type Locale } from '#contract/formats.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { getDetails } from '#server/features/bookings/queries.ts'
import { findMessages } from '#server/features/orders/messages/threads.ts'
import { getOrderDetails } from '#server/features/orders/queries.ts'
import { findHeld, getDispute, type Dispute } from './dispute-records.ts'
import { listDemands, toClaim } from './evidence.ts'
import { findSales, type Sale } from './sales.ts'

/** Other payments of the customer within so many days of this one are listed: a duplicate is among them. */
const otherPayments_days = 7
/** Bookings beyond so many are named without their details, so that the file stays small enough for providers. */
const mostSales = 20

/** What the pack shows, as plain data: it is drawn in a worker. Times are instants in UTC. */
export interface DisputePack {
  locale: Locale
  now: string
  dispute: {
    provider: string
    id: string
    claim: string | null
    stage: string
    amount: Money
    answer_by: string | null
  }
  evidence: { kind: EvidenceKind; is_held: boolean }[]
  payment: {
    reference: string
    provider_reference: string | null
    amount: Money
    created_at: string
    settled_at: string | null
    device: string | null
  }
  customer: {
    name: string
    email: string
    phone: string | null
    created_at: string
    email_verified_at: string | null
    terms_accepted_at: string | null
  } | null
  sessions: { user_agent: string | null; created_at: string; last_seen_at: string }[]
  bookings: { paid: Money; details: BookingDetails; device: string | null; gate: GateEvent[] }[]
  orders: { paid: Money; details: OrderDetails; messages: { author: string; text: string; at: string }[] }[]
  documents: {
    paid: Money
    number: string
    status: string
    plate: string | null
    history: { at: string; status: string }[]
  }[]
  /** Codes of sales that are not shown in full. */
  further: string[]
  unspent: Money
  refunds: { reference: string; kind: string; status: string; amount: Money; at: string }[]
  others: { reference: string; status: string; amount: Money; at: string }[]
  mails: { at: string; subject: string; is_sent: boolean }[]
}

export interface GateEvent {
  at: string
  direction: string
  /** `guard`: a guard scanned the pass; `camera`: a camera read the number plate. */
  by: 'guard' | 'camera'
  was_let_in: boolean
}

/** Collects all that we hold about a disputed payment. Throws `not_found`. */
export async function readDisputePack(deps: Deps, id: string): Promise<DisputePack> {
  const { db } = deps
  const now = deps.clock()
  const row = await getDispute(db, id)
  const { user_id, currency } = row
  const money = toMoney(currency)
  const payment = await db
    .selectFrom('top_ups')
    .select(['reference', 'provider_reference', 'amount_minor', 'created_at', 'settled_at', 'device'])
    .where('id', '=', row.top_up_id)
    .executeTakeFirstOrThrow()
  const { locale, customer } = await readCustomer(db, user_id)
  const { sales, unspent_minor } = await findSales(db, row)
  const held = await findHeld(db, row, sales)
  const shown = sales.slice(0, mostSales)
  const { amount_minor, created_at, settled_at, ...paid } = payment
  return {
    locale,
    now: now.toISOString(),
    dispute: {
      provider: row.provider,
      id: row.provider_dispute_id,
      claim: row.claim,
      stage: row.stage,
      amount: money(row.amount_minor),
      answer_by: row.answer_by?.toISOString() ?? null,
    },
    evidence: listDemands(toClaim(row.claim)).map((kind) => ({ kind, is_held: held[kind] })),
    payment: {
      ...paid,
      amount: money(amount_minor),
      created_at: created_at.toISOString(),
      settled_at: settled_at?.toISOString() ?? null,
    },
    customer,
    sessions: await readSessions(db, user_id),
    ...(await readSales(deps, user_id, shown, { locale, now, money })),
    further: sales.slice(mostSales).map(({ code }) => code),
    unspent: money(unspent_minor),
    ...(await readMoney(db, row)),
    mails: customer === null ? [] : await readMails(db, customer.email, created_at),
  }
}

const toMoney =
  (currency: Currency) =>
  (amount_minor: bigint): Money => ({ amount: toMajor(amount_minor, currency), currency })

async function readCustomer(db: Db, user_id: string): Promise<Pick<DisputePack, 'locale' | 'customer'>> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.phone', 'u.created_at', 'u.email_verified_at'])
    .select(['u.terms_accepted_at', 'u.erased_at', 'c.code'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { first_name, last_name, email, phone } = row
  return {
    // Providers and banks read English; amounts and dates are those of the customer's country.
    locale: localeOf('en', row.code as CountryCode),
    customer:
      row.erased_at === null
        ? {
            name: [first_name, last_name].filter((part) => part !== null && part !== '').join(' '),
            email,
            phone,
            created_at: row.created_at.toISOString(),
            email_verified_at: row.email_verified_at?.toISOString() ?? null,
            terms_accepted_at: row.terms_accepted_at?.toISOString() ?? null,
          }
        : null,
  }
}

async function readSessions(db: Db, user_id: string): Promise<DisputePack['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .limit(20)
    .execute()
  return rows.map(({ user_agent, created_at, last_seen_at }) => ({
    user_agent,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
  }))
}

interface Reading {
  locale: Locale
  now: Date
  money: (amount_minor: bigint) => Money
}

async function readSales(
  deps: Deps,
  user_id: string,
  sales: readonly Sale[],
  { locale, now, money }: Reading,
): Promise<Pick<DisputePack, 'bookings' | 'orders' | 'documents'>> {
  const { db } = deps
  const found: Pick<DisputePack, 'bookings' | 'orders' | 'documents'> = { bookings: [], orders: [], documents: [] }
  for (const { kind, id, code, paid_minor } of sales) {
    const paid = money(paid_minor)
    switch (kind) {
      case 'booking': {
        const details = await getDetails(deps, user_id, code, 'en', now)
        const { device } = await db
          .selectFrom('bookings')
          .select('device')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        found.bookings.push({ paid, details, device, gate: await readGate(db, id) })
        break
      }
      case 'order': {
        const details = await getOrderDetails(db, user_id, code, { locale, now })
        const { items } = await findMessages(db, id, 'branch', now)
        const messages = items.map(({ author, text, created_at: at }) => ({ author, text, at }))
        found.orders.push({ paid, details, messages })
        break
      }
      case 'document':
        found.documents.push({ paid, ...(await readDocument(db, id)) })
    }
  }
  return found
}

/** Scans of passes and reads of number plates, oldest first. */
async function readGate(db: Db, booking_id: string): Promise<GateEvent[]> {
  const { rows } = await sql<Omit<GateEvent, 'at'> & { at: Date }>`
    select at, direction, 'guard' as by, admitted as was_let_in from guard_scans where booking_id = ${booking_id}::uuid
    union all select at, direction, 'camera', opened from gate_reads where booking_id = ${booking_id}::uuid
    order by at limit 50`.execute(db)
  return rows.map((event) => ({ ...event, at: event.at.toISOString() }))
}

async function readDocument(db: Db, id: string): Promise<Omit<DisputePack['documents'][number], 'paid'>> {
  const request = await db
    .selectFrom('document_requests')
    .select(['number', 'status', 'plate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const history = await db
    .selectFrom('document_history')
    .select(['at', 'to_status as status'])
    .where('request_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...request, history: history.map(({ at, status }) => ({ at: at.toISOString(), status })) }
}

/** What went back of the payment, and what else the customer paid in those days. */
async function readMoney(db: Db, { top_up_id, user_id }: Dispute): Promise<Pick<DisputePack, 'refunds' | 'others'>> {
  const refunds = await db
    .selectFrom('refunds')
    .select(['reference', 'kind', 'status', 'amount_minor', 'currency', 'created_at'])
    .where('top_up_id', '=', top_up_id)
    .orderBy('created_at')
    .execute()
  const { rows } = await sql<{ reference: string; status: string; amount_minor: bigint; currency: Currency; at: Date }>`
    select o.reference, o.status, o.amount_minor, o.currency, o.created_at as at from top_ups t join top_ups o on o.user_id = t.user_id
    where t.id = ${top_up_id}::uuid and o.user_id = ${user_id}::uuid and o.id <> t.id
      and o.created_at between t.created_at - ${`${otherPayments_days} days`}::interval and t.created_at + ${`${otherPayments_days} days`}::interval
    order by o.created_at limit 50`.execute(db)
  return {
    refunds: refunds.map(({ amount_minor, currency, created_at, ...refund }) => ({
      ...refund,
      amount: toMoney(currency as Currency)(amount_minor),
      at: created_at.toISOString(),
    })),
    others: rows.map(({ amount_minor, currency, at, ...other }) => ({
      ...other,
      amount: toMoney(currency)(amount_minor),
      at: at.toISOString(),
    })),
  }
}

/** The emails that we still hold a copy of, from the day before the payment. */
async function readMails(db: Db, to_address: string, paid_at: Date): Promise<DisputePack['mails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['created_at', 'sent_at', 'subject'])
    .where('to_address', '=', to_address)
    .where('created_at', '>=', new Date(paid_at.getTime() - day_ms))
    .orderBy('created_at')
    .limit(60)
    .execute()
  return rows.map(({ created_at, sent_at, subject }) => ({
    at: (sent_at ?? created_at).toISOString(),
    subject,
    is_sent: sent_at !== null,
  }))
}
