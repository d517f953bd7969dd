import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { addCartLine, Cart, updateCartLine, getCart } from '#contract/cart/cart.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { readToken, useSignedIn } from '#web/api/session.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { readTranslation, useTranslation } from '#web/page/translation.ts'
import { cartCountKey } from '#web/storage/cartCount.ts'
import { readText, removeStored, writeText } from '#web/storage/storage.ts'
import { toast } from '#web/ui/overlay/toast.ts'

/** Where a visitor's cart is named; an account's cart needs no name. */
const tokenKey = 'cart_token'
export const cartKey = ['cart'] as const

/** How the cart would be handed over, which decides on the charge of the delivery. */
export type Handover = Partial<Record<keyof QueryOf<typeof getCart>, string>>

const withToken = () => ({ cartToken: readText(tokenKey) })

/** Keeps the name and the size of a cart on this device. */
function storeCart(cart: Cart): Cart {
  if (cart.token !== null) writeText(tokenKey, cart.token)
  if (cart.count === 0) removeStored(cartCountKey)
  else if (readText(cartCountKey) !== String(cart.count)) writeText(cartCountKey, String(cart.count))
  return cart
}

/** Forgets the cart on this device, after an order or a change of country. */
export function forgetCart(): void {
  removeStored(tokenKey)
  removeStored(cartCountKey)
}

let merging: Promise<void> | undefined

/**
 * Gives a visitor's cart to the account that has logged in, once, and says what did not fit. Whatever asks about the cart
 * waits for it: until then the account may have none.
 */
function mergeVisitorsCart(): Promise<void> {
  if (readToken() === null || readText(tokenKey) === undefined) return merging ?? Promise.resolve()
  merging ??= (async () => {
    const { left_out } = await call('POST /api/v1/cart/merge', { body: { restore: false }, ...withToken() })
    removeStored(tokenKey)
    if (left_out.length > 0)
      toast(readTranslation().t('cart.left_out', { items: left_out.join(', ') }), { tone: 'info' })
  })().finally(() => {
    merging = undefined
  })
  return merging
}

/** The cart of the account, or of this device, with the prices of now. */
export function useCart(handover: Handover = {}) {
  const { language } = useTranslation()
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...cartKey, language, signedIn, handover],
    queryFn: async ({ signal }) => {
      await mergeVisitorsCart()
      return storeCart(await call('GET /api/v1/cart', { query: handover, signal, ...withToken() }))
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

interface Change {
  retryKey: string
  body: BodyOf<typeof addCartLine>
}

/** What changes the cart. Each is answered with the cart, which replaces the shown one. */
export function useCartChanges() {
  const { language } = useTranslation()
  const signedIn = useSignedIn()
  const queries = useQueryClient()
  const onSuccess = async (cart: Cart) => {
    await storeAnswer(queries, [...cartKey, language, signedIn, {}], storeCart(cart))
    return queries.invalidateQueries({ queryKey: cartKey })
  }
  return {
    add: useMutation({
      mutationFn: ({ retryKey, body }: Change) => call('POST /api/v1/cart/lines', { body, retryKey, ...withToken() }),
      onSuccess,
    }),
    update: useMutation({
      scope: { id: 'cart line' },
      mutationFn: ({ id, body }: { id: string; body: BodyOf<typeof updateCartLine> }) =>
        call('PATCH /api/v1/cart/lines/{id}', { params: { id }, body, ...withToken() }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call('DELETE /api/v1/cart/lines/{id}', { params: { id }, ...withToken() }),
      onSuccess,
    }),
    setCoupon: useMutation({
      mutationFn: (promo_code: string) => call('POST /api/v1/cart/coupon', { body: { promo_code }, ...withToken() }),
      onSuccess,
    }),
    removeCoupon: useMutation({
      mutationFn: () => call('DELETE /api/v1/cart/coupon', withToken()),
      onSuccess,
    }),
    restore: useMutation({
      mutationFn: async () => (await call('POST /api/v1/cart/merge', { body: { restore: true }, ...withToken() })).cart,
      onSuccess,
    }),
  }
}

/** Deletes the cart on the server and on this device. Rejects if the server cannot be reached. */
export async function emptyCart(): Promise<void> {
  await call('DELETE /api/v1/cart', withToken())
  forgetCart()
}

/** The times at which what is in the cart can be handed over. */
export function useCartSlots(query: Record<string, string | undefined> & { order_type: 'delivery' | 'takeaway' }) {
  const signedIn = useSignedIn()
  return useQuery({
    queryKey: [...cartKey, 'slots', signedIn, query],
    queryFn: async ({ signal }) => {
      await mergeVisitorsCart()
      return call('GET /api/v1/cart/slots', { query, signal, ...withToken() })
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
