import { toMajor } from '#contract/minor-units.ts'
import { isCurrency } from '#contract/money.ts'
import type { DifferenceKind } from '#contract/money-differences.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/ids.ts'

/** Where a provider and we do not say the same; `ours` and `theirs` are short words such as `success 20.5 CAD`. */
export type Difference = { kind: DifferenceKind; provider: string; reference: string; ours: string; theirs: string }

export const nothing = 'nothing'

/** `success 20.5 CAD`: a state with its money, for people who compare; `readSide` of the contract reads it. */
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
