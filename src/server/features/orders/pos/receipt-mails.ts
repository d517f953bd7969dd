import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import type { mailReceipt as mailEndpoint } from '#contract/orders/desk/receipt-mails.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { countAttemptWithin, type Limit } from '#server/features/accounts/login/attempts.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { accountLocale } from '#server/output/translate.ts'
import { receipt } from '../documents/order-receipt.ts'
import type { createOrderReceipt } from '../documents/receipt.ts'
import { getDetailsWhere } from '../queries.ts'
import { findOrderId, type Staff } from '../staff/staff-order.ts'

interface ReceiptMailData {
  order_number: string
  branch: string
  currency: Currency
  total_minor: bigint
  file: Buffer
  /** The address belongs to an account, which stays. */
  hasAccount: boolean
}

export const receiptMails = defineMails<ReceiptMailData>()({
  section: 'receipt_mails',
  recipient: 'whoever asks for it at the counter',
  event: 'order_money',
  kinds: { receipt: { cause: 'a counter emails a receipt' } },
  toParams: ({ order_number, branch, total_minor, currency }, { locale }) => ({
    number: order_number,
    branch,
    amount: formatMinorAmount(total_minor, currency, locale),
  }),
  write: (_kind, { order_number, file, hasAccount }, { base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      ...(hasAccount
        ? [{ kind: 'button' as const, label: t('open'), url: base + pagePath('order', { order: order_number }) }]
        : [{ kind: 'note' as const, text: t('once') }]),
    ],
    file: { name: `parkwell-${order_number}.pdf`, content: file },
    // An address that was typed at the counter is deleted with the mail.
    isLast: !hasAccount,
  }),
})

/** So many receipts go to one address, for one order, and from one person in an hour. The address itself is not stored. */
const limitsOf = (email: string, order_id: string, user_id: string): Limit[] => [
  { kind: 'receipt_address', subject: createHash('sha256').update(email).digest('hex'), most: 10, minutes: 60 },
  { kind: 'receipt_order', subject: order_id, most: 5, minutes: 60 },
  { kind: 'receipt_person', subject: user_id, most: 120, minutes: 60 },
]

/** A receipt as it is sent, drawn before the transaction; `prints` is its number among those of its order. */
export interface DrawnReceipt {
  order_id: string
  to: string
  locale: Locale
  prints: number
  data: ReceiptMailData
}

/**
 * Draws the receipt of a paid order in its reader's language. Throws `not_found`, `order_state` for one that is not paid,
 * `overloaded`, and 422 without an address.
 */
export async function drawReceipt(
  deps: Deps,
  { scope, language, now }: Pick<Staff, 'scope' | 'language' | 'now'>,
  handle: string,
  { email, language: chosen }: ParsedBody<typeof mailEndpoint>,
): Promise<DrawnReceipt> {
  const { db } = deps
  const order_id = await findOrderId(db, handle, scope)
  const row = await db
    .selectFrom('orders as o')
    .innerJoin('branches as b', 'b.id', 'o.branch_id')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'o.user_id').on('u.erased_at', 'is', null))
    .leftJoin('receipt_prints as p', 'p.order_id', 'o.id')
    .select([
      'o.order_number',
      'o.currency',
      'o.total_minor',
      'o.payment_status',
      'b.name as branch',
      'c.code as country',
    ])
    .select(['u.email', 'u.first_name', 'u.last_name', 'u.language', 'p.prints'])
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow()
  if (row.payment_status !== 'paid') throw new AppError('order_state')
  const to = email ?? row.email
  if (to === null) throw fieldError('email', 'required')
  const isOwn = to === row.email
  const reader = ((isOwn ? row.language : chosen) ?? language) as Language
  const locale = accountLocale(languageIn(reader), row.country as CountryCode)
  const details = await getDetailsWhere(db, sql`o.id = ${order_id}::uuid`, { locale, now })
  const customer = isOwn ? { first_name: row.first_name!, last_name: row.last_name, email: to } : null
  const prints = (row.prints ?? 0) + 1
  const url = deps.publicUrl() + pagePath('order', { order: row.order_number })
  const file = await deps.workers.documents.run<typeof createOrderReceipt>(receipt, details, customer, {
    locale,
    url,
    copies: prints - 1,
  })
  const { order_number, branch, total_minor } = row
  const currency = row.currency as Currency
  const data = { order_number, branch, currency, total_minor, file: Buffer.from(file), hasAccount: isOwn }
  return { order_id, to, locale, prints, data }
}

/**
 * Counts the receipt as a print and puts it into the outbox. Throws `too_many_requests`, and `changed_meanwhile` where another
 * one was printed meanwhile, whose number it has.
 */
export async function mailReceipt(
  tx: Tx,
  deps: Deps,
  { user_id, now }: Pick<Staff, 'user_id' | 'now'>,
  { order_id, to, locale, prints, data }: DrawnReceipt,
): Promise<Audited<{ prints: number }>> {
  await countAttemptWithin(tx, deps, limitsOf(to, order_id, user_id), 'too_many_attempts')
  const { rows } = await sql<{ prints: number; branch_id: string }>`
    insert into receipt_prints as p (order_id, prints) values (${order_id}::uuid, 1)
    on conflict (order_id) do update set prints = p.prints + 1
    returning prints, (select branch_id from orders o where o.id = p.order_id) as branch_id`.execute(tx)
  const counted = rows[0]!
  if (counted.prints !== prints) throw new AppError('changed_meanwhile')
  await queueMail(tx, receiptMails, { kind: 'receipt', to, locale, base: deps.publicUrl(), data }, now)
  const change = { kind: 'order', id: order_id, branch_id: counted.branch_id, after: { receipt_mailed: prints } }
  return { answer: { prints }, changes: [change] }
}
