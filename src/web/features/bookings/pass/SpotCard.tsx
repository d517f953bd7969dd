import { CarFront, Navigation } from 'lucide-react'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { walkTo } from '#web/features/parks/directions.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { MenuButton } from '#web/ui/overlay/MenuButton.tsx'
import { useSavedSpot } from './savedSpot.ts'
import { useWaiting } from './waiting.ts'

/** The saved parking spot, if any: also one that waits to be sent. Works offline. */
export function SpotCard({ booking, onEdit }: { booking: BookingDetails; onEdit: () => unknown }) {
  const { t } = useTranslation()
  const { photo } = useSavedSpot(booking.id)
  const waiting = useWaiting(booking.id).find((candidate) => candidate.kind === 'spot')
  const spot = waiting === undefined || waiting.conflict !== undefined ? booking.spot : waiting.spot
  const { level = null, bay = null, note = null, position = null } = spot ?? {}
  const place = [
    level === null ? undefined : t('bookings.car_location.level_at', { level }),
    bay === null ? undefined : t('bookings.car_location.bay_at', { bay }),
  ].filter((part) => part !== undefined)
  if (place.length === 0 && note === null && photo === undefined && position === null) return null
  return (
    <Card as="section">
      <div className="flex items-start gap-3">
        <CarFront aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <h2 className="text-sm font-normal text-ink-2">{t('bookings.car_location.shown')}</h2>
          {place.length > 0 && <p className="text-lg font-black tracking-tight">{place.join(' · ')}</p>}
          {note !== null && <p className="break-words">{note}</p>}
        </div>
        <Button variant="link" className="-mt-2" onClick={onEdit}>
          {t('common.edit')}
        </Button>
      </div>
      {position !== null && (
        <div className="mt-3">
          <MenuButton
            align="start"
            trigger={
              <Button variant="outline" size="md">
                <Navigation aria-hidden="true" className="size-5" />
                {t('bookings.car_location.walk')}
              </Button>
            }
            groups={[
              {
                heading: t('bookings.directions_with'),
                entries: walkTo(position).map(({ name, href }) => ({ label: name, href })),
              },
            ]}
          />
        </div>
      )}
      {photo !== undefined && (
        <img
          src={photo}
          alt={t('bookings.car_location.photo_alt')}
          className="mt-3 max-h-72 w-full rounded-lg border border-line object-cover"
        />
      )}
    </Card>
  )
}
