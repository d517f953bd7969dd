import { lazy, Suspense } from 'react'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { Stars } from '#web/features/reviews/Stars.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Section } from '#web/ui/Page.tsx'

const RatingForm = lazy(async () => ({ default: (await import('./RatingForm.tsx')).RatingForm }))

/** The customer's rating of an order, or the form for it. Shows nothing before the order was handed over. */
export function Rating({ order }: { order: OrderDetails }) {
  const { t } = useTranslation()
  const { rating, can, branch, lines } = order
  if (can.rate)
    return (
      <Section title={t('order_care.rating.title')}>
        <Suspense fallback={null}>
          <RatingForm order={order} />
        </Suspense>
      </Section>
    )
  if (rating === null) return null
  const nameOf = (id: string) => lines.find(({ item }) => item.id === id)?.item.name
  return (
    <Section title={t('order_care.rating.own')}>
      <ul className="divide-y divide-line border-y border-line">
        {[{ name: branch.name, ...rating }, ...rating.items.map((one) => ({ name: nameOf(one.id), ...one }))].map(
          ({ name, rating: stars, text }, n) => (
            <li key={n} className="py-3">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{name}</span>
                <Stars rating={stars} />
              </p>
              {text !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>}
            </li>
          ),
        )}
      </ul>
    </Section>
  )
}
