import { openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { createSale, priceSale } from '#contract/orders/desk/pos.ts'
import type { World } from '../world.ts'

interface Counter {
  /** Of somebody who may change the branch. */
  manager: string
  /** Of the operator, who gets the shift. */
  token: string
  branch_id: string
  item_id: string
  name?: string
}

/** A register of a branch with an open shift and one sale in cash. Returns the shift and the sale. */
export async function buildCounterSale(
  world: Pick<World, 'call'>,
  { manager, token, branch_id, item_id, name = 'Front desk' }: Counter,
): Promise<{ shift_id: string; order_id: string }> {
  const facts = { branch_id, name, takes_terminal: true, receipt_width: '80' as const }
  const register = await world.call(createRegister, { token: manager, body: facts })
  const shift = await world.call(openShift, { token, body: { register_id: register.body.id, count: {} } })
  const lines = [{ item_id, quantity: 1 }]
  const { cart } = (await world.call(priceSale, { token, body: { lines } })).body
  const body = { id: crypto.randomUUID(), lines, total: cart.amounts!.total.amount }
  const sale = await world.call(createSale, { token, body })
  if (sale.status !== 201) throw new Error(JSON.stringify([register, shift, sale].map(({ problem }) => problem)))
  return { shift_id: shift.body.id, order_id: sale.body.id }
}
