import { sql } from 'kysely'
import type {
  changeDocumentFee as changeContract,
  DocumentFee,
  endDocumentFee as endContract,
  FeeEntry,
} from '#contract/documents/desk/document-fees.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { signatureOf } from '#server/features/access/contacts.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { checkEntry } from './check-entry.ts'

/* Fees as staff enters them. A fee is never changed, so that the lines of a quote can be looked up. */

interface FeeChange {
  answer: DocumentFee
  changes: AuditedChange[]
}
type FeeRow = Omit<DocumentFee, 'title' | 'actions' | 'amount'> & { amount_minor: bigint }

/** When a fee, `f`, applies: before, on or after today in Nigeria. */
export const feeState = (now: Date) => sql<DocumentFee['status']>`case
  when f.valid_from > ${toNigerianDay(now)}::date then 'coming' when f.valid_to <= ${toNigerianDay(now)}::date then 'over' else 'current' end`

/** Who entered a fee. */
export const enteredBy = signatureOf('u')

/** Returns a fee. Throws `not_found`. */
export async function getFee(db: Db | Tx, id: string, now: Date): Promise<DocumentFee> {
  const { rows } = await sql<FeeRow>`
    select f.id, f.kind, f.part, split_part(s.code, '-', 2) as state, f.category, f.use, f.engine_from_cc, f.engine_to_cc,
      f.term_months::text, f.amount_minor, f.valid_from::text, (f.valid_to - 1)::text as valid_to, f.source,
      f.observed_on::text, ${enteredBy} as entered_by, f.is_example, ${feeState(now)} as status
    from document_fees f left join states s on s.id = f.state_id left join users u on u.id = f.entered_by
    where f.id = ${id}::uuid`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { amount_minor, ...row } = rows[0]
  const describeFee = (language: 'en' | 'fr') =>
    [`fee_kinds.${row.kind}`, `fee_parts.${row.part}`, `nigerian_states.${row.state ?? 'all'}`]
      .map((key) => translate(language, `desk.words.${key}`))
      .join(' · ')
  return {
    ...row,
    title: describeFee('en'),
    name: describeFee('en'),
    name_fr: describeFee('fr'),
    amount: { amount: toMajor(amount_minor, 'NGN'), currency: 'NGN' },
    actions: row.status === 'over' ? [] : ['change', 'end', ...(row.status === 'coming' ? ['remove'] : [])],
  }
}

const describe = ({ title: _t, name: _n, name_fr: _f, actions: _a, status: _s, ...facts }: DocumentFee) => facts
const entryOf = (before: DocumentFee | undefined, after: DocumentFee | undefined): AuditedChange => ({
  kind: 'document_fee',
  id: (after ?? before)!.id,
  ...(before && { before: describe(before) }),
  ...(after && { after: describe(after) }),
})

/** Keeps others from entering fees meanwhile, so that what was found is still so when it is stored. */
export const lockFees = (tx: Tx) => sql`select pg_advisory_xact_lock(727281)`.execute(tx)

const dayAfter = (day: string): string => new Date(Date.parse(day) + day_ms).toISOString().slice(0, 10)

interface Found {
  id: string
  is_same: boolean
  amount_minor: bigint
  valid_from: string
  valid_to: string | null
  source: string
}

/** Fees that would be valid beside an entry for the same line. `is_same`: for exactly the same subject. */
async function findOverlaps(tx: Tx, entry: FeeEntry, except: string | null = null): Promise<Found[]> {
  const state = sql`(select id from states where code = ${entry.state === null ? null : `NG-${entry.state}`})`
  const subject = sql`${state}, ${entry.category}::text, ${entry.use}::text, ${entry.engine_from_cc}::int, ${entry.engine_to_cc}::int, ${Number(entry.term_months) || null}::int`
  const { rows } = await sql<Found>`
    select f.id, f.amount_minor, f.valid_from::text, f.valid_to::text, f.source,
      row(f.state_id, f.category, f.use, f.engine_from_cc, f.engine_to_cc, f.term_months) is not distinct from row(${subject}) as is_same
    from document_fees f
    where f.id is distinct from ${except}::uuid and f.kind = ${entry.kind} and f.part = ${entry.part}
      and int4range(f.state_id, f.state_id, '[]') && int4range(${state}, ${state}, '[]')
      and (f.category is null or ${entry.category}::text is null or f.category = ${entry.category}::text)
      and (f.use is null or ${entry.use}::text is null or f.use = ${entry.use}::text)
      and int4range(f.engine_from_cc, f.engine_to_cc, '[]') && int4range(${entry.engine_from_cc}::int, ${entry.engine_to_cc}::int, '[]')
      and (f.term_months is null or ${entry.term_months}::int is null or f.term_months = ${entry.term_months}::int)
      and daterange(f.valid_from, f.valid_to) && daterange(${entry.valid_from}::date, ${entry.valid_to === null ? null : dayAfter(entry.valid_to)}::date)
    order by f.valid_from`.execute(tx)
  return rows
}

const setEnd = (tx: Tx, id: string, valid_to: string | null) =>
  tx.updateTable('document_fees').set({ valid_to }).where('id', '=', id).execute()

export interface EnteredFee {
  outcome: 'accepted' | 'unchanged'
  id: string
  changes: AuditedChange[]
}

/**
 * Stores a fee, and ends the one for exactly the same subject that it replaces. Nothing is stored for one that is known
 * already. Throws 422 for fields that contradict each other and for a fee that would be valid beside another. The caller
 * holds the lock of `lockFees`.
 */
