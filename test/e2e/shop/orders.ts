import sharp from 'sharp'
import { adminMember, send, type E2eDriver } from '../kit/drivers.ts'

interface FrontBranch {
  slug: string
  takeaway: boolean
  delivery: boolean
  parks: { park_code: string }[]
}
interface Items {
  items: { slug: string; id: string; kind: string; needs_vehicle: boolean; sold_out: boolean }[]
}
interface Slots {
  days: { items: { starts_at: string }[] }[]
  next: { starts_at: string } | null
}
export interface PlacedOrder {
  id: string
  order_number: string
  token: number
  total: { amount: number }
}

/** An item that a branch has, of those that `query` selects, and the line of a cart with its first variation. */
export async function findLine(
  base: string,
  query: { branch: string; kind: string; order_type?: string },
  quantity = 2,
): Promise<{ item: Items['items'][number]; line: { item_id: string; variation_id?: string; quantity: number } }> {
  const { items } = await send<Items>(base, 'GET', `/api/v1/marketplace/items?${new URLSearchParams(query)}`)
  const item = items.find(({ sold_out }) => !sold_out)!
  const { variations } = await send<{ variations: { id: string }[] }>(
    base,
    'GET',
    `/api/v1/marketplace/items/${item.slug}?branch=${query.branch}`,
  )
  const [variation] = variations
  return { item, line: { item_id: item.id, ...(variation && { variation_id: variation.id }), quantity } }
}

/**
 * Places an order at a branch of Toronto over the API, to be collected or for a bay: two of an item, or the
 * five that a delivery is worth, paid from the wallet.
 */
export async function placeOrder(
  base: string,
  { token }: E2eDriver,
  kind: 'food' | 'good' | 'service' = 'food',
  order_type: 'takeaway' | 'delivery' = 'takeaway',
): Promise<PlacedOrder> {
  const { items: branches } = await send<{ items: FrontBranch[] }>(base, 'GET', '/api/v1/front/branches?country=CA')
  const { slug: branch, parks } = branches.find((branch) => branch[order_type])!
  const quantity = order_type === 'delivery' ? 5 : 2
  const { item, line } = await findLine(base, { branch, kind, order_type }, quantity)
  await restock(base, item.id, quantity)
  await send(base, 'POST', '/api/v1/cart/lines', { token, body: { branch, replace: true, ...line } })
  const toBay: Record<string, string> = order_type === 'delivery' ? { park: parks[0]!.park_code } : {}
  const handover = new URLSearchParams({ order_type, ...toBay })
  const cart = await send<{ amounts: { total: { amount: number } } }>(base, 'GET', `/api/v1/cart?${handover}`, {
    token,
  })
  const slots = await send<Slots>(base, 'GET', `/api/v1/cart/slots?order_type=${order_type}`, { token })
  const slot = slots.days[0]?.items[0] ?? slots.next!
  const vehicle = item.needs_vehicle ? { plate: 'ABCD 123', vehicle_type_id: 1, key: 'none' } : {}
  const { total } = cart.amounts
  return send(base, 'POST', '/api/v1/orders', {
    token,
    body: {
      order_type,
      ...toBay,
      ...(order_type === 'delivery' && { bay: '12' }),
      slot: slot.starts_at,
      accept_terms: true,
      total: total.amount,
      ...vehicle,
    },
  })
}

/** Adds what an order takes to the stock of an item, so that tests, which share one shop, never sell it out. */
async function restock(base: string, item_id: string, quantity: number): Promise<void> {
  const token = await signInStaff(base)
  const path = '/api/v1/admin/stock'
  const { items } = await send<{ items: { id: string }[] }>(base, 'GET', `${path}?item=${item_id}`, { token })
  const body = { quantity, note: null }
  for (const { id } of items) await send(base, 'POST', `${path}/${id}/receive`, { token, body })
}

/** The token of a member of staff who may do everything. */
export async function signInStaff(base: string): Promise<string> {
  const body = { identifier: adminMember.email, password: adminMember.password }
  return (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
}

/** A photo as a phone sends it. */
export const newPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#7a5c2e' } })
    .jpeg()
    .toBuffer()

/** Uploads a photo about an order. */
export async function sendOrderPhoto(base: string, path: string, token: string): Promise<{ id: string }> {
  const body = new FormData()
  body.set('photo', new Blob([new Uint8Array(await newPhoto())], { type: 'image/jpeg' }), 'photo.jpg')
  const answer = await fetch(base + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { id: string }
}

/** Accepts an order to be collected and hands it over, as its branch does. */
export async function completeOrder(
  base: string,
  { id, order_number }: PlacedOrder,
  { isAccepted = false } = {},
): Promise<void> {
  const token = await signInStaff(base)
  const act = (path: string, body?: object) =>
    send(base, 'POST', `/api/v1/admin/online-orders/${id}/${path}`, { token, ...(body && { body }) })
  if (!isAccepted) await act('accept', {})
  await act('ready')
  await act('hand-over', { code: order_number })
}
