import { useSyncExternalStore } from 'react'
import { onStorageChange, readText } from './storage.ts'

/** Where the number of things in the cart is kept, for the headers. */
export const cartCountKey = 'cart_count'

/** How many things are in the cart, as this device last saw it; 0 on the server and while hydrating. */
export const useCartCount = (): number =>
  useSyncExternalStore(
    onStorageChange,
    () => Number(readText(cartCountKey) ?? 0) || 0,
    () => 0,
  )
