import * as z from 'zod/mini'
import { branchList } from '#contract/branches/desk/branches.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, Version } from '#contract/lists/shared-fields.ts'

const permission = 'branches.view'

/** The widths of receipts, in millimetres. */
export const receiptWidths = ['80', '58'] as const

/** Where branches sell over the counter. */
export const registerList = deskList({
  name: 'registers',
  menu: { group: 'shop', rank: 75, under: 'branches' },
  permission,
  opens: { screen: 'registers', permission },
  creates: { path: 'registers/new', permission: 'branches.update' },
  namedBy: ['name', 'branch'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    branch: { kind: 'text', sortable: true },
    takes_terminal: { kind: 'flag' },
    takes_mobile_money: { kind: 'flag' },
    receipt_width: { kind: 'choice', words: 'receipt_widths' },
    /** Who has a shift there now. */
    operator: { kind: 'text' },
    is_example: { kind: 'flag', extra: true },
  },
  filters: { branch: { kind: 'text' } },
  states: ['active', 'inactive'],
  sort: 'name',
})

const terms = {
  name: line(1, 40),
  takes_terminal: z.boolean(),
  takes_mobile_money: z._default(z.boolean(), false),
  receipt_width: z.enum(receiptWidths, 'required'),
}

export const Register = z.object({
  ...recordFields,
  ...terms,
  takes_mobile_money: z.boolean(),
  version: z.number(),
  status: z.enum(['active', 'inactive']),
  branch_id: z.string(),
  branch: z.string(),
  currency: z.string(),
  operator: z.nullable(z.string()),
  shifts: z.number(),
  is_example: z.boolean(),
})
export type Register = z.infer<typeof Register>

const all = '/api/v1/admin/registers'
const path = `${all}/{id}` as const
const record = { tag: 'desk', status: 200, params: byId, answer: Register } as const

export const getRegister = endpoint({
  ...record,
  name: 'getRegister',
  method: 'GET',
  path,
  summary: 'Returns a register of a branch',
  auth: permission,
})

export const createRegister = endpoint({
  name: 'createRegister',
  method: 'POST',
  path: all,
  summary: 'Adds a register to a branch, where it sells over the counter',
  tag: 'desk',
  auth: 'branches.update',
  idempotent: true,
  status: 201,
  body: z.strictObject({ branch_id: Uuid, ...terms }),
  answer: Register,
})

export const updateRegister = endpoint({
  ...record,
  name: 'updateRegister',
  method: 'PATCH',
  path,
  summary: 'Changes a register',
  auth: 'branches.update',
  body: z.strictObject({ ...terms, version: Version }),
})

const verb = { ...record, method: 'POST', auth: 'branches.update' } as const

export const activateRegister = endpoint({
  ...verb,
  name: 'activateRegister',
  path: `${path}/activate`,
  summary: 'Lets a register open shifts again',
})

export const deactivateRegister = endpoint({
  ...verb,
  name: 'deactivateRegister',
  path: `${path}/deactivate`,
  summary: 'Lets a register open no more shifts; refused while one is open',
})

const fields = {
  name: { kind: 'text', hint: true },
  takes_terminal: { kind: 'flag', initial: true },
  takes_mobile_money: { kind: 'flag', hint: true },
  receipt_width: { kind: 'choice', values: receiptWidths, words: 'receipt_widths', initial: '80' },
} as const

export const registerRecord = deskRecord({
  list: registerList,
  get: getRegister,
  state: 'status',
  facts: {
    branch: { kind: 'text' },
    operator: { kind: 'text' },
    takes_terminal: { kind: 'flag' },
    takes_mobile_money: { kind: 'flag' },
    receipt_width: { kind: 'choice', words: 'receipt_widths' },
    shifts: { kind: 'number' },
  },
  links: { branch: { screen: 'branches', id: 'branch_id' } },
  create: {
    endpoint: createRegister,
    fields: { branch_id: { kind: 'record', list: branchList, titles: 'branch' }, ...fields },
  },
  update: { endpoint: updateRegister, fields },
  actions: {
    activate: { endpoint: activateRegister },
    deactivate: { endpoint: deactivateRegister, serious: true, undo: 'activate' },
  },
})
