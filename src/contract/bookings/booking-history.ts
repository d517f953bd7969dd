import * as z from 'zod/mini'

export const bookingStatuses = [
  'pending',
  'active',
  'checked_in',
  'overstayed',
  'completed',
  'expired',
  'cancelled',
  'no_show',
] as const
export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

/** What happened to a booking, oldest first. */
export const BookingHistory = z.array(
  z.object({
    from: z.nullable(BookingStatus),
    to: BookingStatus,
    /** Reason of the change; `from` equals `to` when the state didn't change (an extension, a plate). */
    cause: z.string(),
    actor: z.string(),
    at: z.string(),
    /** Other changed values: an end, a plate, an amount. */
    detail: z.nullable(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
)

/** New times that staff offer, which cost more, with the space held while the driver decides. */
export const BookingOffer = z.object({
  id: z.string(),
  kind: z.enum(['extend', 'move']),
  start_time: z.string(),
  end_time: z.string(),
  /** What the driver pays for it, at most. */
  amount: z.number(),
  held_until: z.string(),
})
