import { MapPin } from 'lucide-react'
import { memo, type Ref } from 'react'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { walkMinutes } from '#contract/parks/walk.ts'
import { FavouriteButton } from '#web/features/favourites/FavouriteButton.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatDistance, formatDuration, formatMoney, formatTime } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton, SkeletonText } from '#web/ui/Skeleton.tsx'
import { parkAddress } from './address.ts'
import type { WindowQuery } from './api.ts'
import { OtherTimeLink } from './OtherTimes.tsx'
import { ParkPicture } from './ParkPicture.tsx'
import { ParkTags } from './ParkTags.tsx'
import { Rating } from './Rating.tsx'
import { isUsable } from './spaces.ts'

interface ParkCardProps {
  park: ParkSummary
  /** The park's page with the window. */
  to: string
  /** Duration that the prices are for. */
  minutes: number
  /** From when they are, in ms, if later than the start of the window. */
  charged_from?: number | undefined
  /** Where the driver wants to go. */
  goal?: { lat: number; lng: number } | undefined
  /** The requested window; if the park cannot take it, the nearest alternative is shown. */
  window?: WindowQuery
  /** Selected or hovered: marked yellow at its edge. */
  marked?: boolean
  /** Called when the pointer or focus enters or leaves the card. */
  onHighlight?: (id: string | undefined) => void
  /** Selects the park on the map; without it the picture is no button. */
  onShow?: (id: string) => void
  ref?: Ref<HTMLElement>
}

const maxAmenities = 3

/** A park in a list, with price, distance and availability. */
export const ParkCard = memo(function ParkCard({
  park,
  to,
  minutes,
  charged_from,
  goal,
  window,
  marked,
  onHighlight,
  onShow,
  ref,
}: ParkCardProps) {
  const { t, locale } = useTranslation()
  const name = parkLabel(park, t)
  const address = addressBeside(park)
  const usable = isUsable(park)
  const { price } = park
  const characters = price === null ? 0 : formatMoney(price.amount, price.currency, locale).length
  const walking_min = park.distance_m === undefined ? undefined : walkMinutes(park.distance_m)
  const picture =
    'relative row-span-2 h-19 w-19 overflow-hidden rounded-lg sm:h-24 sm:w-28 @max-[16rem]:row-span-1 @max-[16rem]:h-14 @max-[16rem]:w-14 @max-[22rem]:group-data-long/park:row-span-1'

  return (
    <article
      ref={ref}
      onPointerEnter={() => onHighlight?.(park.id)}
      onPointerLeave={() => onHighlight?.(undefined)}
      onFocus={() => onHighlight?.(park.id)}
      onBlur={() => onHighlight?.(undefined)}
      className={cx(
        '@container relative border-b border-line px-4 py-3.5 transition-colors sm:px-6 sm:py-4.5',
        'before:absolute before:inset-y-0 before:left-0 before:w-1 before:transition-colors',
        'has-[[data-card-link]:focus-visible]:outline-3 has-[[data-card-link]:focus-visible]:-outline-offset-3 has-[[data-card-link]:focus-visible]:outline-focus',
        marked ? 'bg-card before:bg-kerb' : 'before:bg-transparent',
        characters >= longestPrice && 'max-sm:pr-11',
      )}
    >
      <div className={columns} data-long={characters >= longPrice || undefined}>
        <span className={picture}>
          <ParkPicture
            park={park}
            goal={walking_min === undefined ? undefined : goal}
            className={cx('size-full', !usable && 'opacity-60')}
          />
          {onShow && (
            <button
              type="button"
              onClick={() => onShow(park.id)}
              aria-label={t('park.show_on_map', { name })}
              title={t('park.show_on_map', { name })}
              className="group absolute inset-0 z-10 rounded-lg focus-visible:-outline-offset-3"
            >
              <MapPin
                aria-hidden="true"
                className="absolute right-1.5 bottom-1.5 size-6 rounded-full bg-card p-1 text-act opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 touch:opacity-100"
              />
            </button>
          )}
        </span>
        <div className="min-w-0">
          <h3
            className={cx(
              'line-clamp-3 text-md leading-snug font-bold tracking-tight sm:text-[1.0625rem]',
              !usable && 'text-ink-2',
            )}
          >
            <PageLink to={to} data-card-link className="outline-none after:absolute after:inset-0">
              {name}
            </PageLink>
          </h3>
          <p className="mt-0.5 text-sm text-ink-2">
            {park.distance_m === undefined ? t(`park.kinds.${park.kind}`) : formatDistance(park.distance_m, locale)}
            {walking_min !== undefined && ` · ${t('park.walk', { minutes: walking_min })}`}
            <Rating park={park} className="ml-2.5" />
          </p>
        </div>
        <PriceTag park={park} minutes={minutes} charged_from={charged_from} quiet={!usable || !park.bookable} />
        <div className="col-span-2 col-start-2 grid grid-cols-1 gap-1 text-sm text-ink-2 @max-[22rem]:group-data-long/park:col-start-1 @max-[16rem]:col-start-1">
          {address !== '' && <p className="truncate text-ink-3">{address}</p>}
          {park.amenities.length > 0 && (
            <p className="flex flex-wrap gap-x-2.5">
              {park.amenities.slice(0, maxAmenities).map((amenity) => (
                <span key={amenity}>{t(`park.amenities.${amenity}`)}</span>
              ))}
            </p>
          )}
          <div className="mt-1 flex min-h-6 flex-wrap gap-1.5 pr-10 *:max-w-full *:whitespace-normal">
            <ParkTags park={park} />
          </div>
          {window && <OtherTimeLink park={park} window={window} to={to} />}
        </div>
        <FavouriteButton
          park_id={park.id}
          name={name}
          className="absolute right-1.5 bottom-1 z-10 text-ink-2 sm:right-3.5 noscript:hidden [&_svg]:size-5"
        />
      </div>
    </article>
  )
})

