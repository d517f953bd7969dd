import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** Drawn right after what stands above it, and in small parts: for what lies below the first screen of a long page. */
export function Deferred({ children }: { children: ReactNode }) {
  const [there, setThere] = useState(false)
  useEffect(() => startTransition(() => setThere(true)), [])
  return there ? children : null
}
