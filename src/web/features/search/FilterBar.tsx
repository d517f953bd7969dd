import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { parkSorts } from '#contract/parks/park-lists.ts'
import type { Amenity } from '#contract/parks/parks.ts'
import { type ParkSort, type ParkSearch, writeSearch } from '#web/features/booking-window/parkSearch.ts'
import { withoutSizes } from '#web/features/booking-window/vehicleChoice.ts'
import { quickFilterAmenities } from '#web/features/parks/amenities.tsx'
import { useWideScreen } from '#web/page/media.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useAnsweredChoice } from '#web/page/useAnsweredChoice.ts'
import { paths } from '#web/paths.ts'
import { formatLength, formatMoney } from '#web/time/format.ts'
import { Chip, ChipLink, RemovableChip } from '#web/ui/Chip.tsx'
import type { FilterValue } from './FilterFields.tsx'
import { countFilters, noFilters } from './filters.ts'
import { useCurrency } from './useCurrency.ts'

const loadFields = () => import('./FilterFields.tsx')
const loadDialog = () => import('./FilterDialog.tsx')
const FilterFields = lazy(async () => ({ default: (await loadFields()).FilterFields }))
const FilterDialog = lazy(loadDialog)

interface FilterBarProps {
  search: ParkSearch
  /** The order shown as selected. */
  order: ParkSort
  onChange: (change: Partial<ParkSearch>) => void
  /** Amenities that some car park of the search has; undefined until known. */
  has: readonly Amenity[] | undefined
}

