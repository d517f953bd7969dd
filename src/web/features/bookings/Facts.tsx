import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { BookingDetails } from '#contract/bookings.ts'
import { parkLabel } from '#web/features/parks/label.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { formatDateTime, formatDuration, formatWindow, zoneName } from '#web/lib/format.ts'
import { differsFromDevice, minutesBetween } from '#web/lib/quarter.ts'
import { paths } from '#web/paths.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Section } from '#web/ui/Page.tsx'

/** When, where and with what, in full. */
export function Facts({ booking }: { booking: BookingDetails }) {
  const { t, i18n } = useTranslation()
  const types = useVehicleTypes()
  const { park, start_time, end_time } = booking
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const zone = park.timezone
  const vehicle = types.data?.find(({ id }) => id === booking.vehicle_type_id)?.name
  return (
    <Section title={t('bookings.details')}>
      <DefinitionList
        entries={[
          {
            term: t('bookings.window'),
            value: (
              <>
                {formatWindow(start, end, zone, i18n.language)}
                <span className="block text-sm font-normal text-ink-2">
                  {formatDuration(minutesBetween(start, end), i18n.language)}
                  {differsFromDevice(start, zone) && <> · {zoneName(start, zone, i18n.language)}</>}
                </span>
              </>
            ),
          },
          {
            term: t('bookings.park_field'),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-2">
                {park.examples.length > 0 && <ExampleTag />}
                <Link to={paths.park(park.slug)} className="text-act underline-offset-4 hover:underline">
                  {parkLabel(park, t)}
                </Link>
              </span>
            ),
          },
          ...(vehicle === undefined ? [] : [{ term: t('bookings.vehicle'), value: vehicle }]),
          { term: t('bookings.booked_at'), value: formatDateTime(new Date(booking.created_at), zone, i18n.language) },
        ]}
      />
    </Section>
  )
}

/** What happened to the booking, oldest first, in words and instants of the park's clock. */
export function History({ booking }: { booking: BookingDetails }) {
  const { t, i18n } = useTranslation()
  return (
    <Section title={t('bookings.history')}>
      <ol className="ml-1.5 border-l-2 border-line">
        {booking.history.map(({ to, at }) => (
          <li
            key={`${to} ${at}`}
            className="relative pb-4 pl-5 before:absolute before:top-1.5 before:-left-[7px] before:size-3 before:rounded-full before:border-2 before:border-paper before:bg-ink-3 last:pb-0 last:before:bg-act"
          >
            <span className="block font-semibold">{t(`bookings.event.${to}`)}</span>
            <time dateTime={at} className="text-sm text-ink-2">
              {formatDateTime(new Date(at), booking.park.timezone, i18n.language)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  )
}
