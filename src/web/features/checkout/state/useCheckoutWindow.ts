import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pricedFrom } from '#contract/bookings/booking-rules.ts'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, type BookingWindow, writeWindow } from '#web/features/booking-window/window.ts'
import { paths } from '#web/paths.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { findQuotedStart } from '../api.ts'
import { pickQuery, readDraft } from './draft.ts'

export interface CheckoutWindow extends BookingWindow {
  /** From when the window is charged. */
  priced_from: Date
  vehicle: number
  /** The start in the address has passed, so the window starts now. */
  isStartMoved: boolean
  /** Address of this checkout. */
  path: string
  /** Parameters of a quote. */
  query: WindowQuery & { event_code?: string }
  /** Parameters of the park's availability, from now if the window has started. */
  parkQuery: WindowQuery
}

interface WindowQuery {
  start_time: string
  end_time: string
  vehicle_type_id: number
}

export type WindowChange = Partial<BookingWindow & { vehicle: number }>

/**
 * Window and vehicle from the address, or from the draft if the address has none. While a quote is valid its start
 * stays, even if it has passed, until `moveStart` is called.
 */
export function useCheckoutWindow(slug: string) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const quarter = useRunningQuarter()
  const [saved] = useState(() => readDraft(slug).query)
  const [now, setNow] = useState(() => findQuotedStart(pickQuery(search, saved).get('start')) ?? new Date())

  const window = useMemo((): CheckoutWindow => {
    const params = pickQuery(search, saved)
    const { start, end, vehicle } = readSearch(params, now)
    const event = params.get('event') ?? undefined
    const requestedStart_ms = Date.parse(params.get('start') ?? '')
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
      isStartMoved: start.getTime() > requestedStart_ms,
      path: paths.checkout(slug, { ...writeWindow({ start, end, vehicle }), event }),
      query: { ...query(start), ...(event !== undefined && { event_code: event }) },
      parkQuery: query(start < quarter && quarter < end ? quarter : start),
    }
  }, [search, saved, now, slug, quarter])

  const change = (next: WindowChange) => {
    const { start, end, vehicle } = { ...window, ...next }
    setNow(new Date())
    void navigate(paths.checkout(slug, { ...writeWindow({ start, end, vehicle }), event: window.query.event_code }), {
      replace: true,
      preventScrollReset: true,
    })
  }
  /** Moves a start that has passed to now and returns whether it did. */
  const moveStart = (): boolean => {
    const at = new Date()
    setNow(at)
    return readSearch(pickQuery(search, saved), at).start.getTime() !== window.start.getTime()
  }
  return { window, change, moveStart }
}
