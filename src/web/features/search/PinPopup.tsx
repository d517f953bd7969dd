import { X } from 'lucide-react'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { type ParkSearch, writeParkQuery } from '#web/features/booking-window/parkSearch.ts'
import { formatInstant, writeWindow } from '#web/features/booking-window/window.ts'
import { useQuote } from '#web/features/parks/api.ts'
import { ParkTags } from '#web/features/parks/ParkTags.tsx'
import { Rating } from '#web/features/parks/Rating.tsx'
import { canBook } from '#web/features/parks/spaces.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface PinPopupProps {
  park: ParkSummary
  search: ParkSearch
  onClose: () => void
}

/** The popup of the selected pin: price details and the booking button. */
export function PinPopup({ park, search, onClose }: PinPopupProps) {
  const { t, locale } = useTranslation()
  const bookable = canBook(park)
  const quote = useQuote(
    bookable
      ? {
          park_id: park.id,
          vehicle_type_id: search.vehicle,
          start_time: formatInstant(search.start),
          end_time: formatInstant(search.end),
        }
      : undefined,
  )
  const money = (amount: number, currency: string) => formatMoney(amount, currency, locale)
  const visit = writeParkQuery(search)
  const name = parkLabel(park, t)
  const total =
    quote.data ??
    (park.price?.unit === 'stay' ? { total: park.price.amount, currency: park.price.currency } : undefined)
  return (
    <section
      aria-label={name}
      className="relative w-75 cursor-auto rounded-xl border border-line bg-card p-4 text-base text-ink shadow-float"
    >
      <IconButton
        label={t('common.close')}
        icon={<X aria-hidden="true" />}
        onClick={onClose}
        className="absolute top-1 right-1 size-9 [&_svg]:size-4.5"
      />
      <h3 className="pr-7 leading-snug font-bold tracking-tight">
        <PageLink to={paths.park(park.slug, visit)} className="rounded-xs hover:underline">
          {name}
        </PageLink>
      </h3>
      <Rating park={park} className="mt-1 text-sm text-ink-2" />
      {bookable ? (
        quote.data ? (
          <p className="mt-1 text-sm text-ink-2">
            {quote.data.lines.map(({ label, amount }) => `${money(amount, quote.data.currency)} ${label}`).join(' · ')}
          </p>
        ) : quote.isError ? (
          <p className="mt-1 text-sm text-ink-2">{t('search_list.price_details_failed')}</p>
        ) : (
          <Skeleton className="mt-2.5 h-3.5 w-4/5 rounded-sm" />
        )
      ) : (
        <div className="mt-2 flex flex-wrap gap-1.5">
          <ParkTags park={park} />
        </div>
      )}
      {bookable && total ? (
        <ButtonLink to={paths.checkout(park.slug, writeWindow(search))} size="md" wide className="mt-3">
          {t('search_list.book_for', { price: money(total.total, total.currency) })}
        </ButtonLink>
      ) : (
        <ButtonLink to={paths.park(park.slug, visit)} size="md" variant="alt" wide className="mt-3">
          {t('search_list.see_park')}
        </ButtonLink>
      )}
    </section>
  )
}
