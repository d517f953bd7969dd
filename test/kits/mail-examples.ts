import type { Locale } from '#contract/formats.ts'
import type { NoticeKind } from '#contract/notifications/desk.ts'
import { salesReport } from '#contract/reports/desk/sales.ts'
import type { Tx } from '#server/database/connect.ts'
import { invitationMails } from '#server/features/accounts/invitations/mails.ts'
import { accountMails } from '#server/features/accounts/mail/account-mails.ts'
import { queueMail, writeMail, type MailGroup } from '#server/features/accounts/mail/mail-kinds.ts'
import { bookingMails } from '#server/features/bookings/documents/mails.ts'
import { notBookedMails } from '#server/features/bookings/documents/not-booked-mail.ts'
import { seriesMails } from '#server/features/bookings/documents/series-mails.ts'
import { reportMails } from '#server/features/bookings/park-reports.ts'
import { requestMails } from '#server/features/documents/requests/mails.ts'
import { leadMails } from '#server/features/leads/mails.ts'
import { noticeMails } from '#server/features/notifications/staff-notices.ts'
import { messageMails } from '#server/features/orders/messages/unread-mails.ts'
import { orderMails } from '#server/features/orders/order-mails.ts'
import { receiptMails } from '#server/features/orders/pos/receipt-mails.ts'
import { partnerMails } from '#server/features/partners/mails.ts'
import { payoutMails } from '#server/features/payouts/mails.ts'
import { scheduleMails } from '#server/features/reports/schedules.ts'
import { testMails } from '#server/features/settings/mails.ts'
import { reminderMails } from '#server/features/vehicles/reminders.ts'
import { refundMails } from '#server/features/wallet/refunds/refund-mails.ts'
import { adjustmentMails } from '#server/features/wallet/staff/adjustment-mails.ts'
import { topUpMails } from '#server/features/wallet/top-ups/top-up-mails.ts'
import { buildBooking } from './documents-kit.ts'

/** The site whose mails `writeExampleMail` writes. */
export const exampleSite = 'https://parkwell.example'

const example = <Kind extends string, Data>(group: MailGroup<Kind, Data>, toData: (kind: Kind) => Data) => ({
  group: group as MailGroup<never, never>,
  write: (kind: string, locale: Locale) =>
    writeMail(
      group,
      {
        kind: kind as Kind,
        to: 'reader@test.example',
        locale,
        base: exampleSite,
        data: toData(kind as Kind),
      },
      new Date('2026-03-02T09:00:00Z'),
    ),
  /** Puts one into the outbox. */
  queue: (tx: Tx, kind: string, to: string, now: Date) =>
    queueMail(
      tx,
      group,
      { kind: kind as Kind, to, locale: 'en-CA', base: exampleSite, data: toData(kind as Kind) },
      now,
    ),
})

const start_time = '2026-03-02T10:00:00.000Z'
const end_time = '2026-03-02T12:00:00.000Z'
const place = { name: 'Marina Parade', near: null, address: '12 Marina Road', city: 'Lagos' }

const access = {
  entrances: [{ name: 'Marina Road', lat: 6.45, lng: 3.39 }],
  gate_code: '4711',
  level: 'P2',
  steps: ['Turn left after the barrier.'],
}

const booking = buildBooking({ refunded: 500, due: 200 })

const order = {
  order_number: 'KX7Q2M',
  token: 27,
  currency: 'NGN',
  total_minor: 450_000n,
  refunded_minor: 50_000n,
  held_until: new Date(end_time),
  slot_starts_at: new Date(end_time),
  delay_minutes: 15,
  status: 'accepted' as const,
  payment_status: 'paid',
  payment_method: 'wallet',
}

const notices: Record<keyof typeof noticeMails.kinds & NoticeKind, string> = {
  low_stock: 'Car wash',
  problem_reported: 'Car wash',
  refund_waiting: 'Car wash',
  booking_refund_waiting: 'Central Lot',
}

