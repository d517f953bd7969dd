import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookingStatuses, type BookingDetails } from '#contract/bookings/bookings.ts'
import type { Locale } from '#contract/formats.ts'
import { desk } from '#i18n/en/desk.ts'
import { en } from '#i18n/en/index.ts'
import { web } from '#i18n/en/web.ts'
import { buildBooking, buildPark } from '#test/kits/documents-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { rounds } from '#test/kits/rounds.ts'
import { bookingChanges, transitions } from '../lifecycle/transitions.ts'
import { createReceipt } from './receipt.ts'

const url = 'https://parkwell.example/booking-details/ABCD2345'
const now = new Date('2026-11-21T18:00:00Z')
const ada = { first_name: 'Aïssatou', last_name: 'Œuvrard', email: 'ada@test.example' }

const write = (change: Partial<BookingDetails> = {}, locale: Locale = 'en-NG', driver = ada) =>
  createReceipt(buildBooking(change), driver, locale, url, now)
const read = async (change: Partial<BookingDetails> = {}, locale: Locale = 'en-NG') =>
  readPdf(await write(change, locale))
/** Joins the text with ordinary spaces. */
const textOf = async (change: Partial<BookingDetails> = {}, locale: Locale = 'en-NG') =>
  (await read(change, locale)).lines.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')

