import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import {
  type DiscrepancyKind,
  type DiscrepancyState,
  type MoneyDiscrepancy,
} from '#contract/wallet/money-discrepancies.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { customerContact, signatureOf } from '#server/features/access/contacts.ts'
import { changeItem, findNotes, type ItemsWithNotes } from '#server/features/lists/items-with-notes.ts'
import type { SeenBy } from '#server/features/lists/source.ts'
import { translate } from '#server/output/translate.ts'
import { getProviderTitle } from '../texts.ts'

/** A discrepancy `i` with its payment `t` and the payer `u`; no payer once the account is erased. */
const withPayments = sql`money_differences i
  left join top_ups t on t.reference = i.reference and t.provider = i.provider
  left join users u on u.id = t.user_id and u.erased_at is null`

const discrepanciesWithNotes: ItemsWithNotes<DiscrepancyState> = {
  table: 'money_differences',
  state: sql<DiscrepancyState>`case when i.resolved_at is null then 'open' else 'resolved' end`,
  notes: { table: 'money_difference_notes', itemId: 'difference_id' },
  notFound: 'difference_not_found',
}

type DiscrepancyRow = Pick<
  MoneyDiscrepancy,
  'id' | 'provider' | 'reference' | 'ours' | 'theirs' | 'provider_reference' | 'driver' | 'email' | 'resolved_by'
> & { kind: DiscrepancyKind; found_at: Date; resolved_at: Date | null }

export async function findDiscrepancies(
  db: Db | Tx,
  ids: readonly string[],
  language: Language,
  { access, now }: SeenBy,
): Promise<MoneyDiscrepancy[]> {
  const { customer, email } = customerContact('u', access, now)
  const { rows } = await sql<DiscrepancyRow>`
    select i.id, i.kind, i.provider, i.reference, i.ours, i.theirs, i.found_at, i.resolved_at,
      t.provider_reference, ${customer} as driver, ${email} as email, ${signatureOf('s')} as resolved_by
    from ${withPayments} left join users s on s.id = i.resolved_by where i.id = any(${ids}::uuid[])`.execute(db)
  const notes = await findNotes(db, discrepanciesWithNotes, ids)
  return rows.map(({ kind, found_at, resolved_at, ...row }) => {
    const t = (of: 'differences' | 'advice') =>
      translate(language, `wallet_answers.${of}.${kind}`, { provider: getProviderTitle(row.provider) })
    return {
      ...row,
      kind,
      state: resolved_at === null ? 'open' : 'resolved',
      message: t('differences'),
      advice: t('advice'),
      found_at: found_at.toISOString(),
      resolved_at: resolved_at?.toISOString() ?? null,
      notes: notes.get(row.id) ?? [],
    }
  })
}

/** Adds a note to a discrepancy, settles it or reopens it. Throws `difference_not_found`. */
export async function updateDiscrepancy(
  tx: Tx,
  user_id: string,
  id: string,
  { note, is_resolved }: { note?: string; is_resolved?: boolean },
  now: Date,
): Promise<AuditedChange[]> {
  return changeItem(tx, discrepanciesWithNotes, { user_id, now }, id, {
    state: is_resolved === undefined ? undefined : is_resolved ? 'resolved' : 'open',
    note,
    update: async (next: DiscrepancyState | undefined) => {
      if (next === undefined) return
      const resolved =
        next === 'resolved' ? { resolved_at: now, resolved_by: user_id } : { resolved_at: null, resolved_by: null }
      await tx.updateTable('money_differences').set(resolved).where('id', '=', id).execute()
    },
  })
}
