import { formatLongDate, formatMomentOfMonth, formatZonedDateTime, zoneName } from '#contract/dates.ts'
import { formatMonth } from '#contract/days.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import { settings } from '#contract/settings/settings.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { translate } from '#server/output/translate.ts'
import { describeEntry, formatMinorAmount } from '../texts.ts'

interface StatementEntry {
  kind: string
  label: string
  amount_minor: bigint
  created_at: Date
}

/** One month of a wallet account. `opening_minor` is the balance at the start of the month. */
export interface MonthlyStatement {
  month: string
  currency: Currency
  zone: string
  from: Date
  to: Date
  holder: { first_name: string; last_name: string | null; email: string }
  opening_minor: bigint
  lines: readonly StatementEntry[]
  now: Date
  /** Where people reach us: an email address or a page. */
  contact: string
}

/** The month's credits, debits and closing balance, in minor units. */
export function calculateTotals({ opening_minor, lines }: Pick<MonthlyStatement, 'opening_minor' | 'lines'>) {
  const sum = (amounts: readonly StatementEntry[]) =>
    amounts.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  const in_minor = sum(lines.filter(({ amount_minor }) => amount_minor > 0n))
  const out_minor = sum(lines.filter(({ amount_minor }) => amount_minor < 0n))
  return { in_minor, out_minor, closing_minor: opening_minor + in_minor + out_minor }
}

/** Renders a month's statement as PDF (A4): opening and closing balance, every entry with its balance, totals. */
export function renderStatement(month: MonthlyStatement, locale: Locale): Promise<Buffer> {
  const language = languageIn(locale)
  const { currency, zone, from, to, holder, opening_minor, lines, now } = month
  const t = (key: string, params: Record<string, string | number> = {}) =>
    translate(locale, `papers.statement.${key}`, params)
  const day = (at: Date) => formatLongDate(at, zone, locale)
  const issued = formatZonedDateTime(now, zone, locale)
  const name = formatMonth(month.month, locale)
  const money = (amount_minor: bigint) => formatMinorAmount(amount_minor, currency, locale)
  const moved = (amount_minor: bigint) => formatMinorAmount(amount_minor, currency, locale, { sign: 'always' })
  const { in_minor, out_minor, closing_minor } = calculateTotals(month)
  const isOver = to <= now

  const sheet = openSheet({
    title: t('file_title', { month: name }),
    brand: settings().company.name,
    language,
    at: now,
  })
  sheet.head(t('title'))
  const person = [holder.first_name, holder.last_name].filter((part) => part !== null && part !== '').join(' ')
  sheet.facts([
    { name: t('month'), lines: [name, ...(isOver ? [] : [t('running')])], size: 16 },
    { name: t('holder'), lines: [person, holder.email] },
    { name: t('currency'), lines: [currency] },
  ])
  sheet.heading(t('summary'))
  sheet.row(t('opening', { day: day(from) }), money(opening_minor))
  sheet.row(t('in'), moved(in_minor))
  sheet.row(t('out'), moved(out_minor))
  const closing = isOver ? t('closing', { day: day(new Date(to.getTime() - 1)) }) : t('closing_now')
  sheet.row(closing, money(closing_minor), { strong: true })
  sheet.heading(t('lines'))
  if (lines.length === 0) sheet.text(t('nothing'))
  else sheet.entry([t('when'), t('what'), t('amount'), t('balance')], { head: true })
  let held_minor = opening_minor
  for (const { kind, label, amount_minor, created_at } of lines) {
    held_minor += amount_minor
    const what = describeEntry(kind, label, locale)
    sheet.entry([formatMomentOfMonth(created_at, zone, locale), what, moved(amount_minor), money(held_minor)])
  }
  sheet.gap(8)
  sheet.text(t('zone', { zone: zoneName(from, zone, locale) }), { colour: 'soft' })
  sheet.text(t('other'), { colour: 'soft' })
  sheet.text(t('questions', { contact: month.contact }), { colour: 'soft' })
  return sheet.close((page, pages) => `${t('issued', { at: issued })} · ${t('page', { page, pages })}`)
}
