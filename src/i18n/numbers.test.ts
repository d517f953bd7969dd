import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { passwordLength } from '#contract/accounts/auth.ts'
import { holdMinutes, mostOccurrences, quoteMinutes, windowRules } from '#contract/bookings/booking-rules.ts'
import { barcodeLengths, maxBarcodes } from '#contract/catalogue/barcodes.ts'
import { maxItemFile_bytes } from '#contract/catalogue/desk/item-changes.ts'
import { undo_hours } from '#contract/desk/bulk-changes.ts'
import { longestPeriod_days } from '#contract/desk/dashboard.ts'
import { maxFeeFile_bytes } from '#contract/documents/desk/document-fee-table.ts'
import { documentFileRules, documentTerms } from '#contract/documents/document-rules.ts'
import { deskPageSizes } from '#contract/lists/list-facts.ts'
import { maxBulk } from '#contract/lists/records.ts'
import { messagesOpen_days } from '#contract/orders/order-messages.ts'
import { servicePhotoRetention_days } from '#contract/orders/order-photos.ts'
import { answerProblem_hours } from '#contract/orders/order-problems.ts'
import { chartRules, chartSteps } from '#contract/parks/availability.ts'
import { photoRules } from '#contract/parks/desk/park-photos.ts'
import { bayWidths_cm } from '#contract/parks/park-lists.ts'
import { maxLogo_bytes } from '#contract/settings/logos.ts'
import { desk as enDesk } from '#i18n/en/desk.ts'
import { en } from '#i18n/en/index.ts'
import { web as enWeb } from '#i18n/en/web.ts'
import { desk as frDesk } from '#i18n/fr/desk.ts'
import { fr } from '#i18n/fr/index.ts'
import { web as frWeb } from '#i18n/fr/web.ts'
import { auditRetention_months } from '#server/features/access/audit.ts'
import { recentCustomer_days } from '#server/features/access/contacts.ts'
import { cart_days } from '#server/features/cart/store.ts'
import { constants } from '#server/features/content/constants.ts'
import { notification_days } from '#server/features/notifications/notifications.ts'
import { position_minutes } from '#server/features/orders/tracking.ts'
import { confirmed_days } from '#server/features/parks/confirmation.ts'
import { claimCode_minutes } from '#server/features/partners/claim-codes.ts'
import { negative_days } from '#server/features/payouts/jobs.ts'
import { sms_days } from '#server/features/sms/rules.ts'

/* Digits in sentences: what a rule of the code says is the same number, and all others have a reason. */

const megabyte = 1024 * 1024
const file_mb = documentFileRules.most_bytes / megabyte
const mostDays = windowRules.most_min / (24 * 60)

/** The number in the line of a source that a pattern finds, for what only that file needs. */
function numberIn(file: string, pattern: RegExp): number {
  const found = pattern.exec(readFileSync(`src/${file}`, 'utf8'))
  expect(found, `${file}: ${pattern}`).not.toBeNull()
  return Number(found![1]!.replaceAll('_', ''))
}
const numberOf = (name: string) => constants[name] as number

