import { CalendarPlus, FileDown, TicketCheck } from 'lucide-react'
import type { BookingDetails, BookingStatus } from '#contract/bookings/bookings.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { download } from '#web/api/download.ts'
import { describeFailure } from '#web/api/failures.ts'
import { describeDeadline } from '#web/features/booking-window/describeDeadline.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { useOpensOffline } from '#web/features/bookings/api-offline.ts'
import { groupCode } from '#web/features/bookings/pass/code.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatWindow, zoneName } from '#web/time/format.ts'
import { differsFromDevice } from '#web/time/quarterHours.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { BayRow } from '#web/ui/BayRow.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Plate } from '#web/ui/Plate.tsx'

const tick = <path d="m5 17 8 8L28 8" className="stroke-ink" strokeWidth="3.6" />
const cross = <path d="m6 6 20 20M26 6 6 26" className="stroke-ink" strokeWidth="3.6" />

type Outcome = 'booked' | 'over' | 'cancelled' | 'expired'

const outcomeOf: Record<BookingStatus, Outcome> = {
  pending: 'booked',
  active: 'booked',
  checked_in: 'booked',
  overstayed: 'booked',
  completed: 'over',
  no_show: 'over',
  cancelled: 'cancelled',
  expired: 'expired',
}

/** A booking in its current state: car park, times, price, booking code, documents and next steps. */
export function Booked({ booking }: { booking: BookingDetails }) {
  const { t, locale } = useTranslation()
  const { park, plate, total, currency, booking_code, cancellation } = booking
  const outcome = outcomeOf[booking.status]
  const opensOffline = useOpensOffline(booking)
  const isThere = outcome === 'booked' || outcome === 'over'
  const [start, end] = [new Date(booking.start_time), new Date(booking.end_time)]
  const zone = park.timezone
  const where = [park.address, park.city].filter((part) => part !== null && part !== '').join(', ')
  const zoneSuffix = differsFromDevice(start, zone) && ` · ${zoneName(start, zone, locale)}`
  const free_until = new Date(cancellation.free_until)
  return (
    <>
      <header className="pb-5 text-center">
        <BayRow
          bays={['car', isThere ? 'yours' : 'free', 'car']}
          symbol={{ at: 1, draw: isThere ? tick : cross }}
          className="mx-auto mb-3 h-24 w-auto text-ink-3"
        />
        <h1 className="text-2xl" tabIndex={-1}>
          {t(`checkout.success.${outcome}`)}
        </h1>
        <p className="mt-1 text-md text-ink-2">{t(`checkout.success.${outcome}_text`)}</p>
      </header>
      <Card as="section" padding="lg">
        <h2 className="text-lg leading-snug">{parkLabel(park, t)}</h2>
        {park.name !== null && where !== '' && <p className="text-ink-2">{where}</p>}
        <p className="mt-3 text-lg font-black tracking-tight">{formatWindow(start, end, zone, locale)}</p>
        <p className="text-sm text-ink-2">
          {describeLength(t, locale, { start, priced_from: new Date(booking.priced_from), end })}
          {zoneSuffix}
        </p>
        <DefinitionList
          className="mt-3"
          entries={[
            {
              term: t(booking.payment_status === 'paid' ? 'checkout.success.paid' : 'checkout.total'),
              value: total === 0 ? t('common.free') : formatMoney(total, currency, locale),
            },
            ...(booking.refunded > 0
              ? [
                  {
                    term: t('checkout.success.refunded'),
                    value: formatMoney(booking.refunded, currency, locale),
                  },
                ]
              : []),
            { term: t('checkout.success.number'), value: groupCode(booking_code) },
            {
              term: t('checkout.plate'),
              value: (
                <span className="inline-flex align-middle">
                  <Plate country={park.country_code} text={plate} size="sm" />
                </span>
              ),
            },
          ]}
        />
      </Card>
      <ActionBar className="mt-4 mb-2.5">
        <ButtonLink to={paths.bookingDetails(booking_code)} wide>
          <TicketCheck aria-hidden="true" className="size-5" />
          {t(booking.pass === null ? 'checkout.success.to_booking' : 'checkout.success.to_pass')}
        </ButtonLink>
      </ActionBar>
      <Papers booking={booking} calendar={outcome === 'booked'} />
      {outcome === 'booked' && (
        <section className="mt-6">
          <h2 className="text-md">{t('checkout.success.next')}</h2>
          <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-ink-2">
            <li>{t(opensOffline ? 'checkout.success.next_pass' : 'checkout.success.next_pass_unsaved')}</li>
            {free_until > new Date() && total > 0 && (
              <li>
                {t('checkout.success.next_cancel', {
                  until: describeDeadline(t, locale, { until: free_until, start, zone }),
                })}
              </li>
            )}
            <li>{t('checkout.success.next_plate')}</li>
          </ul>
        </section>
      )}
    </>
  )
}

/** Downloads the calendar entry and the receipt. */
function Papers({ booking: { booking_code }, calendar }: { booking: BookingDetails; calendar: boolean }) {
  const { t } = useTranslation()
  const save = async (file: 'calendar.ics' | 'receipt.pdf') => {
    try {
      await download(
        `GET /api/v1/bookings/{bookingCode}/${file}`,
        { bookingCode: booking_code },
        `parkwell-${booking_code}.${file.split('.')[1]}`,
      )
    } catch (error) {
      toast(describeFailure(t, error), { tone: 'error' })
    }
  }
  return (
    <div className="flex flex-wrap gap-2.5 *:flex-auto">
      {calendar && (
        <Button variant="outline" size="md" onClick={() => save('calendar.ics')}>
          <CalendarPlus aria-hidden="true" className="size-5" />
          {t('checkout.success.calendar')}
        </Button>
      )}
      <Button variant="outline" size="md" onClick={() => save('receipt.pdf')}>
        <FileDown aria-hidden="true" className="size-5" />
        {t('checkout.success.receipt')}
      </Button>
    </div>
  )
}
