import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Instant, line, missingOr, Money, Uuid } from '#contract/fields.ts'
import { amount } from '#contract/lists/shared-fields.ts'
import { receiptWidths } from './registers.ts'
import { ShiftFigures, shiftStates } from './shifts.ts'

/* A shift as whoever works at the register sees it. */

const Register = z.object({
  id: z.string(),
  name: z.string(),
  branch: z.string(),
  branch_slug: z.string(),
  timezone: z.string(),
  currency: Currency,
  /** What amounts in cash are rounded to. */
  cash_step: Money,
  takes_terminal: z.boolean(),
  takes_mobile_money: z.boolean(),
  receipt_width: z.enum(receiptWidths),
})

export const OwnShift = z.object({
  ...ShiftFigures.shape,
  id: z.string(),
  number: z.number(),
  opened_at: z.string(),
  register: Register,
  /** Above it, a manager approves what the count differs by. */
  discrepancy_limit: Money,
  /** How many sales are set aside at the register. */
  parked: z.number(),
  /** How many of its sales wait for a wallet: closing it gives them up, and parks what was chosen. */
  waiting: z.number(),
  /** Whether the caller opened it: they alone move its cash and close it. */
  is_own: z.boolean(),
  /** After so long without a touch the counter of somebody with a PIN locks. */
  lock_minutes: z.number(),
  has_pin: z.boolean(),
  /** What its seller may take off by themselves, in percent; 0 without the permission, 100 for who approves discounts. */
  discount_percent: z.number(),
})
export type OwnShift = z.infer<typeof OwnShift>

/** How many there are of each coin and note, by its value in minor units. */
const Count = z.record(
  z.string().check(z.regex(/^\d{1,6}$/, 'invalid')),
  z.int(missingOr('whole_number')).check(z.minimum(0, 'too_small'), z.maximum(10_000, 'too_large')),
)

const call = { tag: 'desk', auth: 'pos.sell', status: 200 } as const

export const getOwnShift = endpoint({
  ...call,
  name: 'getOwnShift',
  method: 'GET',
  path: '/api/v1/pos/shift',
  summary: "Returns the caller's open shift, or the registers at which they can open one",
  answer: z.object({
    shift: z.nullable(OwnShift),
    /** `operator`: who has a shift there. */
    registers: z.array(z.object({ ...Register.shape, operator: z.nullable(z.string()) })),
  }),
})

export const openShift = endpoint({
  ...call,
  name: 'openShift',
  method: 'POST',
  path: '/api/v1/pos/shifts',
  summary: 'Opens a shift at a register with the cash that was counted in its drawer',
  idempotent: true,
  status: 201,
  body: z.strictObject({ register_id: Uuid, count: Count }),
  answer: OwnShift,
})

export const moveCash = endpoint({
  ...call,
  name: 'moveCash',
  method: 'POST',
  path: '/api/v1/pos/shift/cash',
  summary: "Puts the branch's cash into the drawer of the caller's shift, or takes some out",
  idempotent: true,
  body: z.strictObject({
    kind: z.enum(['cash_in', 'cash_out'], 'required'),
    amount,
    reason: line(3, 200),
  }),
  answer: OwnShift,
})

export const logShiftEvent = endpoint({
  ...call,
  name: 'logShiftEvent',
  method: 'POST',
  path: '/api/v1/pos/shift/events',
  summary:
    'Logs a line that was voided before it was paid, or the drawer that was opened without a sale, with the reason',
  idempotent: true,
  body: z.strictObject({
    kind: z.enum(['voided', 'drawer_opened'], 'required'),
    /** What was voided: units, name and price. */
    detail: z.optional(line(1, 200)),
    reason: line(3, 200),
  }),
  answer: z.object({ id: z.string() }),
})

export const sendOfflineEvent = endpoint({
  ...call,
  name: 'sendOfflineEvent',
  method: 'POST',
  path: '/api/v1/pos/shifts/{id}/offline-events',
  summary:
    'Logs a line that the caller voided without a network in this shift of theirs, once by its id, also after the shift was closed',
  idempotent: true,
  status: 201,
  params: z.strictObject({ id: Uuid }),
  body: z.strictObject({
    /** Chosen by the device when it was voided. */
    id: Uuid,
    detail: line(1, 200),
    reason: line(3, 200),
    voided_at: Instant,
    /** Who had unlocked the counter then. */
    operator_id: z.optional(Uuid),
  }),
  answer: z.object({ id: z.string() }),
})

export const createManagerCode = endpoint({
  name: 'createManagerCode',
  method: 'POST',
  path: '/api/v1/pos/codes',
  summary:
    'Creates a code by which a manager approves something at a register of their branch, once and for two minutes',
  tag: 'desk',
  auth: 'pos.approve',
  status: 200,
  body: z.strictObject({ register_id: Uuid }),
  answer: z.object({ code: z.string(), expires_at: z.string() }),
})

export const closeShift = endpoint({
  ...call,
  name: 'closeShift',
  method: 'POST',
  path: '/api/v1/pos/shift/close',
  summary: "Closes the caller's shift with the cash that was counted; its Z report never changes afterwards",
  idempotent: true,
  body: z.strictObject({ count: Count, reason: z.optional(line(0, 300)) }),
  answer: z.object({
    ...ShiftFigures.shape,
    id: z.string(),
    number: z.number(),
    status: z.enum(shiftStates),
    counted: Money,
    discrepancy: Money,
    /** How many sales that are set aside the next shift goes on with. */
    parked: z.number(),
  }),
})
