import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { Language } from '#contract/places/places.ts'
import { MessageBody, OrderMessages } from '../order-messages.ts'

const permission = 'messages.view'

/** Threads of customers with the branches in scope, those with something unread first. */
export const threadList = deskList({
  name: 'messages',
  menu: { group: 'orders', rank: 60, letter: 'm' },
  permission,
  personal: true,
  opens: { screen: 'messages', permission },
  namedBy: ['order_number', 'customer', 'message'],
  columns: {
    order_number: { kind: 'code' },
    unread: { kind: 'number' },
    message: { kind: 'text' },
    customer: { kind: 'text' },
    branch: { kind: 'text' },
    claimed_by: { kind: 'text' },
    last_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    branch: { kind: 'text' },
    order: { kind: 'text' },
    claimed: { kind: 'flag' },
    last: { kind: 'days' },
  },
  states: ['unread', 'read'],
  sort: '-last_at',
})

export const Thread = z.object({
  ...recordFields,
  status: z.enum(['unread', 'read']),
  order_id: z.string(),
  order_number: z.string(),
  order_status: z.string(),
  branch_id: z.string(),
  branch: z.string(),
  timezone: z.string(),
  customer: z.nullable(z.string()),
  customer_id: z.nullable(z.string()),
  items: z.string(),
  promised_at: z.string(),
  claimed_by: z.nullable(z.string()),
  last_at: z.string(),
})
export type Thread = z.infer<typeof Thread>

const path = '/api/v1/admin/messages/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: Thread } as const

export const getThread = endpoint({
  ...record,
  name: 'getThread',
  method: 'GET',
  path,
  summary: 'Returns a thread with its order',
  auth: permission,
})

export const claimThread = endpoint({
  ...record,
  name: 'claimThread',
  method: 'POST',
  path: `${path}/claim`,
  summary: 'Takes a thread, which nobody else then answers',
  auth: 'messages.create',
})

export const releaseThread = endpoint({
  ...record,
  name: 'releaseThread',
  method: 'POST',
  path: `${path}/release`,
  summary: 'Gives a thread back, also that of a colleague where the caller may change messages',
  auth: 'messages.create',
})

const ofOrder = '/api/v1/admin/online-orders/{id}/messages'
const orderMessages = {
  tag: 'desk',
  params: z.strictObject({ id: line(8, 36) }),
  answer: z.extend(OrderMessages, {
    /** The person who has taken the thread; null while nobody has. */
    claimed_by: z.nullable(z.string()),
    can_reply: z.boolean(),
    /** What the branch often answers, in the customer's language. */
    prepared: z.object({
      language: Language,
      items: z.array(z.object({ id: z.string(), name: z.string(), text: z.string() })),
    }),
  }),
} as const
export type DeskMessages = z.infer<(typeof orderMessages)['answer']>

export const listMessagesOfOrder = endpoint({
  ...orderMessages,
  name: 'listMessagesOfOrder',
  method: 'GET',
  path: ofOrder,
  summary: 'Lists what an order’s customer and branch wrote to each other',
  auth: permission,
  status: 200,
})

export const replyToCustomer = endpoint({
  ...orderMessages,
  name: 'replyToCustomer',
  method: 'POST',
  path: ofOrder,
  summary: 'Writes to the customer of an order, and takes its thread',
  auth: 'messages.create',
  status: 201,
  idempotent: true,
  body: MessageBody,
})

export const addReplyPhoto = endpoint({
  name: 'addReplyPhoto',
  method: 'POST',
  path: `${ofOrder}/photos`,
  summary: 'Uploads a photo for a reply to the customer, as the multipart field `photo`',
  tag: 'desk',
  auth: 'messages.create',
  status: 201,
  params: orderMessages.params,
  answer: z.object({ id: z.string() }),
})

export const markThreadRead = endpoint({
  name: 'markThreadRead',
  method: 'POST',
  path: `${ofOrder}/read`,
  summary: 'Marks the messages of an order’s customer as read',
  tag: 'desk',
  auth: 'messages.create',
  status: 204,
  params: orderMessages.params,
})

export const threadRecord = deskRecord({
  list: threadList,
  get: getThread,
  first: ['conversation'],
  state: 'status',
  facts: {
    order_number: { kind: 'code' },
    order_status: { kind: 'choice', words: 'order_states' },
    items: { kind: 'text' },
    promised_at: { kind: 'instant', zone: 'timezone' },
    branch: { kind: 'text' },
    customer: { kind: 'text' },
    claimed_by: { kind: 'text' },
    last_at: { kind: 'instant', zone: 'timezone' },
  },
  links: {
    order_number: { screen: 'online-orders', id: 'order_number' },
    branch: { screen: 'branches', id: 'branch_id' },
    customer: { screen: 'customers', id: 'customer_id' },
  },
  tabs: { conversation: 'own' },
  actions: { claim: { endpoint: claimThread }, release: { endpoint: releaseThread } },
})
