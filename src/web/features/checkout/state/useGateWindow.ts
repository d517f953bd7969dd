import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pricedFrom, runningQuarter } from '#contract/bookings/booking-rules.ts'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, writeWindow } from '#web/features/booking-window/window.ts'
import { paths } from '#web/paths.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { findQuotedStart } from '../api.ts'
import { readDraft } from './draft.ts'
import type { CheckoutWindow } from './useCheckoutWindow.ts'

export const gateCheckoutName = (slug: string) => `gate ${slug}`

/**
 * The window from now until the end in the address, or in the draft if the address has none. While a quote is valid
 * its start stays, even if it has passed, until `moveStart` is called.
 */
export function useGateWindow(slug: string) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const quarter = useRunningQuarter()
  const [saved] = useState(() => new URLSearchParams(readDraft(gateCheckoutName(slug)).query))
  const [now, setNow] = useState(() => findQuotedStart(saved.get('start')) ?? new Date())

  const window = useMemo((): CheckoutWindow => {
    const own = new URLSearchParams(search)
    const params = new URLSearchParams(own.has('end') ? own : saved)
    params.set('start', formatInstant(runningQuarter(now)))
    const { start, end, vehicle } = readSearch(params, now)
    const query = (from: Date) => ({
      start_time: formatInstant(from),
      end_time: formatInstant(end),
      vehicle_type_id: vehicle,
    })
    return {
      start,
      end,
      priced_from: pricedFrom(start, now),
      vehicle,
      isStartMoved: false,
      path: paths.gate(slug, writeWindow({ start, end, vehicle })),
      query: query(start),
      parkQuery: query(start < quarter && quarter < end ? quarter : start),
    }
  }, [search, saved, now, slug, quarter])

  const change = (next: { end?: Date; vehicle?: number }) => {
    const { start, end, vehicle } = { ...window, ...next }
    setNow(new Date())
    void navigate(paths.gate(slug, writeWindow({ start, end, vehicle })), { replace: true, preventScrollReset: true })
  }
  /** Moves the start to now and returns whether it changed. */
  const moveStart = (): boolean => {
    const at = new Date()
    setNow(at)
    return runningQuarter(at).getTime() !== window.start.getTime()
  }
  return { window, change, moveStart }
}
