import { toMajor, isCurrency } from '#contract/money.ts'
import type { DifferenceKind, MoneyDifference } from '#contract/money-differences.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Language } from '#contract/places.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { translate } from '#server/translate.ts'
import { titleOf } from './wording.ts'

/** Where a provider and we do not say the same; `ours` and `theirs` are short words such as `success 20.5 CAD`. */
export type Difference = { kind: DifferenceKind; provider: string; reference: string; ours: string; theirs: string }

export const nothing = 'nothing'

/** `success 20.5 CAD`: a state with its money, for people who compare. */
export function stateText(of: { state: string; amount_minor: bigint; currency: string }): string {
  const { state, amount_minor, currency } = of
  const amount = isCurrency(currency) ? toMajor(amount_minor, currency) : amount_minor
  return `${state} ${amount} ${currency}`
}

/** Keeps a difference for staff, once; true when nobody knew it. */
export async function keepDifference(db: Db | Tx, difference: Difference, now: Date): Promise<boolean> {
  const kept = await db
    .insertInto('money_differences')
    .values({ id: newId(now.getTime()), ...difference, found_at: now })
    .onConflict((conflict) => conflict.constraint('money_differences_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Keeps a difference and, the first time, says it in the log. */
export async function tellStaff(deps: Deps, difference: Difference): Promise<boolean> {
  const isNew = await keepDifference(deps.db, difference, deps.clock())
  if (isNew) logDifference(deps, difference)
  return isNew
}

export function logDifference(
  { log }: Pick<Deps, 'log'>,
  { kind, provider, reference, ours, theirs }: Difference,
): void {
  log.error(`${provider} ${reference} needs a person: ${kind}, ours ${ours}, theirs ${theirs}`)
}

/** One page of what was found, newest first. */
export async function listDifferences(
  db: Db,
  want: { page: number; size: number; open?: boolean | undefined },
  language: Language,
): Promise<Page<MoneyDifference>> {
  const found = db
    .selectFrom('money_differences')
    .$if(want.open === true, (query) => query.where('resolved_at', 'is', null))
    .$if(want.open === false, (query) => query.where('resolved_at', 'is not', null))
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('found_at', 'desc')
    .orderBy('id', 'desc')
    .limit(want.size)
    .offset((want.page - 1) * want.size)
    .execute()
  return toPage(
    rows.map((row) => shown(row, language)),
    total,
    want.page,
    want.size,
  )
}

/** Notes what a person found out about a difference, and whether that ends it. Throws `difference_not_found`. */
export async function noteDifference(
  { db, clock }: Deps,
  user_id: string,
  id: string,
  change: { note?: string | undefined; is_resolved?: boolean | undefined },
  language: Language,
): Promise<MoneyDifference> {
  const { note, is_resolved } = change
  const ended =
    is_resolved === true ? { resolved_at: clock(), resolved_by: user_id } : { resolved_at: null, resolved_by: null }
  const row = await db
    .updateTable('money_differences')
    .set({ ...(note === undefined ? {} : { note }), ...(is_resolved === undefined ? {} : ended) })
    // An empty change is none, and still answers what there is.
    .set((expression) => ({ kind: expression.ref('kind') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('difference_not_found')
  return shown(row, language)
}

type Row = Difference & {
  id: string
  found_at: Date
  resolved_at: Date | null
  note: string | null
}

function shown(row: Omit<Row, 'kind'> & { kind: string }, language: Language): MoneyDifference {
  const { id, kind, provider, reference, ours, theirs, found_at, resolved_at, note } = row
  return {
    id,
    kind: kind as DifferenceKind,
    message: translate(language, `wallet_answers.differences.${kind}`, { provider: titleOf(provider) }),
    provider,
    reference,
    ours,
    theirs,
    found_at: found_at.toISOString(),
    resolved_at: resolved_at?.toISOString() ?? null,
    note,
  }
}
