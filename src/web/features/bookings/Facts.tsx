import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/time/format.ts'
import { cx } from '#web/ui/cx.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { BookedTimes } from './BookedTimes.tsx'
import { groupCode } from './pass/code.ts'

/** Times, car park and vehicle in full. */
export function Facts({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const types = useVehicleTypes()
  const { park } = booking
  const zone = park.timezone
  const vehicle = types.data?.find(({ id }) => id === booking.vehicle_type_id)?.name
  return (
    <Section title={t('bookings.details')}>
      <DefinitionList
        entries={[
          {
            term: t('bookings.window'),
            value: <BookedTimes booking={booking} />,
          },
          {
            term: t('bookings.park_field'),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-2">
                {park.examples.length > 0 && <ExampleTag />}
                <PageLink to={paths.park(park.slug)} className="text-act underline-offset-4 hover:underline">
                  {parkLabel(park, t)}
                </PageLink>
              </span>
            ),
          },
          ...(booking.event === null
            ? []
            : [
                {
                  term: t('bookings.event_field'),
                  value: (
                    <PageLink
                      to={paths.event(booking.event.event_code)}
                      className="text-act underline-offset-4 hover:underline"
                    >
                      {booking.event.name}
                    </PageLink>
                  ),
                },
              ]),
          ...(vehicle === undefined ? [] : [{ term: t('bookings.vehicle'), value: vehicle }]),
          ...booking.followed_by.map(({ booking_code, status }) => ({
            term: t(replaces(booking) ? 'bookings.followed.replaced' : 'bookings.followed.renewed'),
            value: (
              <PageLink
                to={paths.bookingDetails(booking_code)}
                className={cx('text-act underline-offset-4 hover:underline', status === 'cancelled' && 'line-through')}
              >
                {groupCode(booking_code)}
              </PageLink>
            ),
          })),
          { term: t('bookings.booked_at'), value: formatDateTime(new Date(booking.created_at), zone, locale) },
        ]}
      />
    </Section>
  )
}

/** Whether the following booking replaced this one at another car park, rather than renewing it. */
const replaces = ({ history }: BookingDetails) => history.some(({ cause }) => cause === 'cannot_park')
