import { expect } from 'vitest'
import { getOwnShift, moveCash, openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { closeShiftOfAnother } from '#contract/cash/desk/shifts.ts'
import { toMinor, type Currency } from '#contract/money.ts'
import { createSale, priceSale } from '#contract/orders/desk/pos.ts'
import type { Random } from '#server/features/demo/random.ts'
import type { Driver, World } from '#test/kits/world.ts'

/** Who works at the registers of branches, and who closes shifts in their place. */
interface People {
  world: Pick<World, 'call'>
  random: Random
  admins: readonly [Driver, Driver]
}

function expectDone<Body>({ status, body, problem }: { status: number; body: Body; problem: unknown }): Body {
  expect(status, JSON.stringify(problem)).toBeLessThan(300)
  return body
}

export async function buildRegister({ world, admins: [staff] }: People, branch_id: string): Promise<string> {
  const body = { branch_id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  return expectDone(await world.call(createRegister, { token: staff.token, body })).id
}

/** What a branch has of a shift: cash that is ours, which it keeps, and the numbers of its sales. */
interface Taken {
  cash_minor: bigint
  order_numbers: string[]
}

/**
 * Somebody sells at a register for cash and by the terminal, and may put cash of the branch in or take some out; the shift is
 * closed with what was counted, which may be less.
 */
export async function takeCash(
  { world, random, admins: [staff, manager] }: People,
  { register_id, item_id }: { register_id: string; item_id: string },
): Promise<Taken> {
  const { token } = staff
  const shift = expectDone(await world.call(openShift, { token, body: { register_id, count: {} } }))
  const { currency, cash_step } = shift.register
  const minorOf = (major: number) => toMinor(major, currency as Currency)!
  const order_numbers: string[] = []
  for (let left = random.whole(1, 3); left > 0; left -= 1) {
    const lines = [{ item_id, quantity: random.whole(1, 2) }]
    const { cart } = expectDone(await world.call(priceSale, { token, body: { lines } }))
    const total = cart.amounts!.total.amount
    const terminal = random.chance(0.3) ? { terminal: { amount: total, slip: `S${random.whole(1, 1e9)}` } } : {}
    const body = { id: crypto.randomUUID(), lines, total, ...terminal }
    order_numbers.push(expectDone(await world.call(createSale, { token, body })).order_number)
  }
  const move = async (kind: 'cash_in' | 'cash_out') => {
    const amount = cash_step.amount * random.whole(1, 20)
    // There may be less in the drawer.
    await world.call(moveCash, { token, body: { kind, amount: Math.round(amount * 100) / 100, reason: 'Change' } })
  }
  if (random.chance(0.5)) await move('cash_in')
  if (random.chance(0.5)) await move('cash_out')
  const { cash_in, cash_out, expected } = expectDone(await world.call(getOwnShift, { token })).shift!
  const expected_minor = minorOf(expected.amount)
  const missing_minor = random.chance(0.2) ? minorOf(cash_step.amount) : 0n
  const counted_minor = expected_minor > missing_minor ? expected_minor - missing_minor : expected_minor
  const digits = minorOf(1)
  const body = { counted: Number(counted_minor) / Number(digits), reason: 'Counted twice' }
  expectDone(await world.call(closeShiftOfAnother, { token: manager.token, params: { id: shift.id }, body }))
  // The drawer began empty: what is in it was gained, and what was moved is the branch’s.
  const moved_minor = minorOf(cash_in.amount) - minorOf(cash_out.amount)
  return { cash_minor: counted_minor - moved_minor, order_numbers }
}
