import { regretMinutes } from '#contract/bookings/booking-rules.ts'
import { formatPaperMoment } from '#contract/dates.ts'
import type { EvidenceKind } from '#contract/disputes/desk.ts'
import type { Money } from '#contract/fields.ts'
import { countryIn } from '#contract/formats.ts'
import { formatMoney } from '#contract/money.ts'
import { companyLinesOf } from '#contract/settings/issuer.ts'
import { settings } from '#contract/settings/settings.ts'
import { createDocumentText } from '#server/features/bookings/documents/document-text.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { getProviderTitle } from '#server/features/wallet/texts.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import type { DisputePack } from './read-pack.ts'

type Sheet = ReturnType<typeof openSheet>

/** Providers and banks read English, whatever language the customer or the colleague has: these sentences have no French. */
const evidenceNames: Readonly<Record<EvidenceKind, string>> = {
  customer: 'Customer’s name, email and phone',
  receipt: 'Receipt: what was sold, at what price',
  service_date: 'Date of the service',
  service_proof: 'Proof that the service was used',
  delivery: 'Delivery address',
  terms: 'Acceptance of the terms',
  cancellation_policy: 'Cancellation and refund policy',
  refunds: 'Refunds already made',
  other_payments: 'Other payments by the customer',
  conversation: 'Conversation with the customer',
  activity: 'Devices the account was used on',
  ip_address: 'IP address at purchase',
  signature: 'Customer’s signature',
}

