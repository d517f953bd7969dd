import * as z from 'zod/mini'
import { addressLabels } from '#contract/addresses/addresses.ts'
import { bookingList } from '#contract/bookings/desk/bookings.ts'
import { documentList } from '#contract/documents/desk/document-requests.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, Uuid } from '#contract/fields.ts'
import { deskRecord } from '#contract/lists/records.ts'
import { orderList } from '#contract/orders/desk/orders.ts'
import { topUpList } from '#contract/wallet/desk/top-ups.ts'
import { transactionList } from '#contract/wallet/desk/transactions.ts'
import { Session } from '../account.ts'
import { customerList } from './customers.ts'

/** An account as staff sees it. Nobody reads or sets its password. */
export const CustomerRecord = z.object({
  id: z.string(),
  title: z.string(),
  actions: z.array(z.string()),
  name: z.nullable(z.string()),
  /** Null for a guest of a counter, who has none. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  country: z.string(),
  language: z.string(),
  verified: z.boolean(),
  status: z.enum(['active', 'disabled']),
  disabled_at: z.nullable(z.string()),
  disabled_reason: z.nullable(z.string()),
  /** Those that the reader may see; null for those who see none. */
  bookings: z.nullable(z.number()),
  /** Roles in the desk, where the account has some; the id is null for those who may not see them. */
  roles: z.nullable(z.string()),
  person_id: z.nullable(z.string()),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
  vehicles: z.array(
    z.object({ plate: z.string(), type: z.string(), name: z.nullable(z.string()), is_default: z.boolean() }),
  ),
  addresses: z.array(
    z.object({
      id: z.string(),
      label: z.enum(addressLabels),
      /** In one line. */
      text: z.string(),
      note: z.nullable(z.string()),
      is_default: z.boolean(),
    }),
  ),
  /** What the customer is in the middle of, as far as the reader may see it; what is next comes first. */
  running: z.array(
    z.object({
      list: z.enum(['bookings', 'online-orders', 'documents']),
      id: z.string(),
      number: z.string(),
      status: z.string(),
      place: z.nullable(z.string()),
      at: z.string(),
      timezone: z.string(),
    }),
  ),
})
export type CustomerRecord = z.infer<typeof CustomerRecord>

const path = '/api/v1/admin/customers/{id}'
const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: CustomerRecord } as const

export const getCustomerRecord = endpoint({
  ...record,
  name: 'getCustomerRecord',
  method: 'GET',
  path,
  summary: 'Returns an account with its vehicles',
  auth: 'customers.view',
})

export const disableCustomer = endpoint({
  ...record,
  name: 'disableCustomer',
  method: 'POST',
  path: `${path}/disable`,
  summary: 'Disables an account and logs all of its devices out',
  auth: 'customers.block',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const enableCustomer = endpoint({
  ...record,
  name: 'enableCustomer',
  method: 'POST',
  path: `${path}/enable`,
  summary: 'Enables an account again',
  auth: 'customers.block',
})

export const logOutCustomer = endpoint({
  ...record,
  name: 'logOutCustomer',
  method: 'POST',
  path: `${path}/log-out`,
  summary: 'Logs all devices of an account out',
  auth: 'customers.update',
})

export const eraseCustomer = endpoint({
  name: 'eraseCustomer',
  method: 'DELETE',
  path,
  summary: 'Erases an account at its owner’s request: no open bookings, no debts and no money may be left',
  tag: 'desk',
  auth: 'customers.delete',
  status: 204,
  params,
})

export const listCustomerDevices = endpoint({
  name: 'listCustomerDevices',
  method: 'GET',
  path: `${path}/devices`,
  summary: 'Lists where an account is logged in, most recently seen first',
  tag: 'desk',
  auth: 'customers.view',
  status: 200,
  params,
  answer: z.object({ items: z.array(Session) }),
})

export const logOutCustomerDevice = endpoint({
  name: 'logOutCustomerDevice',
  method: 'DELETE',
  path: `${path}/devices/{device}`,
  summary: 'Logs one device of an account out',
  tag: 'desk',
  auth: 'customers.update',
  status: 204,
  params: z.strictObject({ id: Uuid, device: Uuid }),
})

/** Reading somebody else’s wallet writes an entry of the audit log. */
export const readCustomerWallet = endpoint({
  name: 'readCustomerWallet',
  in_read_only: false,
  method: 'GET',
  path: `${path}/wallet`,
  summary: 'Returns the balances of an account’s wallet; the log records who read it',
  tag: 'desk',
  auth: 'customers.wallet',
  status: 200,
  params,
  answer: z.object({ items: z.array(z.object({ balance: Money, pending: Money, owed: Money })) }),
})

export const customerRecord = deskRecord({
  list: customerList,
  get: getCustomerRecord,
  state: 'status',
  facts: {
    name: { kind: 'text' },
    email: { kind: 'code' },
    phone: { kind: 'phone' },
    country: { kind: 'country' },
    language: { kind: 'choice', words: 'languages' },
    verified: { kind: 'flag' },
    roles: { kind: 'text' },
    bookings: { kind: 'number' },
    created_at: { kind: 'instant' },
    last_seen_at: { kind: 'instant' },
    disabled_at: { kind: 'instant' },
    disabled_reason: { kind: 'text' },
  },
  links: { roles: { screen: 'people', id: 'person_id' } },
  actions: {
    log_out: { endpoint: logOutCustomer, serious: true },
    disable: { endpoint: disableCustomer, fields: { reason: { kind: 'long', hint: true } }, serious: true },
    enable: { endpoint: enableCustomer },
  },
  remove: { endpoint: eraseCustomer },
  bulk: ['log_out', 'enable'],
  notes: 'customers',
  primary: ['enable'],
  dangerous: ['disable'],
  first: ['now'],
  tabs: {
    now: 'own',
    bookings: { list: bookingList, filter: 'customer' },
    'online-orders': { list: orderList, filter: 'customer' },
    documents: { list: documentList, filter: 'customer' },
    wallet: { own: 'customers.wallet' },
    transactions: { list: transactionList, filter: 'customer' },
    'top-ups': { list: topUpList, filter: 'customer' },
    vehicles: 'own',
    addresses: 'own',
    devices: 'own',
  },
})
