import * as z from 'zod/mini'

/** Every error code of the API with its HTTP status. Messages are in `i18n/{en,fr}/errors.ts`. */
export const errorStatus = {
  validation_failed: 422,
  malformed_body: 400,
  duplicate_field: 400,
  payload_too_large: 413,
  unsupported_media_type: 415,
  not_found: 404,
  method_not_allowed: 405,
  unauthorized: 401,
  forbidden: 403,
  rate_limited: 429,
  internal: 500,
  overloaded: 503,
  idempotency_key_reused: 409,
  // accounts
  invalid_credentials: 401,
  email_not_verified: 403,
  invalid_code: 400,
  code_expired: 400,
  too_many_attempts: 429,
  account_exists: 400,
  account_linking: 409,
  social_login_mismatch: 400,
  social_login_failed: 401,
  social_login_unavailable: 503,
  account_in_use: 409,
  balance_left: 409,
  account_disabled: 403,
  // back office
  reauth_required: 403,
  changed_meanwhile: 409,
  last_admin: 409,
  own_access: 403,
  beyond_access: 403,
  role_fixed: 409,
  role_exists: 409,
  in_use: 409,
  too_many_views: 409,
  export_too_large: 422,
  export_limit: 422,
  refund_limit: 403,
  erasure_open: 409,
  refund_ended: 409,
  provider_silent: 502,
  own_request: 403,
  own_wallet: 403,
  already_decided: 409,
  balance_too_low: 409,
  too_many_mails: 429,
  // parks and windows
  park_not_found: 404,
  tariff_not_found: 404,
  park_not_bookable: 409,
  park_has_partner: 409,
  park_booked: 409,
  vehicle_type_not_served: 409,
  park_closed: 409,
  capacity_sold: 409,
  no_space: 409,
  quote_expired: 409,
  quote_mismatch: 409,
  price_changed: 409,
  // vehicles and promo codes
  vehicle_not_found: 404,
  too_many_vehicles: 409,
  promo_not_found: 404,
  promo_used: 409,
  promo_exists: 409,
  // bookings
  booking_not_found: 404,
  invalid_transition: 409,
  hold_expired: 409,
  too_many_holds: 409,
  wrong_park: 409,
  too_early: 409,
  too_many_reports: 409,
  not_your_park: 403,
  pass_invalid: 404,
  // events
  event_not_found: 404,
  event_not_bookable: 409,
  // reviews
  review_needs_stay: 409,
  already_replied: 409,
  // leads
  lead_not_found: 404,
  lead_state: 409,
  slot_taken: 409,
  demo_booked: 409,
  // money
  insufficient_balance: 402,
  payment_not_found: 404,
  amount_mismatch: 400,
  amount_out_of_range: 422,
  balance_limit: 409,
  statement_too_long: 409,
  refund_too_much: 409,
  refund_whole: 409,
  difference_not_found: 404,
  provider_unavailable: 502,
  provider_refused: 502,
  invalid_signature: 401,
} as const

export type ErrorCode = keyof typeof errorStatus

export const FieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof FieldProblem>

/** RFC 9457 `application/problem+json`; `message` is the text to show to people. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.array(FieldProblem)),
  request_id: z.string(),
})
export type Problem = z.infer<typeof Problem>