export async function enterFee(tx: Tx, entry: FeeEntry, actor_id: string, now: Date): Promise<EnteredFee> {
  checkEntry(entry, now)
  const amount_minor = BigInt(entry.amount) * 100n
  const overlaps = await findOverlaps(tx, entry)
  const known = overlaps.find(
    (fee) =>
      fee.is_same &&
      fee.valid_from === entry.valid_from &&
      fee.amount_minor === amount_minor &&
      // A file that is imported again does not know which of its fees have ended since.
      (entry.valid_to === null || fee.valid_to === dayAfter(entry.valid_to)),
  )
  if (known !== undefined) return { outcome: 'unchanged', id: known.id, changes: [] }
  const replaced = overlaps.filter(({ is_same, valid_from }) => is_same && valid_from < entry.valid_from)
  const other = overlaps.find((fee) => !replaced.includes(fee))
  if (other !== undefined)
    throw fieldError('valid_from', 'fee_overlap', { day: other.valid_from, source: other.source })
  const before = replaced[0] && (await getFee(tx, replaced[0].id, now))
  if (before !== undefined) await setEnd(tx, before.id, entry.valid_from)
  const id = newId(now.getTime())
  const { state, amount: _amount, term_months, valid_to, ...columns } = entry
  const state_id = await findStateId(tx, state)
  await tx
    .insertInto('document_fees')
    .values({
      ...columns,
      id,
      state_id,
      amount_minor,
      term_months: term_months === null ? null : Number(term_months),
      valid_to: valid_to === null ? null : dayAfter(valid_to),
      entered_by: actor_id,
      created_at: now,
    })
    .execute()
  const ended = before === undefined ? [] : [entryOf(before, await getFee(tx, before.id, now))]
  return { outcome: 'accepted', id, changes: [...ended, entryOf(undefined, await getFee(tx, id, now))] }
}

async function findStateId(tx: Tx, state: FeeEntry['state']): Promise<number | null> {
  if (state === null) return null
  const { id } = await tx.selectFrom('states').select('id').where('code', '=', `NG-${state}`).executeTakeFirstOrThrow()
  return id
}

/** Enters a fee. Throws 422 as `enterFee`, also for one that is known already. */
export async function createFee(tx: Tx, entry: FeeEntry, actor_id: string, now: Date): Promise<FeeChange> {
  await lockFees(tx)
  const { outcome, id, changes } = await enterFee(tx, entry, actor_id, now)
  if (outcome === 'unchanged') throw fieldError('valid_from', 'fee_known')
  return { answer: await getFee(tx, id, now), changes }
}

async function lockFee(tx: Tx, id: string, action: string, now: Date): Promise<DocumentFee> {
  await lockFees(tx)
  const fee = await getFee(tx, id, now)
  if (!fee.actions.includes(action)) throw new AppError('fee_over')
  return fee
}

/** Enters a new amount for the subject of a fee, from a day on. Throws `not_found`, `fee_over`, and 422 as `enterFee`. */
export async function changeFee(
  tx: Tx,
  id: string,
  body: ParsedBody<typeof changeContract>,
  actor_id: string,
  now: Date,
): Promise<FeeChange> {
  const { valid_to, ...before } = await lockFee(tx, id, 'change', now)
  if (body.valid_from <= before.valid_from) throw fieldError('valid_from', 'fee_before')
  if (valid_to !== null && body.valid_from > dayAfter(valid_to)) throw fieldError('valid_from', 'fee_after')
  const { kind, part, engine_from_cc, engine_to_cc } = before
  const { state, category, use, term_months } = before as unknown as FeeEntry
  const subject = { kind, part, state, category, use, engine_from_cc, engine_to_cc, term_months }
  // Its last day is that of the fee that it replaces, unless it begins after it.
  const lasts = valid_to !== null && valid_to < body.valid_from ? null : valid_to
  const { id: next, changes } = await enterFee(tx, { ...subject, ...body, valid_to: lasts }, actor_id, now)
  return { answer: await getFee(tx, next, now), changes }
}

/** Sets the last day of a fee, yesterday or later. Throws `not_found`, `fee_over`, and 422 where another follows it. */
export async function endFee(
  tx: Tx,
  id: string,
  { valid_to }: ParsedBody<typeof endContract>,
  now: Date,
): Promise<FeeChange> {
  const before = await lockFee(tx, id, 'end', now)
  if (valid_to !== null && dayAfter(valid_to) < toNigerianDay(now)) throw fieldError('valid_to', 'day_past')
  if (valid_to !== null && valid_to < before.valid_from) throw fieldError('valid_to', 'dates_order')
  const entry = { ...before, amount: before.amount.amount, valid_to } as unknown as FeeEntry
  const [other] = await findOverlaps(tx, entry, id)
  if (other !== undefined) throw fieldError('valid_to', 'fee_overlap', { day: other.valid_from, source: other.source })
  await setEnd(tx, id, valid_to === null ? null : dayAfter(valid_to))
  const answer = await getFee(tx, id, now)
  return { answer, changes: [entryOf(before, answer)] }
}

/** Deletes a fee that is not valid yet. Throws `not_found` and `fee_over`. */
export async function deleteFee(tx: Tx, id: string, now: Date) {
  const before = await lockFee(tx, id, 'remove', now)
  await tx.deleteFrom('document_fees').where('id', '=', id).execute()
  return { answer: undefined, changes: [entryOf(before, undefined)] }
}
