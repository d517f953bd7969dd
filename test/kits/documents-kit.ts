import type { BookingDetails } from '#contract/bookings/bookings.ts'

const park: BookingDetails['park'] = {
  id: '019aa000-0000-7000-8000-000000000001',
  slug: 'adetokunbo-ademola-garage',
  park_code: 'P7K492',
  name: 'Adétòkunbọ̀ Adémọ́lá Garage',
  address: '12 Adetokunbo Ademola St, Victoria Island',
  city: 'Lagos',
  country_code: 'NG',
  timezone: 'Africa/Lagos',
  lat: 6.4281,
  lng: 3.4219,
  examples: [],
}

/** A paid booking of three hours in Lagos; `change` replaces its fields. */
export function buildBooking(change: Partial<BookingDetails> = {}): BookingDetails {
  return {
    id: '019aa000-0000-7000-8000-00000000000b',
    booking_code: 'ABCD2345',
    park,
    vehicle_type_id: 1,
    plate: 'LSR-482-KJ',
    start_time: '2026-11-21T13:30:00.000Z',
    priced_from: '2026-11-21T13:30:00.000Z',
    end_time: '2026-11-21T16:30:00.000Z',
    status: 'active',
    payment_status: 'paid',
    refund_status: 'none',
    total: 1250,
    refunded: 0,
    currency: 'NGN',
    lines: [
      { code: 'parking', label: 'Parking', amount: 1100 },
      { code: 'service_fee', label: 'Service fee (5%)', amount: 55 },
      { code: 'vat', label: 'VAT (7.5%)', amount: 95 },
    ],
    due: 0,
    promo_code: null,
    event: null,
    held_until: null,
    check_in: 'clock',
    checked_in_at: null,
    checked_out_at: null,
    auto_extend_until: null,
    renewed_from: null,
    created_at: '2026-11-21T09:03:20.000Z',
    cancellation: {
      policy: 'flexible',
      free_until: '2026-11-21T13:30:00.000Z',
      refund_rules: [{ until: '2026-11-21T13:30:00.000Z', percent: 100 }],
    },
    can: {} as BookingDetails['can'],
    spot: null,
    cannot_park: null,
    followed_by: [],
    history: [
      { from: null, to: 'active', cause: 'booked', actor: 'driver', at: '2026-11-21T09:03:20.000Z', detail: null },
    ],
    entries: [
      {
        kind: 'booking',
        description: 'booking:ABCD2345',
        amount: -1250,
        created_at: '2026-11-21T09:03:20.000Z',
      },
    ],
    pass: null,
    ...change,
  }
}
export const buildPark = (change: Partial<BookingDetails['park']>): BookingDetails['park'] => ({ ...park, ...change })
