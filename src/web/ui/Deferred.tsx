import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Renders its children in a transition after the first render: for content below the first screen. */
export function Deferred({ children }: { children: ReactNode }) {
  const [isRendered, setIsRendered] = useState(false)
  useEffect(() => startTransition(() => setIsRendered(true)), [])
  return isRendered ? children : null
}
