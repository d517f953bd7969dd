import { lazy, Suspense } from 'react'
import { useSignedIn } from '#web/api/session.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useCartCount } from '#web/storage/cartCount.ts'

// Loaded on demand: most visitors have no cart.
const CartLink = lazy(() => import('./CartLink.tsx'))
const OwnCartCount = lazy(() => import('./OwnCartCount.tsx'))

/** The cart in a header, once something is in it. */
export function CartSlot() {
  const count = useCartCount()
  const signedIn = useSignedIn()
  const isHydrating = useHydrating()
  if (count === 0)
    return signedIn && !isHydrating ? (
      <Suspense fallback={null}>
        <OwnCartCount />
      </Suspense>
    ) : null
  return (
    <Suspense fallback={<span className="size-11 shrink-0" />}>
      <CartLink />
    </Suspense>
  )
}