/** Order and filters of the list: common ones as chips, all in a sheet or, on wide screens, below. */
export function FilterBar({ search, order, onChange, has }: FilterBarProps) {
  const { t, locale } = useTranslation()
  const wide = useWideScreen()
  const currency = useCurrency()
  const panel = useId()
  const [open, setOpen] = useState(false)
  const [opening, setOpening] = useState(0)
  const orders = parkSorts.filter((sort) => sort !== 'distance' || search.place)
  // A filter that finds nothing is offered only to be taken off.
  const quick = quickFilterAmenities.filter(
    (amenity) => has?.includes(amenity) === true || search.amenities.includes(amenity),
  )
  const otherAmenities = search.amenities.filter(
    (amenity) => !quickFilterAmenities.some((filtered) => filtered === amenity),
  )
  const without = (amenity: string) => search.amenities.filter((candidate) => candidate !== amenity)
  const count = countFilters(search)
  const removable = [
    ...otherAmenities.map((amenity) => ({
      what: t(`park.amenities.${amenity}`),
      change: { amenities: without(amenity) },
    })),
    ...(search.kind ? [{ what: t(`park.kinds.${search.kind}`), change: { kind: undefined } }] : []),
    ...(search.max_price === undefined
      ? []
      : [
          {
            what: t('search_list.up_to', { price: formatMoney(search.max_price, currency, locale) }),
            change: { max_price: undefined },
          },
        ]),
    ...(search.fits ? [{ what: t('search_list.hide_too_small_short'), change: { fits: undefined } }] : []),
    ...(search.step_free ? [{ what: t('park.step_free'), change: { step_free: undefined } }] : []),
    ...(search.lift ? [{ what: t('park.lift'), change: { lift: undefined } }] : []),
    ...(search.bay_width_cm
      ? [
          {
            what: t('search_list.bay_width', { width: formatLength(search.bay_width_cm, locale) }),
            change: { bay_width_cm: undefined },
          },
        ]
      : []),
  ]
  const filtered: FilterValue = search
  const isHydrating = useHydrating()
  return (
    <>
      <div className="-my-1 flex [scrollbar-width:none] items-center gap-2 overflow-x-auto px-4 py-1 sm:px-6 lg:flex-wrap">
        <Chip
          icon={<SlidersHorizontal aria-hidden="true" />}
          aria-haspopup={wide ? undefined : 'dialog'}
          aria-expanded={wide ? open : undefined}
          aria-controls={wide && open ? panel : undefined}
          onPointerEnter={() => void (wide ? loadFields() : loadDialog())}
          onFocus={() => void (wide ? loadFields() : loadDialog())}
          onClick={() => {
            setOpening(opening + 1)
            setOpen(!open)
          }}
          className={count > 0 ? 'border-ink' : undefined}
        >
          {count === 0 ? t('search_list.filters') : t('search_list.filters_on', { count })}
        </Chip>
        {isHydrating && <PlainFilters search={search} order={order} orders={orders} quick={quick} />}
        <label className="relative inline-flex min-h-9 items-center rounded-full border border-line bg-card text-sm font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus noscript:hidden touch:min-h-11">
          <span className="sr-only">{t('search_list.sort')}</span>
          <select
            value={order}
            onChange={(event) => onChange({ sort: parkSorts.find((sort) => sort === event.target.value) })}
            className="field-sizing-content h-full min-h-9 rounded-full bg-card px-3.5 text-ink outline-none touch:text-md"
          >
            {orders.map((order) => (
              <option key={order} value={order}>
                {t(`search_list.sorts.${order}`)}
              </option>
            ))}
          </select>
        </label>
        {(quick.length > 0 || count > 0) && (
          <span aria-hidden="true" className="mx-0.5 h-6 w-px shrink-0 bg-line noscript:hidden" />
        )}
        <div role="group" aria-label={t('search_list.must_have')} className="contents noscript:hidden">
          {removable.map(({ what, change }) => (
            <RemovableChip key={what} removeLabel={t('search_list.remove', { what })} onRemove={() => onChange(change)}>
              {what}
            </RemovableChip>
          ))}
          {quick.map((amenity) => (
            <AmenityChip
              key={amenity}
              amenity={amenity}
              on={search.amenities.includes(amenity)}
              onChange={(on) => onChange({ amenities: on ? [...without(amenity), amenity] : without(amenity) })}
            />
          ))}
          {count > 0 && (
            <Chip
              onClick={() => onChange({ ...withoutSizes(search.vehicle), ...noFilters })}
              className="border-transparent bg-transparent text-act"
            >
              {t('search_list.clear_all')}
            </Chip>
          )}
        </div>
      </div>
      {wide && open && (
        <section id={panel} aria-label={t('search_list.filters')} className="border-t border-line px-6 pt-4 pb-2">
          <Suspense>
            <FilterFields value={filtered} onChange={onChange} />
          </Suspense>
        </section>
      )}
      {!wide && opening > 0 && (
        <Suspense>
          <FilterDialog key={opening} open={open} onClose={() => setOpen(false)} value={filtered} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

interface PlainFiltersProps {
  search: ParkSearch
  order: ParkSort
  orders: readonly ParkSort[]
  quick: readonly Amenity[]
}

/** Orders and common filters as links, for readers without scripts. */
function PlainFilters({ search, order, orders, quick }: PlainFiltersProps) {
  const { t } = useTranslation()
  const to = (change: Partial<ParkSearch>) => paths.search(writeSearch({ ...search, page: 1, ...change }))
  const toggled = (amenity: Amenity) =>
    search.amenities.includes(amenity)
      ? search.amenities.filter((candidate) => candidate !== amenity)
      : [...search.amenities, amenity]
  return (
    <nav aria-label={t('search_list.filters')} className="hidden items-center gap-2 noscript:flex noscript:flex-wrap">
      {orders.map((sort) => (
        <ChipLink key={sort} to={to({ sort })} current={sort === order}>
          {t(`search_list.sorts.${sort}`)}
        </ChipLink>
      ))}
      {quick.map((amenity) => (
        <ChipLink key={amenity} to={to({ amenities: toggled(amenity) })} current={search.amenities.includes(amenity)}>
          {t(`park.amenities.${amenity}`)}
        </ChipLink>
      ))}
    </nav>
  )
}

function AmenityChip({ amenity, on, onChange }: { amenity: Amenity; on: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation()
  const { current, choose } = useAnsweredChoice(on, onChange)
  return (
    <Chip pressed={current} onClick={() => choose(!current)}>
      {t(`park.amenities.${amenity}`)}
    </Chip>
  )
}
