import type { PayoutState } from '#contract/payouts/terms.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'

/** Why a payout changed its state. */
export type PayoutCause =
  | 'closed'
  | 'asked'
  | 'approved'
  | 'withdrawn'
  | 'account_replaced'
  | 'sending'
  | 'accepted'
  | 'confirmed'
  | 'marked_paid'
  | 'refused'
  | 'came_back'
  | 'part_returned'
  | 'no_balance'

/** Where the amount is: owed to the payee, on its way, or gone from the account at the provider. */
type Place = 'owed' | 'clearing' | 'gone'

interface PayoutTransition {
  from: PayoutState | null
  to: PayoutState
  cause: PayoutCause
  /** The amount moves from the place of the state before to this one. */
  money: Place
  /** The mail to those who own the account. */
  mail: 'paid' | 'failed' | 'part_returned' | null
}

/** All that a payout may become; what is not here does not happen. */
export const payoutTransitions: readonly PayoutTransition[] = [
  { from: null, to: 'proposed', cause: 'closed', money: 'owed', mail: null },
  { from: null, to: 'proposed', cause: 'asked', money: 'owed', mail: null },
  { from: 'proposed', to: 'approved', cause: 'approved', money: 'clearing', mail: null },
  { from: 'proposed', to: 'canceled', cause: 'withdrawn', money: 'owed', mail: null },
  { from: 'approved', to: 'canceled', cause: 'withdrawn', money: 'owed', mail: null },
  // Nobody has approved it to the account that is there now.
  { from: 'proposed', to: 'canceled', cause: 'account_replaced', money: 'owed', mail: null },
  { from: 'approved', to: 'sending', cause: 'sending', money: 'clearing', mail: null },
  // The provider has too little of our money: it is sent again later, under a new reference.
  { from: 'sending', to: 'approved', cause: 'no_balance', money: 'clearing', mail: null },
  { from: 'sending', to: 'sent', cause: 'accepted', money: 'clearing', mail: null },
  { from: 'sending', to: 'paid', cause: 'confirmed', money: 'gone', mail: 'paid' },
  { from: 'sent', to: 'paid', cause: 'confirmed', money: 'gone', mail: 'paid' },
  { from: 'sending', to: 'failed', cause: 'refused', money: 'owed', mail: 'failed' },
  { from: 'sent', to: 'failed', cause: 'refused', money: 'owed', mail: 'failed' },
  // It came back before we had learned that it was paid.
  { from: 'sending', to: 'returned', cause: 'came_back', money: 'owed', mail: 'failed' },
  { from: 'sent', to: 'returned', cause: 'came_back', money: 'owed', mail: 'failed' },
  // A bank transfer, which people make.
  { from: 'approved', to: 'paid', cause: 'marked_paid', money: 'gone', mail: 'paid' },
  { from: 'approved', to: 'failed', cause: 'came_back', money: 'owed', mail: 'failed' },
  { from: 'paid', to: 'returned', cause: 'came_back', money: 'owed', mail: 'failed' },
  // Only the part moves (`returnPart`); the rest stays paid.
  { from: 'paid', to: 'paid', cause: 'part_returned', money: 'gone', mail: 'part_returned' },
]

const places: Readonly<Record<PayoutState, Place>> = {
  proposed: 'owed',
  approved: 'clearing',
  sending: 'clearing',
  sent: 'clearing',
  paid: 'gone',
  failed: 'owed',
  returned: 'owed',
  canceled: 'owed',
}

/** Where the amount of a payout is in a state. */
export const placeIn = (state: PayoutState): Place => places[state]

/** The transition between two states. Throws `payout_state` for one that does not exist. */
export function getTransition(from: PayoutState | null, cause: PayoutCause): PayoutTransition {
  const found = payoutTransitions.find((transition) => transition.from === from && transition.cause === cause)
  if (found === undefined) throw new AppError('payout_state')
  return found
}

/** Stores a change of state in the payout’s history. */
export async function writeHistory(
  tx: Tx,
  payout_id: string,
  { to, cause }: Pick<PayoutTransition, 'to' | 'cause'>,
  { actor_id, at }: { actor_id: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('payout_history')
    .values({ id: newId(at.getTime()), payout_id, state: to, cause, actor_id, at })
    .execute()
}
