import { formatPaperMoment } from '#contract/dates.ts'
import type { Money } from '#contract/fields.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { formatMoney, toMajor, toMinor } from '#contract/money.ts'
import { formatPercent } from '#contract/numbers.ts'
import type { OrderDetails, OrderLine } from '#contract/orders/orders.ts'
import { contactAt } from '#contract/settings/company.ts'
import { settings, type Settings } from '#contract/settings/settings.ts'
import { writeIssuer, writeReceiptNote } from '#server/output/issuer.ts'
import { openSheet } from '#server/output/pdf-sheet.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { translate } from '#server/output/translate.ts'
import { describeBay } from '../describe-bay.ts'

type Sheet = ReturnType<typeof openSheet>
interface Customer {
  first_name: string
  last_name: string | null
  email: string
}

/** Texts of an order's receipt in the language and formats of a reader, with times in the branch's zone. */
function createWords(timeZone: string, locale: Locale) {
  return {
    locale,
    t: (key: string, params: Record<string, string | number> = {}) =>
      translate(locale, `papers.order_receipt.${key}`, params),
    money: ({ amount, currency }: Money) => formatMoney(amount, currency, locale),
    /** What is taken off. */
    less: ({ amount, currency }: Money) => formatMoney(-amount, currency, locale),
    when: (at: string) => formatPaperMoment(new Date(at), timeZone, locale, 'zone'),
    percent: (percent: number) => formatPercent(percent, locale),
  }
}
type Words = ReturnType<typeof createWords>

/** Returns an order's receipt as an A4 PDF: branch, customer, issuer, lines, discounts, taxes by rate, payments and refunds. */
export function createOrderReceipt(
  order: OrderDetails,
  /** Null for a sale without an account, whose page nobody can open. */
  customer: Customer | null,
  {
    locale,
    url,
    copies = 0,
    now = new Date(),
    company = settings().company,
  }: { locale: Locale; url: string; copies?: number; now?: Date; company?: Settings['company'] },
): Promise<Buffer> {
  const words = createWords(order.branch.timezone, locale)
  const { t } = words
  const code = order.order_number
  const language = languageIn(locale)
  const sheet = openSheet({ title: t('file_title', { code }), brand: settings().company.name, language, at: now })
  sheet.head(copies === 0 ? t('title') : t('copy', { number: copies }))
  writeOrder(sheet, order, customer, url, words)
  writeIssuer(sheet, order.branch.country_code, locale, company)
  writeLines(sheet, order, words)
  writeTotals(sheet, order, words)
  writePayments(sheet, order, words)
  sheet.heading(t('answers'), 50)
  sheet.text(t('answers_text', { brand: settings().company.name, contact: contactAt(new URL(url).origin) }))
  if (customer !== null) sheet.text(t('look', { url }), { colour: 'act', link: url })
  writeReceiptNote(sheet, locale)
  const issued = t('issued', { at: words.when(now.toISOString()) })
  return sheet.close((page, pages) => `${code} · ${issued} · ${t('page', { page, pages })}`)
}

function writeOrder(sheet: Sheet, order: OrderDetails, customer: Customer | null, url: string, words: Words): void {
  const { t, when, locale } = words
  const { branch, order_number, token, order_type, slot, destination } = order
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
  sheet.code(createQrPath(url), sheet.place())
  sheet.facts([{ name: t('number'), lines: [order_number, t('token', { token })], size: 24 }])
  sheet.facts([
    { name: t('branch'), lines: [branch.name, `${branch.address}, ${branch.city}`] },
    ...(customer === null ? [] : [{ name: t('customer'), lines: [name, customer.email] }]),
  ])
  const place =
    destination === null
      ? []
      : destination.kind === 'address'
        ? [`${destination.line}, ${destination.city}`]
        : [
            [destination.park_name ?? destination.park_code, describeBay(destination, locale)]
              .filter(Boolean)
              .join(', '),
          ]
  sheet.facts([{ name: t(order_type), lines: [when(slot.starts_at), ...place] }])
  if (order.replaces !== null)
    sheet.text(t('replaces', { name: order.replaces.name, number: order.replaces.order_number }))
  else if (order.amends !== null) sheet.text(t('amends', { number: order.amends }))
  for (const { order_number: number, line_id, quantity: count } of order.substitutions.filter(({ is_done }) => is_done))
    sheet.text(t('replaced_by', { number, count, item: order.lines.find(({ id }) => id === line_id)?.item.name ?? '' }))
  const replacing = new Set(order.substitutions.map((substitution) => substitution.order_number))
  for (const number of order.amended_by) if (!replacing.has(number)) sheet.text(t('amended_by', { number }))
  if (order.is_example) sheet.text(t('example'), { colour: 'soft' })
}

const nameOf = ({ quantity, item, variation, extras }: OrderLine): string =>
  `${quantity} × ${[item.name, variation, ...extras.map((extra) => extra.name)].filter((part) => part !== null).join(', ')}`

/** In the terms of the branch's prices: the price before offers, and what offers take off. */
function writeLines(sheet: Sheet, { lines }: OrderDetails, { t, money, less }: Words): void {
  sheet.heading(t('items'))
  for (const line of lines) {
    const { amount, currency } = line.unit
    const whole_minor = toMinor(amount, currency)! * BigInt(line.quantity)
    sheet.row(nameOf(line), money({ amount: toMajor(whole_minor, currency), currency }))
    if (line.offer !== null && line.offer.amount.amount > 0)
      sheet.row(t('offer', { name: line.offer.name }), less(line.offer.amount))
  }
}

function writeTotals(sheet: Sheet, order: OrderDetails, { t, money, less, percent }: Words): void {
  const { amounts, promo_code, total, refunded } = order
  // Without a coupon it is what the counter took off.
  if (amounts.coupon.amount > 0)
    sheet.row(promo_code === null ? t('discount') : t('coupon', { code: promo_code }), less(amounts.coupon))
  if (amounts.delivery_charge !== null) sheet.row(t('delivery'), money(amounts.delivery_charge))
  const taxes = amounts.taxes.map((tax) => ({
    name: tax.percent === null ? tax.name : `${tax.name} ${percent(tax.percent)}`,
    amount: tax.amount,
  }))
  if (!amounts.includes_tax) for (const { name, amount } of taxes) sheet.row(name, money(amount))
  sheet.row(t('total'), money(total), { strong: true })
  if (amounts.includes_tax) for (const { name, amount } of taxes) sheet.row(t('contains', { name }), money(amount))
  if (refunded.amount === 0) return
  sheet.row(t('refunded'), less(refunded))
  const left_minor = toMinor(total.amount, total.currency)! - toMinor(refunded.amount, refunded.currency)!
  sheet.row(t('cost'), money({ ...total, amount: toMajor(left_minor, total.currency) }), { strong: true })
}

function writePayments(sheet: Sheet, { payments, refunds }: OrderDetails, { t, money, less, when }: Words): void {
  sheet.heading(t('payments'))
  for (const { method, amount, at } of payments) sheet.event(when(at), t(method), money(amount), { strong: true })
  for (const { number, amount, reason, at } of refunds)
    sheet.event(when(at), [t('refund', { number }), reason].filter(Boolean).join(' · '), less(amount), {
      strong: true,
    })
}
