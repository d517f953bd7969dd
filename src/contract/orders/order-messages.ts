import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Uuid, plainText } from '#contract/fields.ts'
import { orderCall, orderParams } from './orders.ts'

export const maxMessageLength = 1_000
/** Threads close so many days after their order has ended. */
export const messagesOpen_days = 30
export const messageSides = ['customer', 'branch'] as const

/** May have several lines; no other control characters. Empty only beside a photo. */
export const MessageBody = z
  .strictObject({
    text: z._default(
      z.string('required').check(
        z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
        z.maxLength(maxMessageLength, 'too_long'),
        plainText,
      ),
      '',
    ),
    /** Uploaded before. */
    photo_id: z.optional(Uuid),
  })
  .check((request) => {
    const { text, photo_id } = request.value
    if (text === '' && photo_id === undefined)
      request.issues.push({ code: 'custom', message: 'required', path: ['text'], input: request.value })
  })

export const OrderMessage = z.object({
  id: z.string(),
  author: z.enum(messageSides),
  text: z.string(),
  photo_id: z.nullable(z.string()),
  created_at: z.string(),
})
export type OrderMessage = z.infer<typeof OrderMessage>

export const OrderMessages = z.object({
  /** Oldest first. */
  items: z.array(OrderMessage),
  /** Of the other side. */
  unread: z.number(),
  /** Whether something can still be written. */
  is_open: z.boolean(),
  /** When the thread closes; null while the order goes on. */
  closes_at: z.nullable(z.string()),
})
export type OrderMessages = z.infer<typeof OrderMessages>

const path = '/api/v1/orders/{id}/messages'

export const listOrderMessages = endpoint({
  ...orderCall,
  name: 'listOrderMessages',
  method: 'GET',
  path,
  summary: 'Lists what an order’s customer and branch wrote to each other',
  params: orderParams,
  answer: OrderMessages,
})

export const sendOrderMessage = endpoint({
  ...orderCall,
  name: 'sendOrderMessage',
  method: 'POST',
  path,
  summary: 'Writes to the branch of an order, until 30 days after it has ended',
  status: 201,
  idempotent: true,
  params: orderParams,
  body: MessageBody,
  answer: OrderMessages,
})

export const markMessagesRead = endpoint({
  ...orderCall,
  name: 'markMessagesRead',
  method: 'POST',
  path: `${path}/read`,
  summary: 'Marks the messages of an order’s branch as read',
  status: 204,
  params: orderParams,
})

export const listThreads = endpoint({
  ...orderCall,
  name: 'listThreads',
  method: 'GET',
  path: '/api/v1/messages',
  summary: 'Lists the 20 newest threads of the account, with what is unread',
  answer: z.object({
    items: z.array(
      z.object({
        order_number: z.string(),
        branch: z.string(),
        author: z.enum(messageSides),
        /** The newest message; empty if it is only a photo. */
        text: z.string(),
        last_at: z.string(),
        unread: z.number(),
      }),
    ),
    unread: z.number(),
  }),
})
