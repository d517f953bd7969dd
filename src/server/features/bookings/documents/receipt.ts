import { grace, regretMinutes } from '#contract/bookings/booking-rules.ts'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { chargedLength } from '#contract/bookings/charged-length.ts'
import type { Locale } from '#contract/formats.ts'
import { contactAt } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { describeEntry } from '#server/features/wallet/texts.ts'
import { writeIssuer, writeReceiptNote } from '#server/output/issuer.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { createDocumentText, type DocumentText } from './document-text.ts'

interface Driver {
  first_name: string
  last_name: string | null
  email: string
}
type Sheet = ReturnType<typeof openSheet>

/** Returns a booking's receipt as an A4 PDF: driver, place, times, plate, payments, history and cancellation terms. */
export function createReceipt(
  booking: BookingDetails,
  driver: Driver,
  locale: Locale,
  url: string,
  now = new Date(),
): Promise<Buffer> {
  const words = createDocumentText(booking, locale)
  const { t } = words
  const code = booking.booking_code
  const sheet = openSheet({
    title: t('receipt.file_title', { code }),
    brand: settings().company.name,
    language: words.language,
    at: now,
  })
  sheet.head(t('receipt.title'))
  writeBooking(sheet, booking, driver, words)
  writeIssuer(sheet, booking.park.country_code, locale)
  writeCost(sheet, booking, words)
  writeEvents(sheet, booking, words)
  writeTerms(sheet, booking, words)
  sheet.heading(t('receipt.answers'), 50)
  sheet.text(t('receipt.answers_text', { brand: settings().company.name, contact: contactAt(new URL(url).origin) }))
  sheet.text(t('receipt.look', { url }), { colour: 'act', link: url })
  writeReceiptNote(sheet, locale)
  const issued = t('receipt.issued', { at: words.when(now.toISOString()) })
  return sheet.close((page, pages) => `${code} · ${issued} · ${t('receipt.page', { page, pages })}`)
}

function writeBooking(sheet: Sheet, booking: BookingDetails, driver: Driver, words: DocumentText): void {
  const { t, day, clock, when } = words
  const { park, start_time, priced_from, end_time, checked_in_at, checked_out_at } = booking
  const name = [driver.first_name, driver.last_name].filter((part) => part !== null && part !== '').join(' ')
  sheet.plate(t('receipt.plate'), park.country_code, booking.plate, sheet.place())
  sheet.facts([{ name: t('receipt.code'), lines: [booking.booking_code, t(`status.${booking.status}`)], size: 24 }])
  // The title of a park without a name is its address.
  const address = park.name === null ? '' : [park.address, park.city].filter((part) => part !== null).join(', ')
  sheet.facts([
    {
      name: t('receipt.park'),
      lines: [
        labelPark(park, words.locale),
        ...(address === '' ? [] : [address]),
        t('receipt.park_code', { code: park.park_code }),
      ],
    },
    { name: t('receipt.driver'), lines: [name, driver.email] },
  ])
  sheet.facts([
    { name: t('receipt.arrival'), lines: [clock(start_time), day(start_time)], size: 16 },
    { name: t('receipt.departure'), lines: [clock(end_time), day(end_time)], size: 16 },
  ])
  if (priced_from !== start_time)
    sheet.text(t('receipt.first_free', { ...chargedLength(booking, words.locale), time: clock(priced_from) }), {
      colour: 'soft',
    })
  const attendance = [
    { name: t('receipt.came'), at: checked_in_at },
    { name: t('receipt.left'), at: checked_out_at },
  ].flatMap((entry) => (entry.at === null ? [] : [{ name: entry.name, lines: [when(entry.at)] }]))
  if (attendance.length > 0) sheet.facts(attendance)
  sheet.text(t('receipt.zone', { zone: words.zone() }), { colour: 'soft' })
  if (park.examples.length > 0) sheet.text(t('receipt.example'), { colour: 'soft' })
}

function writeCost(sheet: Sheet, booking: BookingDetails, { t, money, signedMoney, when, locale }: DocumentText): void {
  const { lines, total, refunded, refunds = [], due, promo_code, payment_status, entries } = booking
  sheet.heading(t('receipt.paid'))
  for (const { label, amount } of lines) sheet.row(label, money(amount))
  sheet.row(t('receipt.total'), money(total), { strong: true })
  if (payment_status === 'unpaid') {
    sheet.gap(6)
    sheet.text(t('receipt.not_paid'))
  }
  if (refunded > 0) {
    sheet.row(t('receipt.refunded'), money(-refunded))
    sheet.row(t('receipt.cost'), money(total - refunded), { strong: true })
    for (const { message } of refunds) sheet.text(message, { colour: 'soft' })
  }
  if (due > 0) sheet.row(t('receipt.due'), money(due))
  if (promo_code !== null) {
    sheet.gap(6)
    sheet.text(t('receipt.promo', { code: promo_code }), { colour: 'soft' })
  }
  if (entries.length === 0) return
  sheet.heading(t('receipt.entries'))
  for (const { kind, created_at, description, amount } of entries)
    sheet.event(when(created_at), describeEntry(kind, description, locale), signedMoney(amount), { strong: true })
}

function writeEvents(sheet: Sheet, { history }: BookingDetails, { t, when, event, actor }: DocumentText): void {
  sheet.heading(t('receipt.history'))
  for (const change of history) sheet.event(when(change.at), event(change), actor(change))
}

function writeTerms(
  sheet: Sheet,
  { cancellation, start_time }: BookingDetails,
  { t, when, percent }: DocumentText,
): void {
  sheet.heading(t('receipt.terms'))
  for (const rule of cancellation.refund_rules) {
    // After the start only the minutes after booking are left, so they are named in place of a time.
    const sentence =
      rule.until > start_time
        ? t('receipt.refund_regret', { minutes: regretMinutes, percent: percent(rule.percent) })
        : t('receipt.refund_until', { until: when(rule.until), percent: percent(rule.percent) })
    sheet.text(sentence)
  }
  sheet.text(t('receipt.refund_after'))
  sheet.text(t('receipt.refund_cannot_park'))
  sheet.text(t('receipt.grace', { arrival: grace.arrival_min, end: grace.end_min }))
}
