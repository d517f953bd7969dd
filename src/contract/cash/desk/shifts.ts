import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { amount, byId } from '#contract/lists/shared-fields.ts'
import { counterMethods } from '../cash.ts'

const permission = 'shifts.view'

/** A closed shift whose discrepancy is above its branch's limit waits for a manager. */
export const shiftStates = ['open', 'to_approve', 'closed'] as const

/** The shifts of registers, with what their drawers should hold and held. */
export const shiftList = deskList({
  name: 'shifts',
  menu: { group: 'orders', rank: 46, under: 'pos' },
  permission,
  opens: { screen: 'shifts', permission },
  namedBy: ['number', 'register', 'branch'],
  columns: {
    number: { kind: 'code' },
    register: { kind: 'text', example: 'is_example' },
    branch: { kind: 'text' },
    operator: { kind: 'text' },
    opened_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    closed_at: { kind: 'instant', zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
    opening_cash: { kind: 'money', extra: true },
    sales: { kind: 'number' },
    parking: { kind: 'money', extra: true },
    cash_sales: { kind: 'money' },
    terminal_sales: { kind: 'money' },
    mobile_sales: { kind: 'money', extra: true },
    wallet_sales: { kind: 'money', extra: true },
    refunds: { kind: 'money', extra: true },
    cash_in: { kind: 'money', extra: true },
    cash_out: { kind: 'money', extra: true },
    /** What the drawer should hold, and what was counted in it. */
    expected: { kind: 'money' },
    counted: { kind: 'money' },
    discrepancy: { kind: 'money' },
    approved_by: { kind: 'text', extra: true },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    branch: { kind: 'text' },
    register: { kind: 'text' },
    opened: { kind: 'days' },
    /** Those whose count differs. */
    differs: { kind: 'flag' },
    example: { kind: 'flag' },
  },
  states: shiftStates,
  sort: '-opened_at',
})

export const entryKinds = ['sale', 'refund', 'cash_in', 'cash_out', 'courier', 'voided', 'drawer_opened'] as const

/** What went through a shift's drawer and terminal. */
export const shiftEntryList = deskList({
  name: 'shift-entries',
  permission,
  columns: {
    at: { kind: 'instant', sortable: true, zone: 'timezone' },
    kind: { kind: 'choice', words: 'shift_entry_kinds' },
    method: { kind: 'choice', words: 'order_payment_methods' },
    amount: { kind: 'money' },
    rounding: { kind: 'money', extra: true },
    difference: { kind: 'money', extra: true },
    order_number: { kind: 'code' },
    booking_code: { kind: 'code' },
    slip: { kind: 'code' },
    slip_repeated: { kind: 'flag', extra: true },
    detail: { kind: 'text' },
    reason: { kind: 'text' },
    operator: { kind: 'text' },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    shift: { kind: 'text' },
    kind: { kind: 'choice', values: entryKinds, words: 'shift_entry_kinds' },
    method: { kind: 'choice', values: counterMethods, words: 'order_payment_methods' },
  },
  sort: '-at',
})

/** What a shift took and gave. */
export const ShiftFigures = z.object({
  sales: z.number(),
  /** Car park bookings: how many, and how much, which the sums of the methods contain. */
  parking_count: z.number(),
  parking: Money,
  cash_sales: Money,
  terminal_sales: Money,
  mobile_sales: Money,
  wallet_sales: Money,
  /** How many, and how much in cash. */
  refund_count: z.number(),
  refunds: Money,
  cash_in: Money,
  /** What couriers handed in. */
  courier_cash: Money,
  cash_out: Money,
  rounding: Money,
  opening_cash: Money,
  expected: Money,
})
export type ShiftFigures = z.infer<typeof ShiftFigures>

export const ShiftRecord = z.object({
  ...recordFields,
  ...ShiftFigures.shape,
  status: z.enum(shiftStates),
  number: z.number(),
  register_id: z.string(),
  register: z.string(),
  branch_id: z.string(),
  branch: z.string(),
  timezone: z.string(),
  currency: z.string(),
  operator: z.nullable(z.string()),
  opened_at: z.string(),
  closed_at: z.nullable(z.string()),
  /** Null while it is open. */
  counted: z.nullable(Money),
  discrepancy: z.nullable(Money),
  discrepancy_reason: z.nullable(z.string()),
  /** Who closed it in place of its operator. */
  closed_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  approved_at: z.nullable(z.string()),
  approval_note: z.nullable(z.string()),
})
export type ShiftRecord = z.infer<typeof ShiftRecord>

const path = '/api/v1/admin/shifts/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: ShiftRecord } as const

export const getShift = endpoint({
  ...record,
  name: 'getShift',
  method: 'GET',
  path,
  summary: 'Returns a shift with what its drawer should hold and held',
  auth: permission,
})

export const approveShift = endpoint({
  ...record,
  name: 'approveShift',
  method: 'POST',
  path: `${path}/approve`,
  summary: "Approves the discrepancy of a closed shift that is above its branch's limit; never one's own",
  auth: 'shifts.approve',
  idempotent: true,
  body: z.strictObject({ note: line(3, 300) }),
})

export const closeShiftOfAnother = endpoint({
  ...record,
  name: 'closeShiftOfAnother',
  method: 'POST',
  path: `${path}/close`,
  summary: 'Closes a shift in place of the person who opened it, with the cash that was counted in its drawer',
  auth: 'shifts.approve',
  idempotent: true,
  body: z.strictObject({
    /** The sum that was counted in the drawer. */
    counted: amount,
    reason: line(3, 300),
  }),
})

export const shiftRecord = deskRecord({
  list: shiftList,
  get: getShift,
  state: 'status',
  primary: ['approve'],
  facts: {
    branch: { kind: 'text' },
    register: { kind: 'text' },
    operator: { kind: 'text' },
    opened_at: { kind: 'instant', zone: 'timezone' },
    closed_at: { kind: 'instant', zone: 'timezone' },
    sales: { kind: 'number' },
    parking_count: { kind: 'number' },
    parking: { kind: 'money' },
    cash_sales: { kind: 'money' },
    terminal_sales: { kind: 'money' },
    mobile_sales: { kind: 'money' },
    wallet_sales: { kind: 'money' },
    refund_count: { kind: 'number' },
    refunds: { kind: 'money' },
    cash_in: { kind: 'money' },
    courier_cash: { kind: 'money' },
    cash_out: { kind: 'money' },
    rounding: { kind: 'money' },
    opening_cash: { kind: 'money' },
    expected: { kind: 'money' },
    counted: { kind: 'money' },
    discrepancy: { kind: 'money' },
    discrepancy_reason: { kind: 'text' },
    closed_by: { kind: 'text' },
    approved_by: { kind: 'text' },
    approved_at: { kind: 'instant', zone: 'timezone' },
    approval_note: { kind: 'text' },
  },
  links: {
    branch: { screen: 'branches', id: 'branch_id' },
    register: { screen: 'registers', id: 'register_id' },
  },
  actions: {
    approve: { endpoint: approveShift, fields: { note: { kind: 'text', hint: true } } },
    close: {
      endpoint: closeShiftOfAnother,
      serious: true,
      fields: { counted: { kind: 'money', currency: 'currency', hint: true }, reason: { kind: 'text', hint: true } },
    },
  },
  tabs: { entries: { list: shiftEntryList, filter: 'shift' }, z_report: 'own' },
  first: ['entries'],
})
