import { formatLongDate, formatMomentOfMonth, formatZonedDateTime, zoneName } from '#contract/dates.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { formatMoney, toMajor } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { settings } from '#contract/settings/settings.ts'
import { writeIssuer } from '#server/output/issuer.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { translate } from '#server/output/translate.ts'
import type { StatedLine, StatementFacts } from './statement-facts.ts'

interface Facts {
  statement: StatementFacts
  lines: readonly StatedLine[]
  locale: Locale
}

/** Draws a payee’s statement as A4 PDF: its sums, our commission with the taxes on it as an invoice, and each line. */
export function drawStatement({ statement, lines, locale }: Facts): Promise<Buffer> {
  const { currency, timezone, number, country, payee, closed_at } = statement
  const t = (key: string, params: Record<string, string | number> = {}) =>
    translate(locale, `papers.payout_statement.${key}`, params)
  const money = (minor: bigint) => formatMoney(toMajor(minor, currency), currency, locale)
  const percent = (rate: number) => formatNumber(rate / 1_000, locale)
  const day = (at: Date) => formatLongDate(at, timezone, locale)
  const lastDay = day(new Date(statement.period_until.getTime() - 1))
  const sheet = openSheet({
    title: t('file_title', { number }),
    brand: settings().company.name,
    language: languageIn(locale),
    at: closed_at,
  })
  sheet.head(t('title'))
  sheet.facts([
    { name: t('number'), lines: [number], size: 12 },
    { name: t('period'), lines: [t('from_until', { from: day(statement.period_from), until: lastDay })] },
    {
      name: t('payee'),
      lines: [
        payee.legal_name ?? payee.name,
        ...(payee.address?.split('\n') ?? []),
        ...(payee.tax_number === null ? [] : [t('tax_number', { number: payee.tax_number })]),
      ],
    },
  ])
  writeIssuer(sheet, country, locale, settings().company)
  sheet.heading(t('summary'))
  sheet.row(t('opening'), money(statement.opening_minor))
  sheet.row(t('sales'), money(statement.sales_minor))
  if (statement.refunds_minor !== 0n) sheet.row(t('refunds'), money(statement.refunds_minor))
  sheet.row(t('commission'), money(-statement.commission_minor))
  for (const { code, rate, amount_minor } of statement.taxes)
    sheet.row(t('tax', { code: code.toUpperCase(), rate: percent(rate) }), money(-BigInt(amount_minor)))
  if (statement.other_minor !== 0n) sheet.row(t('other'), money(statement.other_minor))
  if (statement.paid_minor !== 0n) sheet.row(t('paid'), money(statement.paid_minor))
  sheet.row(t('closing', { day: lastDay }), money(statement.closing_minor), { strong: true })
  sheet.text(t('invoice', { commission: money(statement.commission_minor), tax: money(statement.tax_minor) }), {
    colour: 'soft',
  })
  sheet.heading(t('lines'))
  sheet.entry([t('when'), t('what'), t('amount'), t('fee')], { head: true })
  for (const { at, kind, subject, place, gross_minor, commission_minor } of lines) {
    const what = [translate(locale, `papers.payout_statement.kinds.${kind}`), subject, place]
      .filter((part) => part !== null)
      .join(' · ')
    sheet.entry([formatMomentOfMonth(at, timezone, locale), what, money(gross_minor), money(-commission_minor)])
  }
  if (statement.line_count > lines.length) sheet.text(t('more', { count: statement.line_count - lines.length }))
  sheet.gap(8)
  sheet.text(t('zone', { zone: zoneName(closed_at, timezone, locale) }), { colour: 'soft' })
  const issued = formatZonedDateTime(closed_at, timezone, locale)
  return sheet.close((page, pages) => `${t('issued', { at: issued })} · ${t('page', { page, pages })}`)
}
