import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, MomentText, Uuid, wholeNumber, missingOr } from '#contract/fields.ts'

const Day = z.iso.date(missingOr('day'))
const Price = z.number(missingOr('number')).check(z.minimum(0, 'too_small'), z.maximum(100_000_000, 'too_large'))
const whole = (least: number, most: number) =>
  z.int(missingOr('whole_number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large'))
/** A time of day, `24:00` for the end of the day. */
const Clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'clock'))
const Weekdays = z.array(whole(1, 7)).check(z.minLength(1, 'required'), z.maxLength(7, 'too_long'))
const month_min = 30 * 24 * 60

/** A tariff as it is edited; the price is the cheapest combination of these. Amounts are in major units, before fees. */
export const TariffRequest = z.strictObject({
  free_minutes: whole(0, 24 * 60),
  tiers: z.array(z.strictObject({ up_to_min: whole(1, month_min), amount: Price })).check(z.maxLength(48, 'too_long')),
  increment_minutes: whole(1, month_min),
  increment_amount: Price,
  day_cap_amount: z.nullable(Price),
  day_cap_reset_hour: whole(0, 23),
  windows: z
    .array(
      z.strictObject({
        code: z.enum(['day', 'evening', 'overnight', 'weekend'], 'required'),
        days: Weekdays,
        from: Clock,
        to: Clock,
        amount: Price,
      }),
    )
    .check(z.maxLength(20, 'too_long')),
  early_bird: z.nullable(
    z.strictObject({ days: Weekdays, enter_from: Clock, enter_until: Clock, leave_by: Clock, amount: Price }),
  ),
  month_amount: z.nullable(Price),
  events: z
    .array(z.strictObject({ starts_at: Instant, ends_at: Instant, amount: Price }))
    .check(z.maxLength(50, 'too_long')),
})
export type TariffRequest = z.infer<typeof TariffRequest>

const version = {
  tariff: TariffRequest,
  created_at: z.string(),
}

/** The tariff of one vehicle type: the version in force, those before it, and those that are planned. */
export const ParkTariffs = z.object({
  /** Of the car park, for changes. */
  version: z.number(),
  timezone: z.string(),
  currency: Currency,
  vehicle_type_id: z.number(),
  /** Types that have a tariff. */
  priced_type_ids: z.array(z.number()),
  /** Newest first: the first is in force. `bookings` that are not over keep its price. */
  versions: z.array(
    z.object({
      ...version,
      version: z.number(),
      source: z.string(),
      is_example: z.boolean(),
      bookings: z.number(),
    }),
  ),
  planned: z.array(z.object({ ...version, id: z.string(), from: z.string() })),
})
export type ParkTariffs = z.infer<typeof ParkTariffs>

const params = z.strictObject({ id: Uuid })
const tariffs = { tag: 'desk', status: 200, params, answer: ParkTariffs } as const
const VehicleTypeId = z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large'))

export const getTariffs = endpoint({
  ...tariffs,
  name: 'getTariffs',
  method: 'GET',
  path: '/api/v1/admin/parks/{id}/tariffs',
  summary: 'Returns a car park’s tariff for a vehicle type with its earlier and planned versions',
  auth: 'tariffs.view',
  query: z.strictObject({ vehicle_type_id: z._default(wholeNumber(1, 1_000), 1) }),
})

/** Bookings with which tariffs are compared, from half an hour to a month. */
export const sampleCodes = [
  'half_hour',
  'hour',
  'two_hours',
  'four_hours',
  'working_day',
  'evening',
  'overnight',
  'weekend',
  'month',
] as const

/** Totals with fees and taxes: `before` by the tariff in force, null without one; `after` by the proposed one. */
const compared = {
  start_time: z.string(),
  end_time: z.string(),
  before: z.nullable(z.number()),
  after: z.number(),
}

export const TariffPreview = z.object({
  currency: Currency,
  samples: z.array(z.object({ code: z.enum(sampleCodes), ...compared })),
  windows: z.array(z.object(compared)),
  /** For each hour of a working day: what one hour and the chosen length cost from then on. */
  chart: z.array(
    z.object({
      start_time: z.string(),
      hour: z.object({ before: z.nullable(z.number()), after: z.number() }),
      stay: z.object({ before: z.nullable(z.number()), after: z.number() }),
    }),
  ),
  /** Bookings that have not started and keep the price they were made at. */
  keeping: z.number(),
})
export type TariffPreview = z.infer<typeof TariffPreview>

/** Stores nothing; a POST because a tariff does not fit into an address. */
export const previewTariff = endpoint({
  name: 'previewTariff',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/tariffs/preview',
  summary: 'Compares a proposed tariff with the one in force: sample bookings, any others, and by hour of arrival',
  tag: 'desk',
  auth: 'tariffs.view',
  in_read_only: true,
  status: 200,
  params,
  body: z.strictObject({
    vehicle_type_id: VehicleTypeId,
    tariff: TariffRequest,
    /** Samples are on the first days from here on; today without it. */
    from: z.optional(Day),
    windows: z.optional(
      z.array(z.strictObject({ start_time: MomentText, end_time: MomentText })).check(z.maxLength(5, 'too_long')),
    ),
    stay_min: z.optional(whole(15, 24 * 60)),
  }),
  answer: TariffPreview,
})

/** `from` is a day in the car park's time zone: today means at once. */
export const saveTariff = endpoint({
  ...tariffs,
  name: 'saveTariff',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/tariffs',
  summary: 'Saves a tariff as a new version for bookings made from a day on; those already made keep theirs',
  auth: 'tariffs.update',
  idempotent: true,
  body: z.strictObject({
    vehicle_type_ids: z.array(VehicleTypeId).check(z.minLength(1, 'required'), z.maxLength(50, 'too_long')),
    tariff: TariffRequest,
    from: Day,
    version: z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small')),
  }),
})

export const deletePlannedTariff = endpoint({
  ...tariffs,
  name: 'deletePlannedTariff',
  stored_as: 'dropPlannedTariff',
  method: 'POST',
  path: '/api/v1/admin/parks/{id}/tariffs/{tariff_id}/drop',
  summary: 'Drops a planned version that is not in force yet',
  auth: 'tariffs.update',
  params: z.strictObject({ id: Uuid, tariff_id: Uuid }),
})