// Font shaping is slow on a busy machine.
describe('a receipt', () => {
  test('fits on one page with driver, place, time, plate, payments and terms', async () => {
    const { lines, pages, missing } = await read()
    expect({ pages, missing }).toEqual({ pages: 1, missing: 0 })
    for (const line of [
      'Parkwell',
      'Parking receipt',
      'ABCD2345',
      'Booked and paid',
      'LSR-482-KJ',
      'Aïssatou Œuvrard',
      'ada@test.example',
      '14:30 GMT+1',
      '17:30 GMT+1',
      'All times are local to the car park (West Africa Time, GMT+01:00).',
      'Service fee (5%)',
      '₦1,100',
      '₦1,250',
      '−₦1,250',
      'Parking, booking ABCD2345',
      'Cancel before Sat, 21 November 2026 at 14:30: 100% refund to your wallet.',
      `View the booking: ${url}`,
      'ABCD2345 · Issued Sat, 21 November 2026 at 19:00 · Page 1 of 1',
    ])
      expect(lines, line).toContain(line)
    // Combining marks are drawn separately.
    expect(lines.join('')).toContain('Adétòkunbọ̀ Adémọ́lá Garage')
  })

  test('is in French with XOF and local time for a park without a name', async () => {
    const park = buildPark({
      name: null,
      address: 'Rue Œuvrée',
      city: 'Dakar',
      country_code: 'SN',
      timezone: 'Africa/Dakar',
    })
    const change = {
      park,
      currency: 'XOF' as const,
      total: 4250,
      lines: [{ code: 'parking', label: 'Stationnement', amount: 4250 }],
    }
    const { lines, missing } = await read(change, 'fr-SN')
    const text = lines.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')
    for (const line of ['Reçu de stationnement', 'Parking près de la Rue Œuvrée, Dakar', '13:30 UTC+0', '4 250 F CFA'])
      expect(text).toContain(line)
    expect(missing).toBe(0)
    expect(text).not.toMatch(/\nRue Œuvrée/)
  })

  test('shows the refund and the final cost', async () => {
    const text = await textOf({ status: 'cancelled', refund_status: 'partial', refunded: 625 })
    expect(text).toMatch(/Refunded to wallet\n−₦625\nFinal cost\n₦625/)
    expect(text).toContain('Cancelled')
  })

  test('shows the outstanding amount, the promo code, and entry and exit', async () => {
    const text = await textOf({
      status: 'completed',
      due: 300,
      promo_code: 'WELCOME20',
      checked_in_at: '2026-11-21T13:35:00.000Z',
      checked_out_at: '2026-11-21T17:05:00.000Z',
    })
    expect(text).toMatch(/Overstay still to pay\n₦300/)
    expect(text).toContain('Promo code used: WELCOME20')
    expect(text).toMatch(/Entry\nSat, 21 November 2026 at 14:35/)
    expect(text).toMatch(/Exit\nSat, 21 November 2026 at 18:05/)
  })

  test('has the words and formats of the reader’s country, and the code of another currency', async () => {
    const { lines } = readPdf(await createReceipt(buildBooking(), ada, 'en-US', url, now))
    const text = lines.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')
    for (const part of ['License plate', '2:30 PM GMT+1', 'NGN 1,250', 'local to the parking lot'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/₦|car park\b|number plate/i)
  })

  test('says which part of the time was free', async () => {
    expect(await textOf()).not.toContain('min free')
    const text = await textOf({ priced_from: '2026-11-21T13:45:00.000Z' })
    expect(text).toContain('2 h 45 min, first 15 min free: charged from 14:45 GMT+1.')
  })

  test('says a deadline after the start from the moment of booking', async () => {
    const cancellation = {
      policy: 'flexible' as const,
      free_until: '2026-11-21T13:41:00.000Z',
      refund_rules: [{ until: '2026-11-21T13:41:00.000Z', percent: 100 }],
    }
    const text = await textOf({ cancellation })
    expect(text).toContain('Cancel within 10 minutes of booking: 100% refund to your wallet.')
    expect(text).not.toContain('Cancel before')
  })

  test('shows a hold as unpaid', async () => {
    expect(await textOf({ status: 'pending', payment_status: 'unpaid', entries: [] })).toContain('No payment was made.')
  })

  test('shows the history with the changes', async () => {
    const [booked] = buildBooking().history
    const event = (cause: string, detail: BookingDetails['history'][number]['detail'], actor = 'driver') => ({
      ...booked!,
      cause,
      detail,
      actor,
    })
    const until = '2026-11-21T17:30:00.000Z'
    const text = await textOf({
      history: [
        event('plate_changed', { from: 'ABC 1', to: 'ABC 2' }),
        event('extended', { until, amount: 400 }),
        event('overstay_charged', { until, amount: 400.5, owed: 100 }, 'clock'),
        event('something_new', { unheard: 'of' }, 'staff'),
      ],
    })
    expect(text).toContain('Number plate changed · ABC 1 changed to ABC 2')
    expect(text).toContain('Extended · until Sat, 21 November 2026 at 18:30 ·')
    expect(text).toContain('₦100 still to pay')
    expect(text).toMatch(/\nChanged\nour team/)
  })

  test('shows the zone of start and end across a clock change', async () => {
    const text = await textOf({
      park: buildPark({ country_code: 'CA', timezone: 'America/Toronto' }),
      start_time: '2026-11-01T04:30:00.000Z',
      end_time: '2026-11-01T08:30:00.000Z',
    })
    expect(text).toContain('00:30 GMT-4')
    expect(text).toContain('03:30 GMT-5')
  })

  test('continues a long history on numbered pages', async () => {
    const [booked] = buildBooking().history
    const history = Array.from({ length: 80 }, () => booked!)
    const { pages, lines } = await read({ history })
    expect(pages).toBeGreaterThan(2)
    expect(lines.filter((line) => line === 'Booked and paid')).toHaveLength(81)
    expect(lines).toContain(`ABCD2345 · Issued Sat, 21 November 2026 at 19:00 · Page ${pages} of ${pages}`)
  })

  test('has texts for every cause and status', () => {
    const causes = [...transitions.map(({ cause }) => cause), ...Object.keys(bookingChanges)]
    for (const sentences of [en.papers.event, web.bookings.event, desk.words.booking_events])
      expect(causes.filter((cause) => !(cause in sentences))).toEqual([])
    expect(Object.keys(en.papers.status).sort()).toEqual([...bookingStatuses].sort())
  })

  test('accepts any names of drivers and parks', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, address, plate) => {
        const park = buildPark({ name, address })
        const file = await write({ park, plate }, 'fr-SN', { ...ada, first_name: name })
        expect(file.subarray(0, 5).toString()).toBe('%PDF-')
        expect(readPdf(file).lines.at(-1)).toContain('ABCD2345')
      }),
      { numRuns: rounds },
    )
  })
})
