import { formatDateRange, formatDateTime, formatZonedDateTime } from '#contract/dates.ts'
import { errorStatus, type ErrorCode, type FieldProblem, type Problem } from '#contract/errors.ts'
import type { Locale } from '#contract/formats.ts'
import { formatMoney } from '#contract/money.ts'
import { translate } from '#server/output/translate.ts'

interface Amount {
  amount: number
  currency: string
}
/** An instant that is said in a time zone. */
interface Moment {
  at: string
  timezone: string
  /** Whether the zone is said too, where readers cannot know it. */
  has_zone?: true
}

/** Two times in a time zone, with their days unless those go without saying. */
interface Times {
  start_time: string
  end_time: string
  timezone: string
  has_days: boolean
}

/** Values for the message, also included as members of the problem document. */
export type ErrorParams = Record<string, string | number | boolean | null | Amount | Moment | Times>

/**
 * The only error that features throw. `fields` lists invalid input fields, with keys of `errors.fields`; `details` are
 * further members of the problem document, for programs.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields: { field: string; key: string; params?: ErrorParams }[]
  readonly details: object
  /** The key of the message, where it is not that of the code. */
  readonly sentence: string
  constructor(
    code: ErrorCode,
    params: ErrorParams = {},
    fields: { field: string; key: string; params?: ErrorParams }[] = [],
    details: object = {},
    sentence = `errors.${code}`,
  ) {
    super(code)
    this.code = code
    this.params = params
    this.fields = fields
    this.details = details
    this.sentence = sentence
  }
}

/** A 422 for one field. */
export const fieldError = (field: string, key: string, params: ErrorParams = {}) =>
  new AppError('validation_failed', {}, [{ field, key, params }])

/** Error codes for database constraints that callers can violate; any other violation is an internal error. */
export const constraintCode: Record<string, ErrorCode> = {
  pool_days_not_oversold: 'no_space',
  customer_balance_not_negative: 'insufficient_balance',
  promo_uses_limit: 'promo_used',
  promo_totals_limit: 'promo_used',
  offer_uses_limit: 'promo_used',
  slot_days_not_full: 'slot_full',
  inspection_slots_not_full: 'appointment_full',
  stock_levels_enough: 'out_of_stock',
  promo_codes_code_key: 'promo_exists',
  vehicles_one_plate: 'vehicle_exists',
  orders_refunded: 'refund_too_much',
  order_lines_refunded: 'refund_too_much',
  shifts_open_person: 'shift_open',
  courier_cash_hand_in_key: 'hand_in_over',
}

/** Converts an error to a problem document (RFC 9457) with messages in the language and formats of `locale`. */
export function toProblem(error: AppError, locale: Locale, request_id: string): Problem {
  const status = errorStatus[error.code]
  const message = translate(locale, error.sentence, sentenceParams(error.params, locale))
  const errors: FieldProblem[] = error.fields.map(({ field, key, params }) => ({
    field,
    message: describeProblem({ key, params }, locale),
  }))
  return {
    type: `urn:parkwell:error:${error.code}`,
    title: error.code.replaceAll('_', ' '),
    status,
    detail: errors.length > 0 ? errors.map((problem) => `${problem.field}: ${problem.message}`).join(' ') : message,
    message: errors.length === 1 ? errors[0]!.message : message,
    code: error.code,
    request_id,
    ...(errors.length > 0 ? { errors } : {}),
    ...error.params,
    ...error.details,
  }
}

/** The sentence for what is wrong with a field, by its key of `errors.fields`. */
export const describeProblem = (
  { key, params }: { key: string; params?: ErrorParams | undefined },
  locale: Locale,
): string => translate(locale, `errors.fields.${key}`, sentenceParams(params ?? {}, locale))

function sentenceParams(params: ErrorParams, locale: Locale): Record<string, string | number | boolean | null> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? formatParam(value, locale) : value,
    ]),
  )
}

function formatParam(value: Amount | Moment | Times, locale: Locale): string {
  if ('amount' in value) return formatMoney(value.amount, value.currency, locale)
  const { timezone: timeZone } = value
  if ('at' in value)
    return (value.has_zone === true ? formatZonedDateTime : formatDateTime)(new Date(value.at), timeZone, locale)
  const day = value.has_days ? ({ weekday: 'short', day: 'numeric', month: 'short' } as const) : {}
  const options = { timeZone, ...day, hour: 'numeric', minute: '2-digit' } as const
  return formatDateRange(new Date(value.start_time), new Date(value.end_time), locale, options)
}