/** The numbers of a sentence in their order, each from the rule that it tells of. */
const rules: Readonly<Record<string, () => readonly number[]>> = {
  'checkout.price_renewed': () => [quoteMinutes],
  'checkout.success.expired_text': () => [holdMinutes],
  'errors.quote_expired': () => [quoteMinutes],
  'errors.hold_expired': () => [holdMinutes],
  'errors.fields.password_short': () => [passwordLength],
  'errors.fields.closure_far': () => [numberIn('server/features/parks/manage/closures.ts', /longest_days = (\d+)/)],
  'errors.fields.photos_many': () => [photoRules.photos],
  'desk.pos.offline.stale': () => [numberIn('web/features/desk/pos/till.ts', /longest_ms = (\d+) \* hour_ms/)],
  'desk.pos.offline.full': () => [numberIn('web/features/desk/pos/till.ts', /mostWaiting = (\d+)/)],
  'errors.fields.barcode': () => barcodeLengths,
  'errors.fields.too_many_barcodes': () => [maxBarcodes],
  'errors.fields.pictures_many': () => [numberIn('server/features/catalogue/extras.ts', /mostPictures = (\d+)/)],
  'errors.fields.window_short': () => [windowRules.least_min],
  'errors.fields.window_long': () => [mostDays],
  'errors.fields.series_long': () => [mostOccurrences],
  'errors.fields.window_far': () => [windowRules.ahead_days],
  'errors.fields.auto_extend_range': () => [mostDays],
  'errors.fields.chart_step': () => chartSteps,
  'errors.fields.chart_long': () => [chartRules.most_days],
  'errors.fields.chart_steps': () => [chartRules.most_steps],
  'errors.fields.page_size': () => deskPageSizes,
  'errors.fields.rows_too_many': () => [maxBulk],
  'errors.fields.days_too_many': () => [longestPeriod_days],
  'errors.fields.bay_width': () => bayWidths_cm,
  'errors.fields.pause_far': () => [
    numberIn('server/features/catalogue/item-branches.ts', /longest_ms = (\d+) \* day_ms/),
  ],
  'errors.fields.too_many_lines': () => [numberIn('server/features/cart/lines.ts', /maxLines = (\d+)/)],
  'errors.too_many_attempts': () => [
    numberIn('server/features/accounts/login/attempts.ts', /LOGIN_ACCOUNT, minutes: (\d+)/),
  ],
  'home.how_price_text': () => [quoteMinutes],
  'park.held': () => [quoteMinutes],
  'park.held_long': () => [quoteMinutes],
  'park.cancel_strict': () => [numberOf('cancel.strict_hours')],
  'bookings.extend.too_long': () => [mostDays],
  'auth.password_hint': () => [passwordLength],
  'partners.claimed': () => [claimCode_minutes],
  'payout_mails.negative.intro': () => [negative_days],
  'orders.hold': () => [numberIn('server/features/orders/create/order-rows.ts', /hold_ms = (\d+) \* minute_ms/)],
  'orders.hold_text': () => [numberIn('server/features/orders/create/order-rows.ts', /hold_ms = (\d+) \* minute_ms/)],
  'desk.orders.phone.lead': () => [
    numberIn('server/features/orders/create/order-rows.ts', /staffHold_ms = (\d+) \* minute_ms/),
  ],
  'order_care.messages.hint': () => [
    numberIn('server/features/orders/messages/threads.ts', /mailAfter_ms = (\d+) \* minute_ms/),
  ],
  'order_care.messages.closed': () => [messagesOpen_days],
  'order_mails.problem_not_answered.intro': () => [answerProblem_hours],
  'staff_notices.problem_reported.text': () => [answerProblem_hours],
  'account.notifications.lead': () => [notification_days],
  'documents.files.hint': () => [file_mb],
  'documents.files.too_large': () => [file_mb],
  'errors.fields.document_term': () => documentTerms.vehicle_licence,
  'desk.documents.files.file_hint': () => [file_mb],
  'errors.fields.logo': () => [maxLogo_bytes / megabyte],
  'desk.documents.fee_table.too_large': () => [maxFeeFile_bytes / megabyte],
  'desk.shop.bulk.too_large': () => [maxItemFile_bytes / megabyte],
  'errors.undo_expired': () => [undo_hours],
  'desk.access.verbs.past': () => [recentCustomer_days],
  'desk.lists.audit.description': () => [auditRetention_months],
  'desk.lists.sms_messages.description': () => [sms_days],
  'errors.fields.sms_sender': () => [numberIn('contract/sms/desk.ts', /A-Za-z0-9 \]\{1,(\d+)\}/)],
  'desk.records.parks.effects.confirm': () => [confirmed_days],
  'desk.records.parks.done.confirm': () => [confirmed_days],
  'desk.words.jobs.delete_service_photos': () => [servicePhotoRetention_days],
  'desk.words.jobs.forget_carts': () => [cart_days],
  'desk.words.jobs.forget_positions': () => [position_minutes],
}

