import { lazy, Suspense } from 'react'
import { useCartCount } from '#web/lib/cartCount.ts'

// Loaded on demand: most visitors have no cart.
const CartLink = lazy(() => import('./CartLink.tsx'))

/** The cart in a header, once something is in it. */
export function CartSlot() {
  if (useCartCount() === 0) return null
  return (
    <Suspense fallback={<span className="size-11 shrink-0" />}>
      <CartLink />
    </Suspense>
  )
}
