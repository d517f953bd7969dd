import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Shows the part that the address names, once it is there. */
export function useHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!ready || hash.length < 2) return
    const part = document.getElementById(decodeURIComponent(hash.slice(1)))
    part?.querySelector('details')?.setAttribute('open', '')
    part?.scrollIntoView()
  }, [ready, hash])
}
