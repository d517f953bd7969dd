import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { pageOf, pageQuery, Uuid } from '#contract/fields.ts'

/** Notices to staff in the desk's bell. */
export const noticeKinds = [
  'low_stock',
  'refund_waiting',
  'booking_refund_waiting',
  'problem_reported',
  'brought_back',
  'documents_paid',
  'documents_answered',
  'documents_waiting',
  'documents_assigned',
  'report_waiting',
  'mentioned',
  'mentioned_customer',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

const Notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  title: z.string(),
  text: z.string(),
  /** Where it leads, below `/desk`. */
  path: z.string(),
  created_at: z.string(),
  is_read: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const listNotices = endpoint({
  name: 'listNotices',
  method: 'GET',
  path: '/api/v1/desk/notices',
  summary: 'Lists what the caller was told as one of the people of the desk in the last 90 days, newest first',
  tag: 'desk',
  auth: 'customer',
  status: 200,
  query: z.strictObject(pageQuery),
  answer: z.object({
    ...pageOf(Notice).def.shape,
    unread: z.number(),
    /**
     * What waits at the caller's places, up to 100: orders that nobody has accepted and conversations with unread messages;
     * null without the permission to view them.
     */
    waiting: z.object({ orders: z.nullable(z.number()), messages: z.nullable(z.number()) }),
  }),
})

/** More are not counted. */
export const mostWaiting = 100

export const markNoticesRead = endpoint({
  name: 'markNoticesRead',
  method: 'POST',
  path: '/api/v1/desk/notices/read',
  summary: 'Marks notices of the desk as read, all of them without a list',
  tag: 'desk',
  auth: 'customer',
  status: 200,
  body: z.strictObject({ ids: z.optional(z.array(Uuid).check(z.maxLength(100, 'too_many'))) }),
  answer: z.object({ unread: z.number() }),
})
