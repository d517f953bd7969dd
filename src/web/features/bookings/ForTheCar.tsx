import { ShoppingBag } from 'lucide-react'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { useParkBranches } from '#web/features/catalogue/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Card, CardLink } from '#web/ui/Card.tsx'
import { Section } from '#web/ui/Page.tsx'

/** Bookings whose car stands in the car park, or will. */
const withCar: ReadonlySet<BookingDetails['status']> = new Set(['active', 'checked_in', 'overstayed'])

/** Leads from a paid booking to what the branches of its car park bring to the bay; nothing where there are none. */
export function ForTheCar({ booking: { status, booking_code, park } }: { booking: BookingDetails }) {
  const { t } = useTranslation()
  const hasCar = withCar.has(status)
  const { data } = useParkBranches(park.park_code, hasCar)
  const branches = data?.items.filter(({ delivery }) => delivery) ?? []
  if (!hasCar || branches.length === 0) return null
  return (
    <Section title={t('bookings.for_the_car')}>
      <ul className="grid gap-3">
        {branches.map(({ slug, name }) => (
          <Card key={slug} as="li" className="flex items-center gap-3.5">
            <ShoppingBag aria-hidden="true" className="size-6 shrink-0 text-ink-2" />
            <p className="min-w-0">
              <CardLink
                to={paths.content('marketplace', { branch: slug, booking: booking_code })}
                className="font-semibold"
              >
                {t('bookings.for_the_car_link', { branch: name })}
              </CardLink>
              <span className="block text-sm text-ink-2">{t('bookings.for_the_car_text')}</span>
            </p>
          </Card>
        ))}
      </ul>
    </Section>
  )
}
