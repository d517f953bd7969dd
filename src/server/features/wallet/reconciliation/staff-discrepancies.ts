import { sql } from 'kysely'
import type { ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import type { Page } from '#contract/fields.ts'
import type { Language } from '#contract/places/places.ts'
import {
  discrepancyStates,
  type DiscrepancyKind,
  type DiscrepancyState,
  type listMoneyDiscrepancies,
  type MoneyDiscrepancy,
  type noteMoneyDiscrepancy,
} from '#contract/wallet/money-discrepancies.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { changeStaffItem, findNotes, listForStaff, type StaffList } from '#server/features/lists/staff-list.ts'
import { fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { getProviderTitle } from '../texts.ts'

/** A discrepancy `i` with its payment `t` and the payer `u`; no payer once the account is erased. */
const withPayments = sql`money_differences i
  left join top_ups t on t.reference = i.reference and t.provider = i.provider
  left join users u on u.id = t.user_id and u.erased_at is null`

const discrepancyList: StaffList<DiscrepancyState> = {
  table: 'money_differences',
  from: withPayments,
  listedAt: sql<Date>`i.found_at`,
  states: discrepancyStates,
  state: sql<DiscrepancyState>`case when i.resolved_at is null then 'open' else 'resolved' end`,
  searched: [sql`i.reference`, sql`t.provider_reference`, sql`u.email`, sql`i.ours`, sql`i.theirs`],
  notes: { table: 'money_difference_notes', itemId: 'difference_id' },
  notFound: 'difference_not_found',
}

/** One page of discrepancies, newest first, described in `language`. */
export const listDiscrepancies = (
  db: Db,
  { kind, provider, ...query }: ParsedQuery<typeof listMoneyDiscrepancies>,
  language: Language,
): Promise<Page<MoneyDiscrepancy> & { counts: Record<DiscrepancyState, number> }> =>
  listForStaff(
    db,
    discrepancyList,
    query,
    [
      kind === undefined ? undefined : sql<boolean>`i.kind = ${kind}`,
      provider === undefined ? undefined : sql<boolean>`i.provider = ${provider}`,
    ],
    (ids) => findDiscrepancies(db, ids, language),
  )

type DiscrepancyRow = Pick<
  MoneyDiscrepancy,
  'id' | 'provider' | 'reference' | 'ours' | 'theirs' | 'provider_reference' | 'driver' | 'resolved_by'
> & { kind: DiscrepancyKind; found_at: Date; resolved_at: Date | null }

export async function findDiscrepancies(
  db: Db | Tx,
  ids: readonly string[],
  language: Language,
): Promise<MoneyDiscrepancy[]> {
  const { rows } = await sql<DiscrepancyRow>`
    select i.id, i.kind, i.provider, i.reference, i.ours, i.theirs, i.found_at, i.resolved_at,
      t.provider_reference, u.email as driver, s.email as resolved_by
    from ${withPayments} left join users s on s.id = i.resolved_by where i.id = any(${ids}::uuid[])`.execute(db)
  const notes = await findNotes(db, discrepancyList, ids)
  return rows.map(({ kind, found_at, resolved_at, ...row }) => {
    const say = (of: 'differences' | 'advice') =>
      translate(language, `wallet_answers.${of}.${kind}`, { provider: getProviderTitle(row.provider) })
    return {
      ...row,
      kind,
      state: resolved_at === null ? 'open' : 'resolved',
      message: say('differences'),
      advice: say('advice'),
      found_at: found_at.toISOString(),
      resolved_at: resolved_at?.toISOString() ?? null,
      notes: notes.get(row.id) ?? [],
    }
  })
}

/**
 * Adds a note to a discrepancy, settles it or reopens it. Throws `difference_not_found`, and 422 when it would be
 * settled without any note.
 */
export async function noteDiscrepancy(
  tx: Tx,
  user_id: string,
  id: string,
  { note, is_resolved }: ParsedBody<typeof noteMoneyDiscrepancy>,
  language: Language,
  now: Date,
): Promise<{ answer: MoneyDiscrepancy; changes: AuditedChange[] }> {
  const change = {
    state: is_resolved === undefined ? undefined : is_resolved ? ('resolved' as const) : ('open' as const),
    note,
    check: async (_current: DiscrepancyState, next: DiscrepancyState | undefined) => {
      if (next === 'resolved' && note === undefined && !(await hasNote(tx, id))) throw fieldError('note', 'required')
    },
    update: async (next: DiscrepancyState | undefined) => {
      if (next === undefined) return
      const resolved =
        next === 'resolved' ? { resolved_at: now, resolved_by: user_id } : { resolved_at: null, resolved_by: null }
      await tx.updateTable('money_differences').set(resolved).where('id', '=', id).execute()
    },
  }
  const changes = await changeStaffItem(tx, discrepancyList, user_id, id, change, now)
  return { answer: (await findDiscrepancies(tx, [id], language))[0]!, changes }
}

async function hasNote(tx: Tx, difference_id: string): Promise<boolean> {
  const note = await tx
    .selectFrom('money_difference_notes')
    .select('id')
    .where('difference_id', '=', difference_id)
    .where('body', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return note !== undefined
}