/** Why other sentences have digits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/not_found|denied/, 'the specification has these sentences'],
  [/discount_percent$/, 'the specification has this sentence, and no percentage is more'],
  [/(?:^|\.)(?:examples?|example)|\.hints?\.|_hint$|\.hint$|\.search$/, 'an example, or what a form of the desk takes'],
  [
    /errors\.fields\.(?:colour|moment|clock|hours_cut|opening_hours|quarter|day|plus_code|day_or_instant|month)$/,
    'an example',
  ],
  [/errors\.fields\.(?:chassis_number|engine_number|plate|tax_code)$/, 'the pattern of the field says the same'],
  [/errors\.fields\.coordinates$/, 'where the world ends'],
  [/errors\.fields\.(?:csv_encoding)$/, 'the name of an encoding'],
  [/errors\.fields\.limit_order$|access\.verbs\.refund|limits\.fields\.refund/, 'the name of a limit'],
  [/receipt_widths/, 'the name of a width'],
  [/errors\.too_many_mails$|parks\.hours\.whole$/, 'a day'],
  [/rate$|open_bookings_one$|import_one$|_one$/, 'one'],
  [
    /periods\.|samples\.|chart_(?:hour|stay)|lengths\.|order_delays|fee_terms|month_amount$|month_note$/,
    'the name of a choice',
  ],
  [/connectors|amenities|cameras\.sources/, 'the name of a thing'],
  [/hours_always$|hours\.always$|hours_all_day$|seo\.park\.always$/, 'a whole day'],
  [/parks\.bulk\.hour_of$/, 'the price of an hour'],
  [/wallet\.pending_top_ups_text$/, 'a day, as `pendingTimeout_ms`'],
  [/home\.figures_text$/, 'what the query of the figures counts'],
  [/events\.strict$/, 'as the terms of a strict event have it'],
  [/working|refund_mails\.(?:begun|done)|wallet_answers\.refunds/, 'what banks say that they need'],
  [/order_mails\.not_collected\.intro$/, 'the query of uncollected orders'],
  [/desk\.orders\.phone\.no_slots$|desk\.orders\.board\.delivery_code$/, 'what the branch offers'],
  [/reviews\.stars$/, 'stars'],
  [/panel\.help_head$/, 'the lengths that the tests of content demand'],
  [/\.suv$/, 'the name of a drive'],
  [/search\.time_(?:first|second)$/, 'the first or second of an hour that comes twice'],
]

interface Sentences {
  [key: string]: string | Sentences
}
function list(catalogue: object, path = ''): [key: string, sentence: string][] {
  return Object.entries(catalogue as Sentences).flatMap(([name, value]) => {
    const key = path === '' ? name : `${path}.${name}`
    return typeof value === 'string' ? [[key, value] as [string, string]] : list(value, key)
  })
}

/** The numbers of a sentence: digits with what groups them, without the placeholders and tags. */
const numbersOf = (sentence: string): number[] =>
  [...sentence.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '').matchAll(/\d+(?:[,\u00a0\u202f]\d{3})*/g)].map(([text]) =>
    Number(text.replaceAll(/\D/g, '')),
  )

test.each([
  ['English', { ...en, ...enWeb, desk: enDesk }],
  ['French', { ...fr, ...frWeb, desk: frDesk }],
])('a number in a sentence is the one of its rule, or has a reason (%s)', (_language, catalogue) => {
  const sentences = new Map(list(catalogue))
  const unknown: string[] = []
  for (const [key, sentence] of sentences) {
    const numbers = numbersOf(sentence)
    const rule = rules[key]
    if (rule !== undefined) expect(numbers.slice(0, rule().length), `${key}: ${sentence}`).toEqual(rule())
    else if (numbers.length > 0 && !reasons.some(([pattern]) => pattern.test(key))) unknown.push(`${key}: ${sentence}`)
  }
  expect(unknown).toEqual([])
  expect(Object.keys(rules).filter((key) => !sentences.has(key))).toEqual([])
})
