import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, type BookingWindow, writeWindow } from '#web/features/booking-window/window.ts'
import { useRunningQuarter } from '#web/features/booking-window/useRunningQuarter.ts'
import { paths } from '#web/paths.ts'
import { findHeldStart } from './api.ts'
import { pickQuery, readDraft } from './draft.ts'

export interface CheckoutWindow extends BookingWindow {
  vehicle: number
  /** The arrival that was asked for has passed: the window begins now instead. */
  moved: boolean
  /** The address of this very checkout. */
  here: string
  /** As a quote wants it. */
  query: WindowQuery & { event_code?: string }
  /** As the park wants it: a window that has begun is looked at from now on. */
  ahead: WindowQuery
}

interface WindowQuery {
  start_time: string
  end_time: string
  vehicle_type_id: number
}

export type WindowChange = Partial<BookingWindow & { vehicle: number }>

/**
 * The window and the vehicle in the address, or as kept when it has lost them. A held price holds its window as well, so
 * a quarter hour that ends meanwhile moves nothing until `refit` is called.
 */
export function useCheckoutWindow(slug: string) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const quarter = useRunningQuarter()
  const [kept] = useState(() => readDraft(slug).query)
  const [now, setNow] = useState(() => findHeldStart(pickQuery(search, kept).get('start')) ?? new Date())

  const window = useMemo((): CheckoutWindow => {
    const params = pickQuery(search, kept)
    const { start, end, vehicle } = readSearch(params, now)
    const event = params.get('event') ?? undefined
    const asked_ms = Date.parse(params.get('start') ?? '')
    const query = (from: Date) => ({
      start_time: formatInstant(from),
      end_time: formatInstant(end),
      vehicle_type_id: vehicle,
    })
    return {
      start,
      end,
      vehicle,
      moved: start.getTime() > asked_ms,
      here: paths.checkout(slug, { ...writeWindow({ start, end, vehicle }), event }),
      query: { ...query(start), ...(event !== undefined && { event_code: event }) },
      ahead: query(start < quarter && quarter < end ? quarter : start),
    }
  }, [search, kept, now, slug, quarter])

  const change = (next: WindowChange) => {
    const { start, end, vehicle } = { ...window, ...next }
    setNow(new Date())
    void navigate(paths.checkout(slug, { ...writeWindow({ start, end, vehicle }), event: window.query.event_code }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  /** Moves an arrival that has passed to now. True when it did. */
  const refit = (): boolean => {
    const at = new Date()
    setNow(at)
    return readSearch(pickQuery(search, kept), at).start.getTime() !== window.start.getTime()
  }
  return { window, change, refit }
}
