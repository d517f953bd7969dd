import { formatMailMoment } from '#contract/dates.ts'
import type { Locale } from '#contract/formats.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { document_mails } from '#i18n/en/emails/document_mails.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import type { RequestRow } from './change-status.ts'
import type { RequestMailTopic } from './transitions.ts'

interface Detail {
  /** What the person who changed the request wrote. */
  reason?: string | undefined
  amount_minor?: bigint | undefined
  /** Further facts, with keys of `document_mails.facts`. */
  facts?: readonly (readonly [keyof (typeof document_mails)['facts'], string])[] | undefined
}

/** What a mail says beside the request, or how to say it in the reader's words. */
export type MailDetail = Detail | ((locale: Locale) => Detail)

interface RequestMailData {
  request: Pick<RequestRow, 'number' | 'plate' | 'total_minor' | 'quote_expires_at'>
  documents: readonly string[]
  detail: Detail
}

export const requestMails = defineMails<RequestMailData>()<RequestMailTopic>({
  section: 'document_mails',
  prefix: 'topics.',
  recipient: 'the customer of the request',
  event: 'document_requests',
  kinds: {
    begun: { cause: 'staff begin a request for a customer who wrote to us' },
    waiting: { cause: 'a quote is asked for, and a fee is not in the list yet' },
    incomplete: { cause: 'a request that waited for a fee is no longer complete' },
    quoted: { cause: 'a request that waited for a fee has its quote' },
    quote_expired: { cause: 'a quote was not paid in time' },
    paid: { cause: 'a request is paid' },
    asked: { cause: 'staff ask the customer for something' },
    still_asked: { cause: 'the customer has not yet sent what staff asked for' },
    inspection_booked: { cause: 'the customer books an inspection' },
    inspection_reminder: { cause: 'an inspection is near' },
    inspection_passed: { cause: 'the vehicle passes its inspection' },
    inspection_failed: { cause: 'the vehicle does not pass its inspection' },
    with_agency: { cause: 'the documents are handed to the agency' },
    issued: { cause: 'all documents are issued' },
    partly_issued: { cause: 'some of the documents are issued' },
    rejected: { cause: 'the agency rejects the request' },
    dispatched: { cause: 'the documents are handed to a courier' },
    ready_for_pickup: { cause: 'the documents can be collected' },
    delivered: { cause: 'the documents are handed over' },
    cancelled: { cause: 'a request is cancelled before the documents are with the agency' },
    refunded: { cause: 'a rejected request is refunded' },
    part_refunded: { cause: 'the fee of a document that was not issued is refunded' },
  },
  toParams: ({ request: { number, plate, quote_expires_at }, detail: { amount_minor = 0n } }, { locale }) => ({
    number,
    plate: plate ?? '',
    amount: formatMinorAmount(amount_minor, 'NGN', locale),
    until: quote_expires_at === null ? '' : formatMailMoment(quote_expires_at, 'Africa/Lagos', locale),
  }),
  write: (_kind, { request, documents, detail: { reason = '', facts = [] } }, { locale, base, t, tShared }) => {
    const fact = (key: keyof (typeof document_mails)['facts'], value: string): [string, string] => [
      tShared(`facts.${key}`),
      value,
    ]
    const rows = [
      fact('number', request.number),
      fact('vehicle', request.plate ?? ''),
      fact('documents', documents.map((kind) => translate(locale, `documents.kinds.${kind}`)).join(', ')),
      ...(request.total_minor > 0n ? [fact('total', formatMinorAmount(request.total_minor, 'NGN', locale))] : []),
      ...facts.map(([key, value]) => fact(key, value)),
      fact('reason', reason),
    ]
    return {
      blocks: [
        { kind: 'text', text: t('intro') },
        { kind: 'facts', rows: rows.filter(([, value]) => value !== '') },
        {
          kind: 'button',
          label: tShared('open'),
          url: base + pagePath('documentRequest', { request: request.number }),
        },
      ],
    }
  },
})

/**
 * Mails the customer of a request what happened, in their language; nothing to an account that was erased. Chassis and engine
 * numbers are never in a mail.
 */
export async function notifyRequestCustomer(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  row: RequestRow,
  { topic, at: now, detail = {} }: { topic: RequestMailTopic; at: Date; detail?: MailDetail | undefined },
): Promise<void> {
  const reader = await tx
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .select(['u.email', 'u.language', 'c.code as country_code'])
    .where('u.id', '=', row.user_id)
    .where('u.erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const locale = accountLocale(reader.language as Language, reader.country_code as CountryCode)
  const items = await tx.selectFrom('document_items').select('kind').where('request_id', '=', row.id).execute()
  const data = {
    request: row,
    documents: items.map(({ kind }) => kind),
    detail: typeof detail === 'function' ? detail(locale) : detail,
  }
  await queueMail(tx, requestMails, { kind: topic, to: reader.email, locale, base: publicUrl(), data }, now)
}
