import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useHydrating } from '#web/page/rendering.ts'

/**
 * Content below the first screen. After a navigation it is rendered in a transition after the rest; a page from the
 * server has it already.
 */
export function Deferred({ children }: { children: ReactNode }) {
  const [isRendered, setIsRendered] = useState(useHydrating())
  useEffect(() => startTransition(() => setIsRendered(true)), [])
  return isRendered ? children : null
}
