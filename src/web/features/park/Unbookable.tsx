import { useTranslation } from 'react-i18next'
import { brand } from '#brand.ts'
import type { Park, VehicleType } from '#contract/parks.ts'
import { parkLabel } from '#web/features/parks/label.ts'
import { canBook } from '#web/features/parks/spaces.ts'
import { type Stay, writeStay, writeWindow } from '#web/features/search/stay.ts'
import { formatDistance } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Obstacle } from './bookable.ts'

interface UnbookableProps {
  park: Park
  obstacle: Obstacle
  stay: Stay
  vehicle: VehicleType | undefined
}

/** Why this park cannot be booked for the stay, and the nearest one that can. */
export function Unbookable({ park, obstacle, stay, vehicle }: UnbookableProps) {
  const { t, i18n } = useTranslation()
  const other = park.nearby.find(canBook)
  const around = { lat: park.lat, lng: park.lng, name: park.city ?? undefined }
  return (
    <Notice
      tone={obstacle === 'partner' ? 'info' : 'warning'}
      live
      {...(obstacle !== 'partner' && { className: 'mt-3' })}
      action={
        other ? (
          <ButtonLink size="md" variant="outline" to={paths.park(other.slug, writeWindow(stay))}>
            {t('park.nearest_bookable')}
          </ButtonLink>
        ) : (
          <ButtonLink
            size="md"
            variant="outline"
            to={paths.search(writeStay({ ...stay, place: around, search: undefined, sort: 'best', page: 1 }))}
          >
            {t('park.nearest_search')}
          </ButtonLink>
        )
      }
    >
      <p>{t(`park.why.${obstacle}`, { brand: brand.name, vehicle: vehicle?.name ?? t('search.ordinary_car') })}</p>
      {other && (
        <p className="mt-1 text-sm text-ink-2">
          {parkLabel(other, t)}
          {other.distance_m !== undefined && ` · ${formatDistance(other.distance_m, i18n.language)}`}
        </p>
      )}
    </Notice>
  )
}
