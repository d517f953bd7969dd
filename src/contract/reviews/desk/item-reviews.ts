import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { ratings } from '../review-rules.ts'
import { Review } from '../reviews.ts'

/** Customers' reviews of branches and items; hidden ones do not count in an average. */
export const itemReviewList = deskList({
  name: 'item-reviews',
  menu: { group: 'content', rank: 20, under: 'reviews' },
  bulk: ['reviews.update'],
  permission: 'reviews.view',
  opens: { screen: 'item-reviews', permission: 'reviews.view' },
  namedBy: ['about', 'author', 'text'],
  columns: {
    about: { kind: 'text', sortable: true },
    branch: { kind: 'text', sortable: true },
    rating: { kind: 'rating', sortable: true },
    text: { kind: 'text' },
    author: { kind: 'text' },
    language: { kind: 'choice', words: 'languages', extra: true },
    order_number: { kind: 'code', extra: true },
    hidden_reason: { kind: 'text', extra: true },
    created_at: { kind: 'instant', sortable: true },
  },
  filters: {
    rating: { kind: 'choice', values: ratings.map(String) },
    branch: { kind: 'text' },
    of_item: { kind: 'flag' },
    created: { kind: 'days' },
  },
  states: ['shown', 'hidden'],
  sort: '-created_at',
})

export const DeskItemReview = z.extend(Review, {
  ...recordFields,
  branch_id: z.string(),
  branch: z.string(),
  item_id: z.nullable(z.string()),
  item: z.nullable(z.string()),
  order_id: z.string(),
  order_number: z.string(),
  status: z.enum(['shown', 'hidden']),
  hidden_at: z.nullable(z.string()),
  hidden_reason: z.nullable(z.string()),
})
export type DeskItemReview = z.infer<typeof DeskItemReview>

const path = '/api/v1/admin/item-reviews/{id}'
const record = { tag: 'desk', status: 200, params: z.strictObject({ id: Uuid }), answer: DeskItemReview } as const

export const getDeskItemReview = endpoint({
  ...record,
  name: 'getDeskItemReview',
  method: 'GET',
  path,
  summary: 'Returns a review of a branch or an item with its order',
  auth: 'reviews.view',
})

export const hideItemReview = endpoint({
  ...record,
  name: 'hideItemReview',
  method: 'POST',
  path: `${path}/hide`,
  summary: 'Hides a review of a branch or an item, which then no longer counts in the average',
  auth: 'reviews.update',
  body: z.strictObject({ reason: line(3, 300) }),
})

export const showItemReview = endpoint({
  ...record,
  name: 'showItemReview',
  method: 'POST',
  path: `${path}/show`,
  summary: 'Shows a hidden review of a branch or an item again',
  auth: 'reviews.update',
})

export const itemReviewRecord = deskRecord({
  list: itemReviewList,
  get: getDeskItemReview,
  state: 'status',
  facts: {
    branch: { kind: 'text' },
    item: { kind: 'text' },
    rating: { kind: 'rating' },
    author: { kind: 'text' },
    language: { kind: 'choice', words: 'languages' },
    order_number: { kind: 'code' },
    created_at: { kind: 'instant' },
    text: { kind: 'text' },
    hidden_at: { kind: 'instant' },
    hidden_reason: { kind: 'text' },
  },
  links: {
    branch: { screen: 'branches', id: 'branch_id' },
    item: { screen: 'items', id: 'item_id' },
    order_number: { screen: 'online-orders', id: 'order_number' },
  },
  actions: {
    hide: { endpoint: hideItemReview, fields: { reason: { kind: 'text', hint: true } }, undo: 'show' },
    show: { endpoint: showItemReview },
  },
  bulk: ['hide', 'show'],
})
