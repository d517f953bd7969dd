import { useCallback, useEffect, useRef } from 'react'
import type { AlreadyBooked, BookingDetails } from '#contract/bookings/bookings.ts'
import { CallError } from '#web/api/call.ts'
import { isOutcomeUnknown } from '#web/api/pendingRequests.ts'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatWindow } from '#web/time/format.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { useChangePlate, useSaveSpot } from './changes.ts'
import { groupCode } from './pass/code.ts'
import { changeWaiting, removeWaiting, useWaiting, type Waiting } from './pass/waiting.ts'
import { reasonOf } from './reason.ts'

/**
 * Sends the changes of a booking that wait on this device, each once and in order: when one is made, when the page opens
 * and when the network is back. Returns them, and `send` for another attempt.
 */
export function useSendWaiting(booking: BookingDetails): { waiting: Waiting[]; send: () => void } {
  const { t, locale } = useTranslation()
  const online = useOnline()
  const waiting = useWaiting(booking.id)
  const plate = useChangePlate(booking.id)
  const spot = useSaveSpot(booking.id)
  const running = useRef<string>(undefined)
  const next = waiting.find(({ conflict }) => conflict === undefined)
  const attempt = async (change: Waiting) => {
    running.current = change.key
    const failure = await (change.kind === 'plate' ? plate.mutateAsync(change) : spot.mutateAsync(change)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    // Before the storage changes, which starts the next one.
    running.current = undefined
    if (failure !== undefined) {
      settle(change, failure.error)
      return
    }
    removeWaiting(change.key)
    toast(
      change.kind === 'plate'
        ? t('bookings.plate_dialog.done', { plate: change.plate })
        : t('bookings.car_location.done'),
    )
  }
  const settle = (change: Waiting, error: unknown) => {
    if (isOutcomeUnknown(error)) {
      if (!change.isLate) toast(t('bookings.waiting.kept'), { tone: 'info' })
      changeWaiting(change.key, { isLate: true })
      return
    }
    const booked = findAlreadyBooked(error)
    if (change.kind === 'plate' && booked !== undefined) {
      const conflict = t('bookings.plate_dialog.booked', {
        plate: change.plate,
        window: formatWindow(new Date(booked.start_time), new Date(booked.end_time), booking.park.timezone, locale),
        code: groupCode(booked.booking_code),
      })
      changeWaiting(change.key, { conflict, isRepeated: true })
      return
    }
    const reason = reasonOf(t, error)
    if (change.isLate || (error instanceof CallError && error.code === 'changed_elsewhere')) {
      changeWaiting(change.key, { conflict: reason })
      return
    }
    removeWaiting(change.key)
    toast(
      change.kind === 'plate'
        ? t('bookings.plate_dialog.failed', { plate: booking.plate, reason })
        : t('bookings.car_location.failed', { reason }),
      { tone: 'error' },
    )
  }
  const latest = useRef(attempt)
  latest.current = attempt
  const send = useCallback((change: Waiting | undefined) => {
    if (change !== undefined && running.current === undefined) void latest.current(change)
  }, [])
  const isDue = next !== undefined && (online || !next.isLate)
  const name = next?.key
  useEffect(() => {
    // A late change waits for the network, or for the driver.
    if (isDue) send(next)
    // `next` changes with each reading of the storage.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDue, name, send])
  const isStuck = next?.isLate === true
  useEffect(() => {
    // Those behind one that could not be sent wait as well.
    if (isStuck) for (const { key, isLate } of waiting) if (!isLate) changeWaiting(key, { isLate: true })
  }, [isStuck, waiting])
  return { waiting, send: () => send(next) }
}

/** The booking that a refused change would repeat. */
const findAlreadyBooked = (error: unknown): AlreadyBooked | undefined =>
  error instanceof CallError && error.code === 'already_booked'
    ? (error.problem?.['booking'] as AlreadyBooked | undefined)
    : undefined
