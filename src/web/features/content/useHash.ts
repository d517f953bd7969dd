import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the address's hash once the element exists. */
export function useHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (!ready || hash.length < 2) return
    const part = document.getElementById(decodeURIComponent(hash.slice(1)))
    part?.querySelector('details')?.setAttribute('open', '')
    part?.scrollIntoView()
  }, [ready, hash])
}