/** Every group of the register, with a row from which each of its mails can be written. */
export const mailExamples = [
  example(accountMails.codeMails, () => ({ code: '042917', has_hint: true })),
  example(accountMails.noAccountMails, () => null),
  example(accountMails.accountNewsMails, () => null),
  example(testMails, () => null),
  example(invitationMails, () => ({
    token: 'x'.repeat(43),
    role: 'Employee',
    place: 'Front Street',
    invited_by: 'Ada Diop',
    expires_at: new Date(end_time),
  })),
  example(reminderMails, () => ({
    papers: (['insurance', 'inspection'] as const).map((kind) => ({
      vehicle_id: '0195b3a0-0000-7000-8000-000000000003',
      plate: 'KJA-123AB',
      registered_in: 'NG',
      kind,
      expires_on: '2026-03-09',
    })),
    country_code: 'NG' as const,
    day: '2026-03-02',
    unsubscribe_url: `${exampleSite}/unsubscribe/x`,
  })),
  example(topUpMails, () => ({
    top_up: {
      reference: 'PW-TOPUP-1',
      provider: 'paystack' as const,
      amount_minor: 500_000n,
      currency: 'NGN' as const,
    },
    credited_minor: 300_000n,
  })),
  example(refundMails, () => ({
    refund: {
      reference: 'PW-REFUND-1',
      provider: 'paystack' as const,
      currency: 'NGN' as const,
      amount_minor: 300_000n,
      owed_minor: 100n,
    },
    payment: 'PW-TOPUP-1',
  })),
  example(scheduleMails, () => ({
    report: salesReport,
    every: 'monthly' as const,
    days: { from: '2026-10-01', to: '2026-10-31' },
    sums: [
      {
        key: null,
        filter: null,
        currency: 'NGN' as const,
        rows: 1_204,
        values: { subtotal: 900_000, taxes: 67_500, total: 967_500, refunded: 20_000, net: 947_500 },
      },
    ],
    path: 'reports/sales?placed_from=2026-10-01&placed_to=2026-10-31&save=csv',
    file: { name: 'parkwell-reports-sales-2026-11-01.csv', content: Buffer.from('Order,Total') },
  })),
  example(adjustmentMails, () => ({ amount_minor: -20_000n, currency: 'NGN' as const })),
  example(bookingMails, () => ({ booking, credited: 250, answer: 'The barrier was open.', access })),
  example(seriesMails, () => ({ bookings: [booking, booking], access })),
  example(notBookedMails, (kind) => ({
    booking_result: kind === 'paid_twice' ? ('already_paid' as const) : ('no_space' as const),
    credited_minor: 300_000n,
    currency: 'NGN' as const,
    park_label: 'Marina Parade',
    booking: {
      booking_code: booking.booking_code,
      start_time: new Date(start_time),
      end_time: new Date(end_time),
      timezone: 'Africa/Lagos',
      slug: 'marina-parade',
      lat: 6.45,
      lng: 3.39,
    },
  })),
  example(receiptMails, () => ({
    order_number: 'K7M2PQRS',
    branch: 'Front Street',
    currency: 'CAD' as const,
    total_minor: 1_100n,
    file: Buffer.from('%PDF-1.4'),
    hasAccount: false,
  })),
  example(reportMails, () => ({
    park: {
      slug: 'marina-parade',
      park_name: place.name,
      park_near: null,
      park_address: place.address,
      park_city: place.city,
    },
    outcome: 'We have corrected the opening hours.',
  })),
  example(noticeMails, (kind) => ({
    params: {
      branch: 'Lekki',
      item: notices[kind],
      left: 2,
      number: 'KX7Q2M',
      who: 'Ada Obi',
      amount_minor: '50000',
      currency: 'NGN' as const,
    },
    path: 'stock/1',
  })),
  example(orderMails, () => ({
    order,
    branch: 'Lekki',
    timezone: 'Africa/Lagos',
    kept_percent: 20,
    amount_minor: 50_000n,
    detail: { reason: 'Sold out', reason_fr: 'Épuisé' },
  })),
  example(messageMails, () => ({ number: 'KX7Q2M', branch: 'Lekki', url: `${exampleSite}/order/KX7Q2M#messages` })),
  example(leadMails, (kind) => ({
    lead: { id: '0195b3a0-0000-7000-8000-000000000004', reference: 'PW-LEAD-1', kind: 'contact' as const },
    ...(kind !== 'lead_received' && {
      slot: { starts_at: new Date(start_time), timezone: 'Africa/Lagos' },
      cancel_url: `${exampleSite}/book-demo?booked=x`,
    }),
  })),
  example(requestMails, () => ({
    request: { number: 'VD-2026-1', plate: 'KJA-123AB', total_minor: 5_000_000n, quote_expires_at: new Date(end_time) },
    documents: ['vehicle_licence'],
    detail: { reason: 'Please add a photo.', amount_minor: 5_000_000n, facts: [['courier', 'GIG']] as const },
  })),
  example(partnerMails.claimMails, () => ({ code: '042917', park_name: place.name })),
  example(partnerMails.decisionMails, () => ({ park: place.name, reason: 'Thank you.' })),
  example(payoutMails.payeeMails, () => ({
    payee: 'City Parking',
    payee_id: booking.park.id,
    currency: 'CAD' as const,
    timezone: 'America/Toronto',
    amount_minor: 125_050n,
    number: 'P-CAD-2026-00012',
    account: '•••• 4821',
    reason: null,
    at: new Date(end_time),
  })),
  example(partnerMails.confirmationMails, () => ({
    id: booking.park.id,
    name: place.name,
    timezone: 'Africa/Lagos',
    confirm_by: new Date(end_time),
  })),
]
