import { localeOf, type Locale } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { document_mails } from '#i18n/en/emails/document_mails.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { formatTime } from '#server/features/bookings/documents/mails.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { translate } from '#server/output/translate.ts'
import type { RequestRow } from './change-status.ts'

/** What a mail reports; the texts of each topic are in `document_mails` of the catalogue. */
export type RequestMailTopic = keyof (typeof document_mails)['topics']

interface Detail {
  /** What the person who changed the request wrote. */
  reason?: string | undefined
  amount_minor?: bigint | undefined
  /** Further facts, with keys of `document_mails.facts`. */
  facts?: readonly (readonly [keyof (typeof document_mails)['facts'], string])[] | undefined
}

/**
 * Mails the customer of a request what happened, in their language; nothing to an account that was erased. Chassis and engine
 * numbers are never in a mail.
 */
export async function notifyRequestCustomer(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  row: RequestRow,
  {
    topic,
    at: now,
    detail = {},
  }: { topic: RequestMailTopic; at: Date; detail?: Detail | ((locale: Locale) => Detail) },
): Promise<void> {
  const reader = await tx
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .select(['u.email', 'u.language', 'c.code as country_code'])
    .where('u.id', '=', row.user_id)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const language = reader.language as Language
  const locale = localeOf(language, reader.country_code as CountryCode)
  const { reason, amount_minor = 0n, facts = [] } = typeof detail === 'function' ? detail(locale) : detail
  const items = await tx.selectFrom('document_items').select('kind').where('request_id', '=', row.id).execute()
  const params = {
    number: row.number,
    plate: row.plate ?? '',
    amount: formatMinorAmount(amount_minor, 'NGN', locale),
    until: row.quote_expires_at === null ? '' : formatTime(row.quote_expires_at, 'Africa/Lagos', locale),
  }
  const say = (key: string) => translate(locale, `document_mails.${key}`, params)
  const rows: [string, string][] = [
    [say('facts.number'), row.number],
    [say('facts.vehicle'), row.plate ?? ''],
    [say('facts.documents'), items.map(({ kind }) => translate(locale, `documents.kinds.${kind}`)).join(', ')],
    ...(row.total_minor > 0n
      ? [[say('facts.total'), formatMinorAmount(row.total_minor, 'NGN', locale)] as [string, string]]
      : []),
    ...facts.map(([key, value]): [string, string] => [say(`facts.${key}`), value]),
    ...(reason === undefined || reason === '' ? [] : [[say('facts.reason'), reason] as [string, string]]),
  ]
  const blocks = [
    { kind: 'text' as const, text: say(`topics.${topic}.intro`) },
    { kind: 'facts' as const, rows: rows.filter(([, value]) => value !== '') },
    { kind: 'button' as const, label: say('open'), url: `${publicUrl()}/documents/${row.number}` },
  ]
  const content = { subject: say(`topics.${topic}.subject`), title: say(`topics.${topic}.title`), blocks }
  await queueMail(tx, { to: reader.email, language, base: publicUrl(), ...content }, now)
}
