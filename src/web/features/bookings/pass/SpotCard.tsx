import { CarFront } from 'lucide-react'
import { useEffect } from 'react'
import type { BookingDetails } from '#contract/bookings.ts'
import { useOnline } from '#web/lib/media.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useSpot } from '#web/features/bookings/changes.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { findSavedSpot, saveSpot, useSavedSpot } from './savedSpot.ts'

/** The saved parking spot, if any. Works offline. */
export function SpotCard({ booking, onEdit }: { booking: BookingDetails; onEdit: () => unknown }) {
  const { t } = useTranslation()
  const { photo, spot = booking.spot } = useSavedSpot(booking.id)
  useSendLater(booking.id)
  const { level = null, bay = null, note = null } = spot ?? {}
  const place = [
    level === null ? undefined : t('bookings.car_location.level_at', { level }),
    bay === null ? undefined : t('bookings.car_location.bay_at', { bay }),
  ].filter((part) => part !== undefined)
  if (place.length === 0 && note === null && photo === undefined) return null
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

/** Sends a note that could not be sent, when the page opens and when the network is back. */
function useSendLater(id: string): void {
  const online = useOnline()
  const { mutate } = useSpot(id)
  useEffect(() => {
    const { spot } = findSavedSpot(id)
    if (online && spot !== undefined) mutate(spot, { onSuccess: () => saveSpot(id, { spot: undefined }) })
  }, [online, id, mutate])
}
