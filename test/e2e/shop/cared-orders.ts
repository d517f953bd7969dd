import { send, type E2eDriver } from '../kit/drivers.ts'
import { completeOrder, placeOrder, sendOrderPhoto, signInStaff, type PlacedOrder } from './orders.ts'

/* Orders that were handed over, with what came after it, for the screens that show it. */

interface Placed extends PlacedOrder {
  lines: { id: string }[]
}

const read = (base: string, { token }: E2eDriver, { id }: PlacedOrder) =>
  send<Placed>(base, 'GET', `/api/v1/orders/${id}`, { token })

/** Goods of which one of two comes back, with a photo, and a message with another; they are not rated yet. */
export async function buildReturnedOrder(base: string, customer: E2eDriver): Promise<Placed> {
  const order = await placeOrder(base, customer, 'good')
  await completeOrder(base, order)
  const { token } = customer
  const path = `/api/v1/orders/${order.id}`
  const { lines } = await read(base, customer, order)
  const { id: photo_id } = await sendOrderPhoto(base, `${path}/photos`, token)
  const body = { lines: [{ id: lines[0]!.id, quantity: 1 }], reason: 'damaged', note: 'It leaks', photo_id }
  await send(base, 'POST', `${path}/returns`, { token, body })
  const { id: other } = await sendOrderPhoto(base, `${path}/photos`, token)
  await send(base, 'POST', `${path}/messages`, { token, body: { text: 'I’m ten minutes late', photo_id: other } })
  return { ...order, lines }
}

/** A service with photos from before and after it. */
export async function buildPhotographedService(base: string, customer: E2eDriver): Promise<Placed> {
  const order = await placeOrder(base, customer, 'service')
  const token = await signInStaff(base)
  const path = `/api/v1/admin/online-orders/${order.id}`
  await send(base, 'POST', `${path}/accept`, { token, body: {} })
  for (const shows of ['before', 'after']) await sendOrderPhoto(base, `${path}/photos?shows=${shows}`, token)
  await completeOrder(base, order, { isAccepted: true })
  return { ...order, ...(await read(base, customer, order)) }
}

/** Reports a service of an order, with a photo. */
export async function reportService(base: string, { token }: E2eDriver, { id, lines }: Placed): Promise<void> {
  const path = `/api/v1/orders/${id}`
  const { id: photo_id } = await sendOrderPhoto(base, `${path}/photos`, token)
  const body = { line_id: lines[0]!.id, text: 'The wheels are still dirty', photo_id }
  await send(base, 'POST', `${path}/problem`, { token, body })
}
