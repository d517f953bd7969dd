import type { Posting } from '#server/features/wallet/ledger/ledger.ts'

interface Drawer {
  shift_id: string
  branch_id: string
}

const drawerOf = ({ shift_id }: Pick<Drawer, 'shift_id'>) => ({ kind: 'cash_drawer' as const, owner: shift_id })
const branchOf = ({ branch_id }: Pick<Drawer, 'branch_id'>) => ({ kind: 'branch_payable' as const, owner: branch_id })

/** What a sale was paid with, in minor units: `cash_minor` of the price, and what rounding added to it. */
export interface CounterPayment {
  cash_minor: bigint
  rounding_minor: bigint
  terminal_minor: bigint
  mobile_minor: bigint
}

/**
 * Where the money of a sale comes from: the drawer, the terminal and mobile money hold it, so that their accounts are negative by it. What
 * is left out is the same amount on the other side.
 */
export const toTaken = (
  drawer: Drawer,
  { cash_minor, rounding_minor, terminal_minor, mobile_minor }: CounterPayment,
): Posting[] => [
  { account: drawerOf(drawer), amount_minor: -(cash_minor + rounding_minor) },
  { account: { kind: 'cash_rounding', owner: '' }, amount_minor: rounding_minor },
  { account: { kind: 'terminal_clearing', owner: drawer.branch_id }, amount_minor: -terminal_minor },
  { account: { kind: 'mobile_clearing', owner: drawer.branch_id }, amount_minor: -mobile_minor },
]

/** Where a refund goes that the drawer pays: `paid_minor` in coins and notes for an amount that rounding made into it. */
export const toPaidOut = (shift_id: string, amount_minor: bigint, paid_minor: bigint): Posting[] => [
  { account: drawerOf({ shift_id }), amount_minor: paid_minor },
  { account: { kind: 'cash_rounding', owner: '' }, amount_minor: amount_minor - paid_minor },
]

/** The branch puts cash of its own into a drawer, or takes some out where the amount is negative. */
export const toMoved = (drawer: Drawer, amount_minor: bigint): Posting[] => [
  { account: drawerOf(drawer), amount_minor: -amount_minor },
  { account: branchOf(drawer), amount_minor },
]

/**
 * A closed shift leaves its drawer empty: the branch has the cash that it gained, as it was counted, and what it differs by
 * from what it should be is a discrepancy.
 */
export const toClosed = (drawer: Drawer, gained_minor: bigint, counted_gain_minor: bigint): Posting[] => [
  { account: drawerOf(drawer), amount_minor: gained_minor },
  { account: branchOf(drawer), amount_minor: -counted_gain_minor },
  { account: { kind: 'cash_discrepancy', owner: drawer.branch_id }, amount_minor: counted_gain_minor - gained_minor },
]
