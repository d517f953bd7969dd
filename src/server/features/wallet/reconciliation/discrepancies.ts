import { toMajor, isCurrency } from '#contract/money.ts'
import type { DiscrepancyKind } from '#contract/wallet/money-discrepancies.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'

/** A disagreement between our books and a provider's. `ours` and `theirs` are texts such as `success 20.5 CAD`. */
export interface Discrepancy {
  kind: DiscrepancyKind
  provider: string
  reference: string
  ours: string
  theirs: string
}

export const noRecord = 'nothing'

/** A state with its amount in major units, `success 20.5 CAD`; parsed by `readSide` of the contract. */
export function formatState(of: { state: string; amount_minor: bigint; currency: string }): string {
  const { state, amount_minor, currency } = of
  const amount = isCurrency(currency) ? toMajor(amount_minor, currency) : amount_minor
  return `${state} ${amount} ${currency}`
}

/** Records a discrepancy for staff once. Returns whether it is new. */
export async function recordDiscrepancy(db: Db | Tx, discrepancy: Discrepancy, now: Date): Promise<boolean> {
  const stored = await db
    .insertInto('money_differences')
    .values({ id: newId(now.getTime()), ...discrepancy, found_at: now })
    .onConflict((conflict) => conflict.constraint('money_differences_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Records a discrepancy and logs it if it is new. Returns whether it is new. */
export async function reportDiscrepancy(deps: Deps, discrepancy: Discrepancy): Promise<boolean> {
  const isNew = await recordDiscrepancy(deps.db, discrepancy, deps.clock())
  if (isNew) logDiscrepancy(deps, discrepancy)
  return isNew
}

export function logDiscrepancy(
  { log }: Pick<Deps, 'log'>,
  { kind, provider, reference, ours, theirs }: Discrepancy,
): void {
  log.error(`${provider} ${reference} needs a person: ${kind}, ours ${ours}, theirs ${theirs}`)
}
