import { useSearchParams } from 'react-router'

/** Reads a list's filters from the address and changes them there; a change returns to the first page. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const show = (change: Record<string, string>) => {
    const next = new URLSearchParams(params)
    next.delete('page')
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    setParams(next)
  }
  const search = (params.get('search') ?? '').slice(0, 120)
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1)
  return { params, page, search, show }
}
