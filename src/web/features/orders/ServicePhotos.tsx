import { servicePhotosKept_days } from '#contract/orders/order-photos.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment } from '#web/time/format.ts'
import { Section } from '#web/ui/Page.tsx'
import { OrderPhoto } from './OrderPhoto.tsx'

/** What the branch photographed: the vehicle before and after its service, and what it left without a code. */
export function ServicePhotos({ order }: { order: OrderDetails }) {
  const { t, locale } = useTranslation()
  const { id, photos, branch } = order
  if (photos.length === 0) return null
  return (
    <Section title={t('order_care.photos.title')}>
      <ul className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
        {photos.map(({ id: photo_id, shows, at }) => (
          <li key={photo_id}>
            <figure className="grid gap-1.5">
              <OrderPhoto order_id={id} photo_id={photo_id} alt={t(`order_care.photos.${shows}`)} />
              <figcaption className="text-sm text-ink-2">
                <span className="font-semibold text-ink">{t(`order_care.photos.${shows}`)}</span>
                {' · '}
                <time dateTime={at}>{formatMoment(new Date(at), branch.timezone, locale)}</time>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-2">{t('order_care.photos.kept', { count: servicePhotosKept_days })}</p>
    </Section>
  )
}
