import * as z from 'zod/mini'
import { Slug } from '#contract/catalogue/marketplace.ts'
import { endpoint } from '#contract/endpoint.ts'
import { pageOf, pageQuery, Uuid } from '#contract/fields.ts'
import { ratings } from '#contract/reviews/review-rules.ts'
import { Review, ReviewText } from '#contract/reviews/reviews.ts'
import { OrderDetails, orderCall, orderParams } from './orders.ts'

const rated = { rating: z.literal(ratings, 'rating'), text: z.optional(ReviewText) }

/** Of the branch, and of those items that the customer chose to rate. */
export const OrderRating = z
  .strictObject({
    ...rated,
    items: z._default(z.array(z.strictObject({ id: Uuid, ...rated })).check(z.maxLength(50, 'too_many_lines')), []),
  })
  .check((request) => {
    const { items } = request.value
    if (new Set(items.map(({ id }) => id)).size < items.length)
      request.issues.push({ code: 'custom', message: 'invalid', path: ['items'], input: request.value })
  })

export const rateOrder = endpoint({
  ...orderCall,
  name: 'rateOrder',
  method: 'POST',
  path: '/api/v1/orders/{id}/rating',
  summary: 'Rates the branch and items of an order that was handed over, once',
  status: 201,
  idempotent: true,
  params: orderParams,
  body: OrderRating,
  answer: OrderDetails,
})

/** A page of reviews with the average of all that are shown; null without any. */
const answer = z.extend(pageOf(Review), { rating: z.nullable(z.number()) })
const read = { method: 'GET', tag: 'marketplace', auth: 'none', status: 200 } as const

export const listBranchReviews = endpoint({
  ...read,
  name: 'listBranchReviews',
  path: '/api/v1/front/branches/{slug}/reviews',
  summary: 'Lists the reviews of a branch, newest first, with its average rating',
  params: z.strictObject({ slug: Slug }),
  query: z.strictObject(pageQuery),
  answer,
})

export const listItemReviews = endpoint({
  ...read,
  name: 'listItemReviews',
  path: '/api/v1/marketplace/items/{id}/reviews',
  summary: 'Lists the reviews of an item at all branches, newest first, with its average rating',
  params: z.strictObject({ id: z.union([Uuid, Slug]) }),
  query: z.strictObject(pageQuery),
  answer,
})
