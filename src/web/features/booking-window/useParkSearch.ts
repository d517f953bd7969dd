import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { runningQuarter } from '#web/lib/quarterHours.ts'
import { readSearch, type ParkSearch, writeSearch } from './window.ts'
import { useRunningQuarter } from './useRunningQuarter.ts'

/**
 * The stay in the address, and the way to change it; whatever changes but the page, the chosen park and the country's name
 * begins at the first page again. A change counts at once, before the address has it, and the next one builds on it.
 */
export function useParkSearch(): [ParkSearch, (change: Partial<ParkSearch>) => void] {
  const [params, setParams] = useSearchParams()
  const now = useRunningQuarter()
  const told = useMemo(() => readSearch(params, now), [params, now])
  const [ahead, setAhead] = useState<ParkSearch>()
  useEffect(() => setAhead(undefined), [told])
  const change = useCallback(
    (next: Partial<ParkSearch>) => {
      const looks = Object.keys(next).every((name) => name === 'chosen' || name === 'country')
      // The address, not what is rendered: while a navigation is pending (page 2 was clicked) it is ahead.
      const current = readSearch(new URLSearchParams(window.location.search), runningQuarter(new Date()))
      const search = { ...current, ...(!looks && { page: 1 }), ...next }
      setAhead(search)
      setParams(
        Object.entries(writeSearch(search)).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, String(value)]],
        ),
        // Who goes back wants the search before, not each park that was looked at.
        { preventScrollReset: true, replace: looks },
      )
    },
    [setParams],
  )
  return [ahead ?? told, change]
}
