import { memo } from 'react'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { parkPictures, parkPictureUrl } from '#contract/pictures/pictures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { cx } from '#web/ui/cx.ts'

interface ParkPictureProps {
  park: Pick<ParkSummary, 'id' | 'lat' | 'lng' | 'name' | 'near' | 'address' | 'city'> & {
    photo_url?: string | null | undefined
  }
  /** Where the driver wants to go, if it is a walk away. */
  goal?: { lat: number; lng: number } | undefined
  className?: string
}

/** A photo of a car park, or a small map of its real surroundings. */
export const ParkPicture = memo(function ParkPicture({ park, goal, className }: ParkPictureProps) {
  const { t } = useTranslation()
  const name = parkLabel(park, t)
  const { photo_url = null } = park
  return (
    <img
      src={photo_url === null ? parkPictureUrl(park, 'small', goal) : `${photo_url}?size=small`}
      alt={t(photo_url === null ? 'park.picture' : 'park.photo', { name })}
      {...parkPictures.small}
      loading="lazy"
      decoding="async"
      // The words for those who see no picture would not fit.
      className={cx('bg-map-land object-cover text-transparent', className)}
    />
  )
})
