import type { CashCount } from '#contract/cash/cash.ts'
import type { ShiftRecord } from '#contract/cash/desk/shifts.ts'
import { formatPaperMoment } from '#contract/dates.ts'
import type { Money } from '#contract/fields.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { formatMoney, toMajor, type Currency } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import { writeIssuer } from '#server/output/issuer.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { translate } from '#server/output/translate.ts'
import type { ShiftTax } from './figures.ts'

interface Facts {
  shift: ShiftRecord
  taxes: readonly ShiftTax[]
  country_code: CountryCode
  opening_count: unknown
  closing_count: unknown
  locale: Locale
}

/** Draws the Z report of a closed shift as an A4 PDF: its figures never change, so that every copy is the same. */
export function drawZReport({ shift, taxes, country_code, opening_count, closing_count, locale }: Facts) {
  const currency = shift.currency as Currency
  const t = (key: string, params: Record<string, string | number> = {}) =>
    translate(locale, `papers.z_report.${key}`, params)
  const money = ({ amount }: Money) => formatMoney(amount, currency, locale)
  const when = (at: string) => formatPaperMoment(new Date(at), shift.timezone, locale, 'zone')
  const closed_at = shift.closed_at!
  const { register, branch, number } = shift
  const sheet = openSheet({
    title: t('file_title', { register, number }),
    brand: settings().company.name,
    language: languageIn(locale),
    at: new Date(closed_at),
  })
  sheet.head(t('title', { number }))
  sheet.facts([
    { name: t('register'), lines: [register, branch], size: 16 },
    { name: t('opened'), lines: [when(shift.opened_at), shift.operator ?? ''] },
    { name: t('closed'), lines: [when(closed_at)] },
  ])
  writeIssuer(sheet, country_code, locale, settings().company)
  sheet.heading(t('sales'))
  sheet.row(t('count'), formatNumber(shift.sales, locale))
  if (shift.parking_count > 0) sheet.row(t('parking', { count: shift.parking_count }), money(shift.parking))
  sheet.row(t('cash'), money(shift.cash_sales))
  sheet.row(t('terminal'), money(shift.terminal_sales))
  if (shift.mobile_sales.amount !== 0) sheet.row(t('mobile_money'), money(shift.mobile_sales))
  if (shift.wallet_sales.amount !== 0) sheet.row(t('wallet'), money(shift.wallet_sales))
  if (shift.rounding.amount !== 0) sheet.row(t('rounding'), money(shift.rounding))
  for (const { name, name_fr, amount_minor } of taxes) {
    const amount = toMajor(BigInt(amount_minor), currency)
    sheet.row(t('tax', { name: locale.startsWith('fr') ? name_fr : name }), money({ amount, currency }))
  }
  sheet.row(t('refunds', { count: shift.refund_count }), money(shift.refunds))
  sheet.heading(t('drawer'))
  sheet.row(t('opening_cash'), money(shift.opening_cash))
  sheet.row(t('cash_in'), money(shift.cash_in))
  if (shift.courier_cash.amount > 0) sheet.row(t('courier_cash'), money(shift.courier_cash))
  sheet.row(t('cash_out'), money(shift.cash_out))
  sheet.row(t('expected'), money(shift.expected), { strong: true })
  sheet.row(t('counted'), money(shift.counted!), { strong: true })
  sheet.row(t('discrepancy'), money(shift.discrepancy!), { strong: true })
  if (shift.discrepancy_reason !== null) sheet.text(t('reason', { reason: shift.discrepancy_reason }))
  if (shift.approved_at !== null)
    sheet.text(
      t('approved', { name: shift.approved_by ?? '', at: when(shift.approved_at), note: shift.approval_note! }),
    )
  for (const [title, count] of [
    [t('opening_count'), opening_count],
    [t('closing_count'), closing_count],
  ] as const) {
    const pieces = Object.entries(count as CashCount).filter(([, held]) => held > 0)
    if (pieces.length === 0) continue
    sheet.heading(title)
    for (const [value, held] of pieces.toSorted(([a], [b]) => Number(b) - Number(a))) {
      const piece = toMajor(BigInt(value), currency)
      const label = `${formatNumber(held, locale)} × ${money({ amount: piece, currency })}`
      sheet.row(label, money({ amount: toMajor(BigInt(value) * BigInt(held), currency), currency }))
    }
  }
  return sheet.close((page, pages) => t('page', { page, pages }))
}
