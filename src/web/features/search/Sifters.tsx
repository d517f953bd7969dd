import { useTranslation } from 'react-i18next'
import { parkKinds } from '#contract/parks.ts'
import { siftedAmenities } from '#web/features/parks/amenities.tsx'
import { Chip, RemovableChip } from '#web/ui/Chip.tsx'
import type { ParkSort, Stay } from './stay.ts'

interface SiftersProps {
  stay: Stay
  /** The order of what is shown. */
  order: ParkSort
  onChange: (change: Partial<Stay>) => void
}

/** How the list is ordered and sifted, as a row of chips that scrolls by itself where it is too long. */
export function Sifters({ stay, order, onChange }: SiftersProps) {
  const { t } = useTranslation()
  const orders: ParkSort[] = stay.place ? ['best', 'price', 'distance'] : ['best', 'price']
  const others = stay.amenities.filter((amenity) => !siftedAmenities.some((sifted) => sifted === amenity))
  const without = (amenity: string) => stay.amenities.filter((one) => one !== amenity)
  return (
    <div className="-my-1 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:px-6 lg:flex-wrap">
      <div role="group" aria-label={t('search.sort')} className="contents">
        {orders.map((one) => (
          <Chip key={one} pressed={order === one} onClick={() => onChange({ sort: one })}>
            {t(`search.sorts.${one}`)}
          </Chip>
        ))}
      </div>
      <span aria-hidden="true" className="mx-0.5 h-6 w-px shrink-0 bg-line" />
      <div role="group" aria-label={t('search.sift')} className="contents">
        {siftedAmenities.map((amenity) => {
          const on = stay.amenities.includes(amenity)
          return (
            <Chip
              key={amenity}
              pressed={on}
              onClick={() => onChange({ amenities: on ? without(amenity) : [...stay.amenities, amenity] })}
            >
              {t(`park.amenities.${amenity}`)}
            </Chip>
          )
        })}
        <label className="relative inline-flex min-h-9 items-center rounded-full border border-line bg-card text-sm font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-[option:not([value='']):checked]:border-ink touch:min-h-11">
          <span className="sr-only">{t('search.kind')}</span>
          <select
            value={stay.kind ?? ''}
            onChange={(event) => onChange({ kind: parkKinds.find((kind) => kind === event.target.value) })}
            className="field-sizing-content h-full min-h-9 rounded-full bg-card px-3.5 text-ink outline-none"
          >
            <option value="">{t('search.any_kind')}</option>
            {parkKinds
              .filter((kind) => kind !== 'unknown')
              .map((kind) => (
                <option key={kind} value={kind}>
                  {t(`park.kinds.${kind}`)}
                </option>
              ))}
          </select>
        </label>
        {others.map((amenity) => (
          <RemovableChip
            key={amenity}
            removeLabel={t('search.remove', { what: t(`park.amenities.${amenity}`) })}
            onRemove={() => onChange({ amenities: without(amenity) })}
          >
            {t(`park.amenities.${amenity}`)}
          </RemovableChip>
        ))}
      </div>
    </div>
  )
}
