import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatInstant, readStay, type StayWindow, writeWindow } from '#web/features/search/stay.ts'
import { useRunningQuarter } from '#web/features/search/useRunningQuarter.ts'
import { paths } from '#web/paths.ts'
import { pickQuery, readDraft } from './draft.ts'

export interface CheckoutStay extends StayWindow {
  vehicle: number
  /** The arrival that was asked for has passed: the window begins now instead. */
  moved: boolean
  /** The address of this very checkout. */
  here: string
  /** As the server wants it. */
  query: { start_time: string; end_time: string; vehicle_type_id: number }
}

/** The window and the vehicle in the address, or as kept when it has lost them; and the way to change them in place. */
export function useCheckoutStay(slug: string): [CheckoutStay, (change: Partial<StayWindow & { vehicle: number }>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const now = useRunningQuarter()
  const [kept] = useState(() => readDraft(slug).query)
  const stay = useMemo(() => {
    const params = pickQuery(search, kept)
    const { start, end, vehicle } = readStay(params, now)
    const asked_ms = Date.parse(params.get('start') ?? '')
    return {
      start,
      end,
      vehicle,
      moved: start.getTime() > asked_ms,
      here: paths.checkout(slug, writeWindow({ start, end, vehicle })),
      query: { start_time: formatInstant(start), end_time: formatInstant(end), vehicle_type_id: vehicle },
    }
  }, [search, kept, now, slug])
  const change = (next: Partial<StayWindow & { vehicle: number }>) => {
    const { start, end, vehicle } = { ...stay, ...next }
    void navigate(paths.checkout(slug, writeWindow({ start, end, vehicle })), { replace: true, preventScrollReset: true })
  }
  return [stay, change]
}
