import * as z from 'zod/mini'
import { paymentStatuses } from '#contract/bookings/bookings.ts'
import { workGroups } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Money, Uuid } from '#contract/fields.ts'
import { deskScreen } from '#contract/lists/screens.ts'
import { orderStatuses, orderTypes } from '../order-states.ts'
import { OwnReason } from './order-reasons.ts'

/** Open orders as cards, by state. */
export const orderBoardScreen = deskScreen({
  name: 'order-board',
  permission: 'orders.view',
  menu: { group: 'orders', rank: 20, letter: 'w' },
})

/** The columns of the board: what is open, and what was handed over today. */
export const boardColumns = [
  'pending',
  'accepted',
  'processing',
  'preparing',
  'ready',
  'out_for_delivery',
  'done',
] as const
export type BoardColumn = (typeof boardColumns)[number]

/** What moves a card on with one key or touch. Handing over asks for a code first. */
export const boardSteps = ['accept', 'start', 'prepare', 'ready', 'send', 'hand_over'] as const
export type BoardStep = (typeof boardSteps)[number]

const BoardCard = z.object({
  id: z.string(),
  order_number: z.string(),
  token: z.number(),
  status: z.enum(orderStatuses),
  column: z.enum(boardColumns),
  branch_id: z.string(),
  branch: z.string(),
  timezone: z.string(),
  order_type: z.enum(orderTypes),
  promised_at: z.string(),
  /** When the branch confirmed it, or the clock for it; null until then. */
  accepted_at: z.nullable(z.string()),
  /** Where it is brought, in one line; null for takeaway. */
  destination: z.nullable(z.string()),
  plate: z.nullable(z.string()),
  items: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      details: z.array(z.string()),
      note: z.nullable(z.string()),
      work_group: z.enum(workGroups),
    }),
  ),
  note: z.nullable(z.string()),
  payment_status: z.enum(paymentStatuses),
  /** What is still to be paid in cash, rounded to the smallest coin. */
  cash_due: z.nullable(Money),
  next: z.nullable(z.enum(boardSteps)),
  created_at: z.string(),
})
export type BoardCard = z.infer<typeof BoardCard>

export const OrderBoard = z.object({
  /** Open orders, those that are due first before others, then what was handed over today, newest first. */
  cards: z.array(BoardCard),
  branches: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      shows_order_number: z.boolean(),
      prints_tickets: z.boolean(),
      /** Whether a photo may stand for the code at the handover. */
      takes_photos: z.boolean(),
      reject_reasons: z.array(OwnReason),
    }),
  ),
})
export type OrderBoard = z.infer<typeof OrderBoard>

export const getOrderBoard = endpoint({
  name: 'getOrderBoard',
  method: 'GET',
  path: '/api/v1/admin/order-board',
  summary: 'Returns the open orders of one or all branches and what was handed over today, with an ETag',
  tag: 'desk',
  auth: 'orders.view',
  status: 200,
  query: z.strictObject({ branch: z.optional(Uuid) }),
  answer: OrderBoard,
})
