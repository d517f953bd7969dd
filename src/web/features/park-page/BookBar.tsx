import { useTranslation } from 'react-i18next'
import type { Park } from '#contract/parks.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { formatMoney } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The bar at the bottom of a phone: the whole price, and the way to it. */
export function BookBar({ park, search, coming }: { park: Park; search: ParkSearch; coming: boolean }) {
  const { t, i18n } = useTranslation()
  if (park.price === null) return null
  const { amount, currency } = park.price
  return (
    <div className="safe-bottom sticky bottom-0 z-30 grid grid-cols-[auto_1fr] items-center gap-4 border-t border-line bg-card px-4 pt-3 lg:hidden">
      <p>
        {coming ? (
          <Skeleton className="h-6 w-20 rounded-sm" />
        ) : (
          <span className="block text-lg leading-tight font-black tracking-tighter">
            {amount === 0 ? t('common.free') : formatMoney(amount, currency, i18n.language)}
          </span>
        )}
        <span className="block text-xs text-ink-2">{t('park.held')}</span>
      </p>
      <ButtonLink to={paths.checkout(park.slug, writeWindow(search))} wide>
        {t('park.book')}
      </ButtonLink>
    </div>
  )
}
