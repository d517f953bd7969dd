import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, pageOf, pageQuery, plainText } from '#contract/fields.ts'
import { Language } from '#contract/places/places.ts'
import { maxReviewLength, ratings } from './review-rules.ts'

/** May have several lines; no other control characters. */
export const ReviewText = z.string().check(
  z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, 'required'),
  z.maxLength(maxReviewLength, 'too_long'),
  plainText,
)

export const ReviewRequest = z.strictObject({
  /** ID or code of the reviewed booking; by default the driver's last one at the park. */
  booking_id: z.optional(line(1, 40)),
  rating: z.literal(ratings, 'rating'),
  text: z.optional(ReviewText),
})
export type ReviewRequest = z.infer<typeof ReviewRequest>

export const Review = z.object({
  id: z.string(),
  rating: z.number(),
  text: z.nullable(z.string()),
  /** First name and initial of the last name. */
  author: z.string(),
  /** Language in which it was written. */
  language: Language,
  created_at: z.string(),
  is_example: z.boolean(),
  /** The public answer to it; null without one. */
  reply: z.nullable(z.string()),
  replied_at: z.nullable(z.string()),
})
export type Review = z.infer<typeof Review>

const params = z.strictObject({ parkId: line(1, 120) })

export const listReviews = endpoint({
  name: 'listReviews',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/reviews',
  summary: 'Lists the reviews of a car park, newest first',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params,
  query: z.strictObject(pageQuery),
  answer: pageOf(Review),
})

export const createReview = endpoint({
  name: 'createReview',
  method: 'POST',
  path: '/api/v1/front/parks/{parkId}/reviews',
  summary: 'Reviews a car park after a completed booking, once per booking',
  tag: 'parks',
  auth: 'customer',
  idempotent: true,
  status: 201,
  params,
  body: ReviewRequest,
  answer: Review,
})
