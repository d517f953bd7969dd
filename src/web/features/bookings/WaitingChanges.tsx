import { CloudOff } from 'lucide-react'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { addWaiting, removeWaiting, type Waiting } from './pass/waiting.ts'
import { useSendWaiting } from './useSendWaiting.ts'

/** What was changed on this device and has not reached us: it says so until it has, and asks where it cannot. */
export function WaitingChanges({ booking }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  const { waiting, send } = useSendWaiting(booking)
  const shown = waiting.filter(({ isLate, conflict }) => isLate || conflict !== undefined)
  if (shown.length === 0) return null
  const describe = (change: Waiting) =>
    change.kind === 'plate'
      ? t('bookings.waiting.plate', { plate: change.plate })
      : t('bookings.waiting.spot', {
          spot:
            [change.spot.level, change.spot.bay, change.spot.note].filter((part) => part !== null).join(' · ') ||
            t(change.spot.position ? 'bookings.car_location.position' : 'bookings.waiting.nothing'),
        })
  const useMine = (change: Waiting) => {
    removeWaiting(change.key)
    const again = change.isRepeated === true ? ({ again: true } as const) : {}
    if (change.kind === 'plate')
      addWaiting(booking.id, { kind: 'plate', plate: change.plate, from: booking.plate, ...again })
    else addWaiting(booking.id, { kind: 'spot', spot: change.spot, from: booking.spot })
  }
  return (
    <Card as="section" className="grid gap-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <CloudOff aria-hidden="true" className="size-5 shrink-0 text-few" />
        {t('bookings.waiting.title')}
      </h2>
      <ul className="grid gap-3">
        {shown.map((change) => (
          <li key={change.key} className="grid gap-1 wrap-anywhere">
            <p>{describe(change)}</p>
            {change.conflict !== undefined && (
              <p role="alert" className="text-sm text-bad">
                {t('bookings.waiting.conflict', { reason: change.conflict })}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {change.conflict !== undefined && (
                <Button variant="outline" size="sm" onClick={() => useMine(change)}>
                  {t(change.isRepeated === true ? 'bookings.plate_dialog.again' : 'bookings.waiting.use_mine')}
                </Button>
              )}
              <Button variant="ghost" size="sm" onClick={() => removeWaiting(change.key)}>
                {t('bookings.waiting.discard')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {shown.some(({ conflict }) => conflict === undefined) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-2">{t('bookings.waiting.later')}</p>
          <Button variant="outline" size="sm" onClick={send}>
            {t('bookings.waiting.send')}
          </Button>
        </div>
      )}
    </Card>
  )
}
