import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { ratings } from '../review-rules.ts'
import { Review, ReviewText } from '../reviews.ts'

/** Drivers' reviews; hidden ones do not count in a car park's rating. */
export const reviewList = deskList({
  name: 'reviews',
  menu: { group: 'content', rank: 10, letter: 'v' },
  bulk: ['reviews.update'],
  permission: 'reviews.view',
  opens: { screen: 'reviews', permission: 'reviews.view' },
  namedBy: ['park', 'author', 'text'],
  columns: {
    park: { kind: 'text', sortable: true },
    city: { kind: 'text', extra: true },
    country: { kind: 'country', extra: true },
    rating: { kind: 'rating', sortable: true },
    text: { kind: 'text' },
    author: { kind: 'text' },
    language: { kind: 'choice', words: 'languages', extra: true },
    booking_code: { kind: 'code', extra: true },
    reply: { kind: 'text', extra: true },
    hidden_reason: { kind: 'text', extra: true },
    created_at: { kind: 'instant', sortable: true },
  },
  filters: {
    rating: { kind: 'choice', values: ratings.map(String) },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    replied: { kind: 'flag' },
    created: { kind: 'days' },
  },
  states: ['shown', 'hidden'],
  sort: '-created_at',
})

export const DeskReview = z.extend(Review, {
  ...recordFields,
  park_id: z.string(),
  park: z.string(),
  booking_id: z.string(),
  booking_code: z.string(),
  status: z.enum(['shown', 'hidden']),
  hidden_at: z.nullable(z.string()),
  hidden_reason: z.nullable(z.string()),
})
export type DeskReview = z.infer<typeof DeskReview>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: DeskReview } as const

export const getDeskReview = endpoint({
  ...record,
  name: 'getDeskReview',
  method: 'GET',
  path: '/api/v1/admin/reviews/{id}',
  summary: 'Returns a review with its car park and reply',
  auth: 'reviews.view',
})

export const hideReview = endpoint({
  ...record,
  name: 'hideReview',
  method: 'POST',
  path: '/api/v1/admin/reviews/{id}/hide',
  summary: 'Hides a review, which then no longer counts in the rating',
  auth: 'reviews.update',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const showReview = endpoint({
  ...record,
  name: 'showReview',
  method: 'POST',
  path: '/api/v1/admin/reviews/{id}/show',
  summary: 'Shows a hidden review again',
  auth: 'reviews.update',
})

export const replyToReview = endpoint({
  ...record,
  name: 'replyToReview',
  method: 'POST',
  path: '/api/v1/admin/reviews/{id}/reply',
  summary: 'Replies to a review, once and in public',
  auth: 'reviews.update',
  body: z.strictObject({ reply: ReviewText }),
})

/** A review with what staff did with it. */
export const reviewRecord = deskRecord({
  list: reviewList,
  get: getDeskReview,
  primary: ['reply'],
  state: 'status',
  facts: {
    park: { kind: 'text' },
    rating: { kind: 'rating' },
    author: { kind: 'text' },
    language: { kind: 'choice', words: 'languages' },
    booking_code: { kind: 'code' },
    created_at: { kind: 'instant' },
    text: { kind: 'text' },
    reply: { kind: 'text' },
    replied_at: { kind: 'instant' },
    hidden_at: { kind: 'instant' },
    hidden_reason: { kind: 'text' },
  },
  links: {
    park: { screen: 'parks', id: 'park_id' },
    booking_code: { screen: 'bookings', id: 'booking_id' },
  },
  actions: {
    reply: { endpoint: replyToReview, fields: { reply: { kind: 'long', hint: true } } },
    hide: { endpoint: hideReview, fields: { reason: { kind: 'text', hint: true } }, undo: 'show' },
    show: { endpoint: showReview },
  },
  bulk: ['hide', 'show'],
})
