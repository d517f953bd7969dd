import { formatPaperMoment } from '#contract/dates.ts'
import { formatLongDay } from '#contract/days.ts'
import { wordsOfPart, wordsOfSource, type DocumentDetails, type QuoteLine } from '#contract/documents/documents.ts'
import type { Money } from '#contract/fields.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { countryZones } from '#contract/geography.ts'
import { formatMoney, toMajor, toMinor } from '#contract/money.ts'
import { contactAt } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import { writeIssuer, writeReceiptNote } from '#server/output/issuer.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { translate } from '#server/output/translate.ts'

type Sheet = ReturnType<typeof openSheet>
interface Customer {
  first_name: string
  last_name: string | null
  email: string
}
/** What moved between the customer's wallet and a request; `at` is an instant. */
export interface Payment {
  kind: 'document' | 'refund'
  amount: Money
  at: string
}

/** Texts of a receipt in the language and formats of a reader, with times of Nigeria. */
function createWords(locale: Locale) {
  return {
    translate: (key: string, params: Record<string, string | number> = {}) => translate(locale, key, params),
    t: (key: string, params: Record<string, string | number> = {}) =>
      translate(locale, `papers.document_receipt.${key}`, params),
    money: ({ amount, currency }: Money) => formatMoney(amount, currency, locale),
    /** What went back. */
    less: ({ amount, currency }: Money) => formatMoney(-amount, currency, locale),
    when: (at: string) => formatPaperMoment(new Date(at), countryZones.NG, locale, 'zone'),
    day: (day: string) => formatLongDay(day, locale),
  }
}
type Words = ReturnType<typeof createWords>

/** Returns the receipt of a paid request as an A4 PDF: customer, vehicle, lines by document, VAT, payments and refunds. */
export function createDocumentReceipt(
  request: DocumentDetails,
  { customer, payments, url }: { customer: Customer; payments: readonly Payment[]; url: string },
  locale: Locale,
  now = new Date(),
): Promise<Buffer> {
  const words = createWords(locale)
  const { t } = words
  const code = request.number
  const sheet = openSheet({
    title: t('file_title', { code }),
    brand: settings().company.name,
    language: languageIn(locale),
    at: now,
  })
  sheet.head(t('title'))
  writeRequest(sheet, request, customer, url, words)
  writeIssuer(sheet, 'NG', locale)
  writeLines(sheet, request, words)
  writeTotals(sheet, request, words)
  sheet.heading(t('payments'))
  for (const { kind, amount, at } of payments)
    sheet.event(words.when(at), t(kind), kind === 'refund' ? words.less(amount) : words.money(amount), {
      strong: true,
    })
  sheet.heading(t('answers'), 50)
  sheet.text(t('answers_text', { brand: settings().company.name, contact: contactAt(new URL(url).origin) }))
  sheet.text(t('look', { url }), { colour: 'act', link: url })
  writeReceiptNote(sheet, locale)
  const issued = t('issued', { at: words.when(now.toISOString()) })
  return sheet.close((page, pages) => `${code} · ${issued} · ${t('page', { page, pages })}`)
}

function writeRequest(
  sheet: Sheet,
  { number, plate, make, model, form, status, is_example }: DocumentDetails,
  customer: Customer,
  url: string,
  { t, translate: tOf }: Words,
): void {
  const name = [customer.first_name, customer.last_name].filter((part) => part !== null && part !== '').join(' ')
  const vehicle = [make, model, form.year].filter((part) => part !== null && part !== '').join(' ')
  sheet.code(createQrPath(url), sheet.place())
  sheet.facts([{ name: t('number'), lines: [number, tOf(`documents.status.${status}`)], size: 24 }])
  sheet.facts([
    { name: t('vehicle'), lines: [plate ?? '', vehicle] },
    { name: t('customer'), lines: [name, customer.email] },
  ])
  if (is_example) sheet.text(t('example'), { colour: 'soft' })
}

/** The parts of each document under its name, each with where and when its amount was looked up. */
function writeLines(sheet: Sheet, { lines }: DocumentDetails, words: Words): void {
  for (const [kind, parts] of Map.groupBy(lines, (line) => line.kind)) {
    if (kind === null) continue
    sheet.heading(words.translate(kind === 'reinspection' ? 'documents.price.reinspection' : `documents.kinds.${kind}`))
    for (const line of parts) sheet.row(nameOf(line, lines, words), words.money(line.amount))
  }
  const others = lines.filter(({ kind }) => kind === null)
  const isDelivered = others.some(({ part }) => part === 'delivery')
  if (others.length > 0) sheet.heading(words.t(isDelivered ? 'others' : 'tax'))
  for (const line of others) sheet.row(nameOf(line, lines, words), words.money(line.amount))
}

function nameOf(line: QuoteLine, lines: readonly QuoteLine[], { translate: t, day }: Words): string {
  const { source, observed_on } = line
  const name = t(`documents.price.parts.${wordsOfPart(line, lines)}`)
  if (source === null || observed_on === null) return name
  return `${name} · ${t(`documents.price.${wordsOfSource(line)}`, { source, day: day(observed_on) })}`
}

function writeTotals(sheet: Sheet, { total, refunded }: DocumentDetails, { t, money, less }: Words): void {
  if (total === null) return
  sheet.row(t('total'), money(total), { strong: true })
  if (refunded === null) return
  sheet.row(t('refunded'), less(refunded))
  const left_minor = toMinor(total.amount, total.currency)! - toMinor(refunded.amount, refunded.currency)!
  sheet.row(t('cost'), money({ ...total, amount: toMajor(left_minor, total.currency) }), { strong: true })
}
