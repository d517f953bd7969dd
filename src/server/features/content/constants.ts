import { browserSessionHours, passwordLength } from '#contract/accounts/auth.ts'
import {
  grace,
  holdMinutes,
  maxHolds,
  quoteMinutes,
  regretMinutes,
  windowRules,
} from '#contract/bookings/booking-rules.ts'
import { shareHours } from '#contract/bookings/shared-bookings.ts'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import { localeOf } from '#contract/formats.ts'
import { maxApplication_bytes, demoMinutes, leadRetention } from '#contract/leads/leads.ts'
import { formatMoney, currencies, topUpLimits, walletFactor } from '#contract/money.ts'
import { partnerAddress } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import type { TextLanguage } from '#contract/text-languages.ts'
import { hour_ms } from '#contract/time.ts'
import { bookings as enBookings } from '#i18n/en/bookings.ts'
import { park_page as enPark } from '#i18n/en/parks/park_page.ts'
import { bookings as frBookings } from '#i18n/fr/bookings.ts'
import { park_page as frPark } from '#i18n/fr/parks/park_page.ts'
import { mail_days, session_days } from '#server/features/accounts/rules.ts'
import { reportLimit } from '#server/features/bookings/lifecycle/cannot-park.ts'
import { listRefundRules, findRefundShare, type Policy } from '#server/features/bookings/refund-rules.ts'
import { cart_days } from '#server/features/cart/store.ts'
import { scan_months } from '#server/features/gate/take-scans.ts'
import { notification_days } from '#server/features/notifications/notifications.ts'
import { walletPass_days } from '#server/features/wallet-passes/stored-passes.ts'
import { unusedPhoto_hours } from '#server/output/photos.ts'

type Value = string | number | ((language: TextLanguage) => string | number)

const start = new Date('2026-06-15T12:00:00Z')
const hoursBefore = (hours: number) => new Date(start.getTime() - hours * hour_ms)

/** Describes the refund for cancelling `hours` before the start of a booking that was made a week before it. */
const describeRefund =
  (policy: Policy, hours: number): Value =>
  (language) => {
    const { percent } = findRefundShare(
      listRefundRules({ policy, start, booked_at: hoursBefore(7 * 24) }),
      hoursBefore(hours),
    )
    if (percent === 100) return { en: 'Full refund', fr: 'Intégral' }[language]
    if (percent === 0) return { en: 'No refund', fr: 'Aucun' }[language]
    return { en: `${percent}% refund`, fr: `${percent}\u00a0%` }[language]
  }

/** Hours before the start until which the strict policy refunds the full price. */
const strictRefundHours = () => {
  const [first] = listRefundRules({ policy: 'strict', start, booked_at: hoursBefore(7 * 24) })
  return (start.getTime() - first!.until.getTime()) / hour_ms
}

/**
 * Nigerian third-party motor insurance: [premium per year, limit for property damage] in naira. Source: circular
 * NAICOM/DPR/CIR/46/2022, in force since 1 January 2023. Other fees vary by state and are not listed.
 */
const premiums = {
  third_party: [15_000, 3_000_000],
  own_goods: [20_000, 5_000_000],
  staff_bus: [20_000, 3_000_000],
  cartage: [100_000, 5_000_000],
  special: [20_000, 3_000_000],
  tricycle: [5_000, 2_000_000],
  motorcycle: [3_000, 1_000_000],
} as const

const money =
  (amount: number, currency: (typeof currencies)[number]): Value =>
  (language) =>
    formatMoney(amount, currency, language)

/** Amounts on pages for Nigeria have the sign that its readers know. */
const naira =
  (amount: number): Value =>
  (language) =>
    formatMoney(amount, 'NGN', localeOf(language, 'NG'))

const topUps = Object.fromEntries(
  currencies.flatMap((currency) => {
    const { least, most } = topUpLimits[currency]
    return [
      [`top_up.${currency}.least`, money(least, currency)],
      [`top_up.${currency}.most`, money(most, currency)],
      [`wallet.${currency}.most`, money(most * walletFactor, currency)],
    ]
  }),
)

const actions = { en: enBookings.action, fr: frBookings.action }
const parkPages = { en: enPark, fr: frPark }

/** Values for `{{name}}` placeholders in content, taken from the rules that the code applies. */
export const constants: Readonly<Record<string, Value>> = {
  brand: () => settings().company.name,
  partner_site: partnerAddress,

  'account.password_length': passwordLength,
  'account.session_days': session_days,
  'account.browser_session_hours': browserSessionHours,
  'account.code_minutes': () => settings().otp.code_minutes,
  'account.mail_days': mail_days,

  'booking.quote_minutes': quoteMinutes,
  'booking.hold_minutes': holdMinutes,
  'booking.most_holds': maxHolds,
  'booking.least_minutes': windowRules.least_min,
  'booking.step_minutes': windowRules.step_min,
  'booking.most_days': windowRules.most_min / (24 * 60),
  'booking.ahead_days': windowRules.ahead_days,
  'booking.grace_arrival': grace.arrival_min,
  'booking.grace_end': grace.end_min,

  'leads.application_months': leadRetention.application_months,
  'leads.other_years': leadRetention.other_months / 12,
  'leads.file_mb': maxApplication_bytes / (1024 * 1024),
  'leads.demo_minutes': demoMinutes,

  'share.hours': shareHours,
  'photos.unused_hours': unusedPhoto_hours,
  'gate.scan_months': scan_months,
  'notifications.days': notification_days,
  'cart.days': cart_days,
  'wallet_passes.days': walletPass_days,
  'documents.kept_months': documentFileRules.kept_months,

  'cannot_park.times': reportLimit.times,
  'cannot_park.days': reportLimit.days,

  'cancel.regret_minutes': regretMinutes,
  'cancel.strict_hours': strictRefundHours(),
  'cancel.flexible.early': describeRefund('flexible', strictRefundHours() + 1),
  'cancel.flexible.late': describeRefund('flexible', 1),
  'cancel.flexible.after': describeRefund('flexible', -1),
  'cancel.strict.early': describeRefund('strict', strictRefundHours() + 1),
  'cancel.strict.late': describeRefund('strict', 1),
  'cancel.strict.after': describeRefund('strict', -1),

  // Button labels, from the catalogues.
  'button.extend': (language) => actions[language].extend,
  'button.cannot_park': (language) => actions[language].cannot_park,
  'button.find_car': (language) => actions[language].find_car,
  'button.mistake': (language) => parkPages[language].mistake.open,

  ...topUps,
  ...Object.fromEntries(
    Object.entries(premiums).flatMap(([kind, [fee, most]]) => [
      [`documents.${kind}`, naira(fee)],
      [`documents.${kind}_most`, naira(most)],
    ]),
  ),
}

/** Returns the constants formatted for a language. */
export const formatConstants = (language: TextLanguage): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name, typeof value === 'function' ? value(language) : value]),
  )
