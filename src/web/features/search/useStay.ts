import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { readStay, type Stay, writeStay } from './stay.ts'
import { useRunningQuarter } from './useRunningQuarter.ts'

/** The stay in the address, and the way to change it; whatever changes but the page and the chosen park begins at the first page again. */
export function useStay(): [Stay, (change: Partial<Stay>) => void] {
  const [params, setParams] = useSearchParams()
  const now = useRunningQuarter()
  const stay = useMemo(() => readStay(params, now), [params, now])
  const change = useCallback(
    (next: Partial<Stay>) => {
      const looks = Object.keys(next).every((name) => name === 'chosen')
      const entries = Object.entries(writeStay({ ...stay, page: looks ? stay.page : 1, ...next }))
      setParams(
        entries.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
        // Who goes back wants the search before, not each park that was looked at.
        { preventScrollReset: true, replace: looks },
      )
    },
    [stay, setParams],
  )
  return [stay, change]
}
