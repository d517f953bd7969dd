import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { type ParkSearch, readSearch, writeSearch } from './parkSearch.ts'

/**
 * The search in the address and a function that changes it. Changes apply before the address is updated, and return to
 * the first page of results unless only the selected park or the country changes.
 */
export function useParkSearch(): [ParkSearch, (change: Partial<ParkSearch>) => void] {
  const [params, setParams] = useSearchParams()
  const now = useRunningQuarter()
  const fromAddress = useMemo(() => readSearch(params, now), [params, now])
  const [pending, setPending] = useState<ParkSearch>()
  useEffect(() => setPending(undefined), [fromAddress])
  const change = useCallback(
    (next: Partial<ParkSearch>) => {
      const isSelection = Object.keys(next).every((name) => name === 'chosen' || name === 'country')
      // Build on the address, which is ahead of `fromAddress` while a navigation is pending.
      const current = readSearch(new URLSearchParams(window.location.search), runningQuarter(new Date()))
      const search = { ...current, ...(!isSelection && { page: 1 }), ...next }
      setPending(search)
      setParams(
        Object.entries(writeSearch(search)).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, String(value)]],
        ),
        // Back leads to the previous search, not to each park that was selected.
        { preventScrollReset: true, replace: isSelection },
      )
    },
    [setParams],
  )
  return [pending ?? fromAddress, change]
}
