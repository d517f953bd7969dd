import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, writeWindow } from '#web/features/booking-window/window.ts'
import { useRunningQuarter } from '#web/features/booking-window/useRunningQuarter.ts'
import { runningQuarter } from '#web/lib/quarterHours.ts'
import { paths } from '#web/paths.ts'
import { findHeldStart } from './api.ts'
import { readDraft } from './draft.ts'
import type { CheckoutWindow } from './useCheckoutWindow.ts'

export const gatePlace = (slug: string) => `gate ${slug}`

/**
 * From now until the end in the address, or as kept when it has lost it. A held price holds its beginning as well, so a
 * quarter hour that ends meanwhile moves nothing until `refit` is called.
 */
export function useGateWindow(slug: string) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const quarter = useRunningQuarter()
  const [kept] = useState(() => new URLSearchParams(readDraft(gatePlace(slug)).query))
  const [now, setNow] = useState(() => findHeldStart(kept.get('start')) ?? new Date())

  const window = useMemo((): CheckoutWindow => {
    const own = new URLSearchParams(search)
    const params = new URLSearchParams(own.has('end') ? own : kept)
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
      vehicle,
      moved: false,
      here: paths.gate(slug, writeWindow({ start, end, vehicle })),
      query: query(start),
      ahead: query(start < quarter && quarter < end ? quarter : start),
    }
  }, [search, kept, now, slug, quarter])

  const change = (next: { end?: Date; vehicle?: number }) => {
    const { start, end, vehicle } = { ...window, ...next }
    setNow(new Date())
    void navigate(paths.gate(slug, writeWindow({ start, end, vehicle })), { replace: true, preventScrollReset: true })
  }
  /** Moves the beginning to now. True when it did. */
  const refit = (): boolean => {
    const at = new Date()
    setNow(at)
    return runningQuarter(at).getTime() !== window.start.getTime()
  }
  return { window, change, refit }
}
