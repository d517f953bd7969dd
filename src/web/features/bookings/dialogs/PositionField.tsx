import { LocateFixed, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Spot } from '#contract/bookings/spot.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDistance } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { FieldError } from '#web/ui/form/Field.tsx'

export type Position = NonNullable<Spot['position']>

interface PositionFieldProps {
  position: Position | null
  onPosition: (position: Position | null) => void
}

/** Underground, phones look for satellites in vain. */
const patience_ms = 15_000
/** A ten-millionth of a degree is a centimetre; phones know metres. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Saves where the phone is, on a press alone. */
export function PositionField({ position, onPosition }: PositionFieldProps) {
  const { t, locale } = useTranslation()
  const id = useId()
  const [isLooking, setLooking] = useState(false)
  const [failure, setFailure] = useState<'denied' | 'unknown'>()
  const look = () => {
    setFailure(undefined)
    if (!('geolocation' in navigator)) {
      setFailure('unknown')
      return
    }
    setLooking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setLooking(false)
        onPosition({
          lat: round(latitude),
          lng: round(longitude),
          accuracy_m: Math.min(1_000_000, Math.ceil(accuracy)),
        })
      },
      ({ code }) => {
        setLooking(false)
        setFailure(code === GeolocationPositionError.PERMISSION_DENIED ? 'denied' : 'unknown')
      },
      { enableHighAccuracy: true, timeout: patience_ms, maximumAge: 30_000 },
    )
  }
  return (
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <p id={id} className="text-base font-semibold">
        {t('bookings.car_location.position')}
      </p>
      <p role="status" className="text-sm text-ink-2">
        {position === null
          ? t('bookings.car_location.position_hint')
          : t('bookings.car_location.position_saved', { distance: formatDistance(position.accuracy_m, locale) })}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" size="md" busy={isLooking} onClick={look}>
          <LocateFixed aria-hidden="true" className="size-5" />
          {t(position === null ? 'bookings.car_location.position_save' : 'bookings.car_location.position_again')}
        </Button>
        {position !== null && (
          <Button variant="ghost" size="md" onClick={() => onPosition(null)}>
            <Trash2 aria-hidden="true" className="size-5" />
            {t('bookings.car_location.position_remove')}
          </Button>
        )}
      </div>
      <FieldError error={failure && t(`bookings.car_location.position_${failure}`)} />
    </div>
  )
}
