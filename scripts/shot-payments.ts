import { type E2eDriver, send } from '#test/e2e/kit/drivers.ts'
import { findLine, signInStaff } from '#test/e2e/shop/orders.ts'

/** What a payment's page shows: `pending` and `cancelled` are payments without an outcome. */
export const paymentStates = ['paid', 'refused', 'processing', 'pending', 'cancelled', 'unknown'] as const
type PaymentState = (typeof paymentStates)[number]

/** The outcome that each state needs at the provider's page. */
const outcomes = { paid: 'success', refused: 'failed', processing: 'pending' } as const

/** The queries with which Stripe returns a Canadian driver to our page, one in each state. */
export async function buildPayments(
  base: string,
  { token }: E2eDriver,
): Promise<Record<PaymentState, Record<string, string>>> {
  const build = async (outcome?: string) => {
    const { data } = await send<{ data: { payment_info: { reference: string; checkout_url: string } } }>(
      base,
      'POST',
      '/api/v1/wallet/add-funds',
      { token, body: { amount: 40 } },
    )
    const { reference, checkout_url } = data.payment_info
    if (outcome !== undefined)
      await fetch(checkout_url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) })
    return { reference, provider: 'stripe' }
  }
  return {
    paid: await build(outcomes.paid),
    refused: await build(outcomes.refused),
    processing: await build(outcomes.processing),
    pending: await build(),
    cancelled: { ...(await build()), outcome: 'cancelled' },
    unknown: { reference: 'PW-UNKNOWN', provider: 'stripe' },
  }
}

interface PricedOrder {
  cart: { amounts: { total: { amount: number } } }
  slots: { days: { items: { starts_at: string }[] }[]; next: { starts_at: string } | null }
}

/** Numbers of two orders that staff placed for a driver on the phone: one to be paid within an hour, one cancelled unpaid. */
export async function buildUnpaidOrders(
  base: string,
  { email, token: customer_token }: E2eDriver,
): Promise<{ unpaid: string; ended: string }> {
  const token = await signInStaff(base)
  const call = <T>(path: string, body: object) =>
    send<T>(base, 'POST', `/api/v1/admin/phone-orders${path}`, { token, body })
  const { items: customers } = await call<{ items: { id: string }[] }>('/customers/find', {
    search: email,
    country_code: 'CA',
  })
  const { line } = await findLine(base, { branch: 'yorkville', kind: 'food' })
  const chosen = {
    branch: 'yorkville',
    customer_id: customers[0]!.id,
    lines: [line],
    order_type: 'takeaway',
  }
  // Each takes a place of its slot.
  const place = async () => {
    const { cart, slots } = await call<PricedOrder>('/price', chosen)
    const slot = (slots.days[0]?.items[0] ?? slots.next!).starts_at
    return call<{ id: string; order_number: string }>('', { ...chosen, slot, total: cart.amounts.total.amount })
  }
  const unpaid = await place()
  const ended = await place()
  await send(base, 'PUT', `/api/v1/orders/${ended.id}/status?status=canceled`, { token: customer_token })
  return { unpaid: unpaid.order_number, ended: ended.order_number }
}