/** `out_for_delivery` as "Out for delivery". */
const sentenceOf = (code: string): string => {
  const text = code.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const createWords = ({ locale }: DisputePack) => ({
  locale,
  money: ({ amount, currency }: Money) => formatMoney(amount, currency, locale),
  /** In UTC, as providers write times; what happened at a place is in its zone. */
  when: (at: string, zone = 'UTC') => formatPaperMoment(new Date(at), zone, locale, 'zone'),
})
type Words = ReturnType<typeof createWords>

/** Draws all evidence about a disputed payment as an A4 PDF in English. */
export function drawDisputePack(pack: DisputePack): Promise<Buffer> {
  const words = createWords(pack)
  const { reference } = pack.payment
  const sheet = openSheet({
    title: `Dispute evidence: payment ${reference}`,
    brand: settings().company.name,
    language: 'en',
    at: new Date(pack.now),
  })
  sheet.head('Dispute evidence')
  writeDispute(sheet, pack, words)
  writeEvidence(sheet, pack)
  writeCustomer(sheet, pack, words)
  for (const booking of pack.bookings) writeBooking(sheet, booking, words)
  for (const order of pack.orders) writeOrder(sheet, order, words)
  for (const request of pack.documents) writeDocument(sheet, request, words)
  writeMoney(sheet, pack, words)
  writeMails(sheet, pack, words)
  return sheet.close(
    (page, pages) => `Payment ${reference} · Issued ${words.when(pack.now)} · Page ${page} of ${pages}`,
  )
}

function writeDispute(sheet: Sheet, { dispute, payment, ...pack }: DisputePack, { money, when, locale }: Words): void {
  const provider = getProviderTitle(dispute.provider)
  sheet.facts([
    { name: 'Disputed amount', lines: [money(dispute.amount)], size: 20 },
    {
      name: 'Evidence due by',
      lines: [dispute.answer_by === null ? `See ${provider}’s dashboard` : when(dispute.answer_by)],
      size: 12,
    },
  ])
  sheet.facts([
    { name: 'Provider', lines: [provider, `Dispute ${dispute.id}`] },
    { name: 'Claim', lines: [dispute.claim === null ? 'Not given' : sentenceOf(dispute.claim)] },
  ])
  sheet.facts([
    {
      name: 'Payment',
      lines: [
        `${payment.reference}, ${money(payment.amount)}`,
        ...(payment.provider_reference === null ? [] : [`${provider}: ${payment.provider_reference}`]),
      ],
    },
    {
      name: 'Paid',
      lines: [
        when(payment.settled_at ?? payment.created_at),
        ...(payment.device === null ? [] : [`On a ${payment.device}`]),
      ],
    },
  ])
  const merchant = companyLinesOf(countryIn(locale) ?? 'US')
  if (merchant.length > 0) sheet.facts([{ name: 'Merchant', lines: merchant }])
  const { bookings, orders, documents, further } = pack
  const codes = [
    ...bookings.map(({ details }) => `booking ${details.booking_code}`),
    ...orders.map(({ details }) => `order ${details.order_number}`),
    ...documents.map(({ number }) => `document request ${number}`),
  ]
  sheet.text(
    codes.length === 0
      ? `The payment was credited to the customer’s ${settings().company.name} wallet. None of it has been spent.`
      : `The payment was credited to the customer’s ${settings().company.name} wallet and paid for ${codes.join(', ')}.`,
  )
  sheet.text(`Amounts are in ${payment.amount.currency}.`)
  if (further.length > 0) sheet.text(`It also paid for ${further.join(', ')}.`)
  if (codes.length > 0 && pack.unspent.amount > 0)
    sheet.text(`${money(pack.unspent)} of it has not been spent, or has been returned.`)
}

function writeEvidence(sheet: Sheet, { evidence }: DisputePack): void {
  sheet.heading('What this file contains')
  for (const { kind, is_held } of evidence) sheet.row(evidenceNames[kind], is_held ? 'Included' : 'Not held')
}

function writeCustomer(sheet: Sheet, { customer, sessions }: DisputePack, { when }: Words): void {
  sheet.heading('Customer')
  if (customer === null) sheet.text('The customer has deleted the account, and with it name, email and phone.')
  else {
    const { name, email, phone, created_at, email_verified_at, terms_accepted_at } = customer
    sheet.facts([
      { name: 'Name', lines: [name] },
      { name: 'Contact', lines: [email, ...(phone === null ? [] : [phone])] },
    ])
    sheet.event(when(created_at), 'Account created', '')
    if (email_verified_at !== null) sheet.event(when(email_verified_at), 'Email address confirmed with a code', '')
    if (terms_accepted_at !== null) sheet.event(when(terms_accepted_at), 'Terms and privacy notice accepted', '')
  }
  if (sessions.length > 0) {
    sheet.heading('Devices that are logged in')
    for (const { created_at, last_seen_at, user_agent } of sessions)
      sheet.event(when(created_at), `${user_agent ?? 'Unknown browser'} · last used ${when(last_seen_at)}`, '')
  }
  sheet.gap(4)
  sheet.text('IP addresses of customers are not stored.', { colour: 'soft' })
}

function writeBooking(
  sheet: Sheet,
  { paid, details, device, gate }: DisputePack['bookings'][number],
  { locale, money }: Words,
): void {
  const words = createDocumentText(details, locale)
  const { park, booking_code, cancellation, start_time } = details
  const at = (time: string) => formatPaperMoment(new Date(time), park.timezone, locale, 'zone')
  sheet.heading(`Booking ${booking_code}: parking`, 120)
  sheet.facts([
    { name: 'Car park', lines: [labelPark(park, locale), [park.address, park.city].filter(Boolean).join(', ')] },
    { name: 'Number plate', lines: [details.plate, `Status: ${sentenceOf(details.status)}`] },
  ])
  sheet.facts([
    { name: 'From', lines: [at(start_time)] },
    { name: 'Until', lines: [at(details.end_time)] },
  ])
  if (device !== null) sheet.text(`Booked on a ${device}.`)
  for (const { label, amount } of details.lines) sheet.row(label, words.money(amount))
  sheet.row('Total', words.money(details.total), { strong: true })
  if (details.refunded > 0) sheet.row('Refunded', words.money(-details.refunded))
  sheet.row('Paid with this payment', money(paid), { strong: true })
  sheet.heading(`Booking ${booking_code}: arrival and departure`)
  const stays = [
    { time: details.checked_in_at, what: 'Checked in', end: '' },
    { time: details.checked_out_at, what: 'Checked out', end: '' },
    ...gate.map((event) => ({
      time: event.at,
      what:
        event.by === 'guard' ? 'Pass scanned by the guard at the gate' : 'Number plate read by the camera at the gate',
      end: `${sentenceOf(event.direction)}${event.was_let_in ? '' : ', refused'}`,
    })),
  ]
    .flatMap(({ time, ...event }) => (time === null ? [] : [{ ...event, time }]))
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
  for (const { time, what, end } of stays) sheet.event(at(time), what, end)
  if (stays.length === 0) sheet.text('No arrival or departure was recorded.')
  sheet.heading(`Booking ${booking_code}: history`)
  for (const change of details.history) sheet.event(at(change.at), words.event(change), words.actor(change))
  sheet.heading(`Booking ${booking_code}: cancellation policy shown before payment`)
  for (const rule of cancellation.refund_rules)
    sheet.text(
      rule.until > start_time
        ? words.t('receipt.refund_regret', { minutes: regretMinutes, percent: words.percent(rule.percent) })
        : words.t('receipt.refund_until', { until: words.when(rule.until), percent: words.percent(rule.percent) }),
    )
  sheet.text(words.t('receipt.refund_after'))
}

function writeOrder(
  sheet: Sheet,
  { paid, details, messages }: DisputePack['orders'][number],
  { money, when }: Words,
): void {
  const { branch, order_number, destination, slot } = details
  const at = (time: string) => when(time, branch.timezone)
  sheet.heading(`Order ${order_number}: items`, 120)
  sheet.facts([
    { name: 'Shop', lines: [branch.name, `${branch.address}, ${branch.city}`] },
    { name: sentenceOf(details.order_type), lines: [at(slot.starts_at), ...addressOf(destination)] },
  ])
  for (const { quantity, item, variation, total } of details.lines)
    sheet.row(`${quantity} × ${[item.name, variation].filter(Boolean).join(', ')}`, money(total))
  sheet.row('Total', money(details.total), { strong: true })
  for (const { number, amount, at: time } of details.refunds)
    sheet.event(at(time), `Refund ${number}`, money({ ...amount, amount: -amount.amount }))
  sheet.row('Paid with this payment', money(paid), { strong: true })
  sheet.heading(`Order ${order_number}: history`)
  for (const { at: time, status, reason } of details.stages)
    sheet.event(at(time), [sentenceOf(status), reason].filter(Boolean).join(' · '), '')
  if (messages.length === 0) return
  sheet.heading(`Order ${order_number}: conversation`)
  for (const { at: time, author, text } of messages)
    sheet.event(at(time), text === '' ? 'A photo' : text, author === 'customer' ? 'Customer' : 'Shop')
}

function addressOf(destination: DisputePack['orders'][number]['details']['destination']): string[] {
  if (destination === null) return []
  return destination.kind === 'address'
    ? [[destination.line, destination.apartment, destination.city, destination.state].filter(Boolean).join(', ')]
    : [[destination.park_name ?? destination.park_code, destination.level, destination.bay].filter(Boolean).join(', ')]
}

function writeDocument(
  sheet: Sheet,
  { number, status, plate, history, paid }: DisputePack['documents'][number],
  { money, when }: Words,
): void {
  sheet.heading(`Document request ${number}: renewal of vehicle documents`, 100)
  sheet.facts([
    { name: 'Status', lines: [sentenceOf(status)] },
    { name: 'Number plate', lines: [plate ?? 'Not given'] },
  ])
  sheet.row('Paid with this payment', money(paid), { strong: true })
  for (const step of history) sheet.event(when(step.at, 'Africa/Lagos'), sentenceOf(step.status), '')
}

function writeMoney(sheet: Sheet, { refunds, others }: DisputePack, { money, when }: Words): void {
  sheet.heading('Refunds of this payment')
  if (refunds.length === 0) sheet.text('Nothing has been refunded to the payment method.')
  for (const { at, reference, kind, status, amount } of refunds)
    sheet.event(
      when(at),
      `${kind === 'dispute' ? 'Taken back by the bank' : 'Refund'} ${reference} · ${sentenceOf(status)}`,
      money(amount),
    )
  sheet.heading('Other payments by the customer within 7 days')
  if (others.length === 0) sheet.text('There are none, so this payment is not a duplicate.')
  for (const { at, reference, status, amount } of others)
    sheet.event(when(at), `${reference} · ${sentenceOf(status)}`, money(amount))
}

function writeMails(sheet: Sheet, { mails }: DisputePack, { when }: Words): void {
  if (mails.length === 0) return
  sheet.heading('Emails to the customer')
  for (const { at, subject, is_sent } of mails) sheet.event(when(at), subject, is_sent ? 'Sent' : 'Waiting')
}