/** With large text or a long price on a narrow screen, the price and the facts are below the name. */
const columns =
  'group/park grid grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1fr] items-start gap-x-3 sm:gap-x-4 ' +
  '@max-[16rem]:grid-cols-[auto_minmax(0,1fr)] @max-[16rem]:gap-y-1.5 ' +
  '@max-[22rem]:data-long:grid-cols-[auto_minmax(0,1fr)] @max-[22rem]:data-long:gap-y-1.5'
/** Of as many characters, "₦ 120,000" among them, a price leaves too little to the name. */
const longPrice = 9
/** Of as many, "1 250 000 F CFA" among them, also on phones of usual width: the card gives up as much of it. */
const longestPrice = 13

/** The address without parts that repeat the name. */
function addressBeside(park: ParkSummary): string {
  if (park.name === null) return ''
  const isInName =
    park.address !== null && park.name.toLowerCase().includes(park.address.split(/[,(]/)[0]!.trim().toLowerCase())
  return parkAddress(isInName ? { ...park, address: null } : park)
}

/** Skeleton of a park card. */
export function ParkCardSkeleton() {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-b border-line px-4 py-3.5 sm:gap-x-4 sm:px-6 sm:py-4.5">
      <Skeleton className="h-19 w-19 rounded-lg sm:h-24 sm:w-28" />
      <div className="grid content-start gap-2.5 pt-1">
        <Skeleton className="h-4.5 w-4/5 rounded-sm" />
        <SkeletonText lines={2} />
        <Skeleton className="h-6 w-16 rounded-sm" />
      </div>
      <Skeleton className="mt-1 h-6 w-16 rounded-sm" />
    </div>
  )
}

const priceColumn =
  'text-right whitespace-nowrap @max-[16rem]:col-span-2 @max-[16rem]:text-left ' +
  '@max-[22rem]:group-data-long/park:col-span-2 @max-[22rem]:group-data-long/park:text-left'

interface PriceTagProps extends Pick<ParkCardProps, 'park' | 'minutes' | 'charged_from'> {
  quiet?: boolean
}

/** The total price or the hourly price, with its unit; a dash if unknown. */
function PriceTag({ park: { price, timezone }, minutes, charged_from, quiet }: PriceTagProps) {
  const { t, locale } = useTranslation()
  if (price === null) {
    return (
      <p className={cx(priceColumn, 'text-xs text-ink-3')}>
        <span aria-hidden="true" className="block text-lg leading-none font-black">
          –
        </span>
        {t('park.price_unknown')}
      </p>
    )
  }
  const free = price.amount === 0
  return (
    <p className={priceColumn}>
      <span className={cx('amount block text-lg font-black sm:text-[1.4rem] sm:leading-tight', quiet && 'text-ink-3')}>
        {free ? t('common.free') : formatMoney(price.amount, price.currency, locale)}
      </span>
      <span className="block text-xs text-ink-3">
        {price.unit === 'hour' ? t('park.an_hour') : t('park.total_for', { duration: formatDuration(minutes, locale) })}
      </span>
      {price.unit !== 'hour' && charged_from !== undefined && (
        <span className="block text-xs text-ink-3">
          {t('park.total_from', { time: formatTime(new Date(charged_from), timezone, locale) })}
        </span>
      )}
    </p>
  )
}
