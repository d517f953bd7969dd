import { sql } from 'kysely'
import type { ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import {
  discrepancyStates,
  type DiscrepancyKind,
  type DiscrepancyState,
  type listMoneyDiscrepancies,
  type MoneyDiscrepancy,
  type noteMoneyDiscrepancy,
} from '#contract/money-discrepancies.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { anywhere } from '#server/database/like.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { translate } from '#server/translate.ts'
import { getProviderTitle } from '#server/features/wallet/texts.ts'

/* What staff see of the discrepancies, and what they do about them. */

type Counts = Record<DiscrepancyState, number>

/** One page of what was found, newest first, with how many are open and settled in all. */
export async function listDiscrepancies(
  db: Db,
  { page, size, state, kind, provider, search }: ParsedQuery<typeof listMoneyDiscrepancies>,
  language: Language,
): Promise<Page<MoneyDiscrepancy> & { counts: Counts }> {
  const found = withPayments(db)
    .$if(state === 'open', (query) => query.where('resolved_at', 'is', null))
    .$if(state === 'resolved', (query) => query.where('resolved_at', 'is not', null))
    .$if(kind !== undefined, (query) => query.where('d.kind', '=', kind!))
    .$if(provider !== undefined, (query) => query.where('d.provider', '=', provider!))
    .$if(search !== undefined, (query) => {
      const like = anywhere(search!)
      return query.where(
        sql<boolean>`(d.reference ilike ${like} or t.provider_reference ilike ${like} or u.email ilike ${like}
          or d.ours ilike ${like} or d.theirs ilike ${like})`,
      )
    })
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const ids = await found
    .select('d.id')
    .orderBy('found_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const items = await findWithNotes(
    db,
    ids.map(({ id }) => id),
    language,
  )
  return { ...toPage(items, total, page, size), counts: await countStates(db) }
}

/** With the payment that a discrepancy is about, and whose it is. */
const withPayments = (db: Db) =>
  db
    .selectFrom('money_differences as d')
    .leftJoin('top_ups as t', (join) =>
      join.onRef('t.reference', '=', 'd.reference').onRef('t.provider', '=', 'd.provider'),
    )
    // Nobody can write to who has erased the account.
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 't.user_id').on('u.erased_at', 'is', null))

async function countStates(db: Db): Promise<Counts> {
  const { open, resolved } = await db
    .selectFrom('money_differences')
    .select(sql<number>`(count(*) filter (where resolved_at is null))::int`.as('open'))
    .select(sql<number>`(count(*) filter (where resolved_at is not null))::int`.as('resolved'))
    .executeTakeFirstOrThrow()
  return { open, resolved }
}

/** Differences with all that was done about them, in the order of `ids`. */
async function findWithNotes(db: Db, ids: readonly string[], language: Language): Promise<MoneyDiscrepancy[]> {
  if (ids.length === 0) return []
  const rows = await withPayments(db)
    .leftJoin('users as s', 's.id', 'd.resolved_by')
    .select(['d.id', 'd.kind', 'd.provider', 'd.reference', 'ours', 'theirs', 'found_at', 'resolved_at'])
    .select(['t.provider_reference', 'u.email as driver', 's.email as resolved_by'])
    .where('d.id', 'in', ids)
    .execute()
  const notes = await db
    .selectFrom('money_difference_notes as n')
    .leftJoin('users', 'users.id', 'n.user_id')
    .select(['n.id', 'difference_id', 'users.email as author', 'state', 'body', 'n.created_at'])
    .where('difference_id', 'in', ids)
    .orderBy('n.created_at')
    .orderBy('n.id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const { kind, found_at, resolved_at, ...row } = byId.get(id)!
    const say = (of: 'differences' | 'advice') =>
      translate(language, `wallet_answers.${of}.${kind}`, { provider: getProviderTitle(row.provider) })
    return {
      ...row,
      kind: kind as DiscrepancyKind,
      state: resolved_at === null ? 'open' : 'resolved',
      message: say('differences'),
      advice: say('advice'),
      found_at: found_at.toISOString(),
      resolved_at: resolved_at?.toISOString() ?? null,
      notes: notes
        .filter(({ difference_id }) => difference_id === id)
        .map(({ difference_id: _of, ...note }) => ({
          ...note,
          state: discrepancyStates.find((one) => one === note.state) ?? null,
          created_at: note.created_at.toISOString(),
        })),
    }
  })
}

/**
 * Notes what a person found out about a discrepancy, settles it or opens it again, with who and when; nothing that was
 * noted is ever changed. Throws `difference_not_found`, and 422 for one that is settled without a word why.
 */
export async function noteDiscrepancy(
  { db, clock }: Deps,
  user_id: string,
  id: string,
  { note, is_resolved }: ParsedBody<typeof noteMoneyDiscrepancy>,
  language: Language,
): Promise<MoneyDiscrepancy> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('money_differences')
      .select('resolved_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) throw new AppError('difference_not_found')
    // Two who settle it at once are one.
    const state = is_resolved === undefined || is_resolved === (row.resolved_at !== null) ? null : stateOf(is_resolved)
    if (state === null && note === undefined) return
    if (state === 'resolved' && note === undefined && !(await hasNote(tx, id))) throw fieldError('note', 'required')
    if (state !== null) {
      const settled = state === 'resolved' ? { resolved_at: now, resolved_by: user_id } : open
      await tx.updateTable('money_differences').set(settled).where('id', '=', id).execute()
    }
    await tx
      .insertInto('money_difference_notes')
      .values({ id: newId(now.getTime()), difference_id: id, user_id, state, body: note ?? null, created_at: now })
      .execute()
  })
  return (await findWithNotes(db, [id], language))[0]!
}

const open = { resolved_at: null, resolved_by: null }
const stateOf = (is_resolved: boolean): DiscrepancyState => (is_resolved ? 'resolved' : 'open')

async function hasNote(tx: Tx, difference_id: string): Promise<boolean> {
  const noted = await tx
    .selectFrom('money_difference_notes')
    .select('id')
    .where('difference_id', '=', difference_id)
    .where('body', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return noted !== undefined
}
