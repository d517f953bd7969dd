import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { writeHtml, writeText, type MailContent } from './mail-format.ts'

export type { MailBlock } from './mail-format.ts'

type Mail = MailContent & {
  to: string
  language: Language
  subject: string
  /** The last one to this address: deleted once it is sent. */
  isLast?: boolean
}

/**
 * Adds a mail to the outbox within the caller's transaction, so that it is sent only after the commit. Sentences are
 * already in the reader's language; values are escaped here.
 */
export const queueMail = (tx: Tx, mail: Mail, now: Date): Promise<void> => queueMails(tx, [mail], now)

export async function queueMails(tx: Tx, mails: readonly Mail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  const of = <T>(value: (mail: Mail) => T): T[] => mails.map(value)
  await sql`
    insert into mails (id, to_address, subject, text, html, unsubscribe_url, calendar, booking_id, is_last, created_at, next_attempt_at)
    select m.*, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${of(() => newId(now.getTime()))}::uuid[], ${of(({ to }) => to)}::text[],
      ${of(({ subject }) => subject.replaceAll(/[\r\n\t ]+/g, ' ').trim())}::text[], ${of((mail) => writeText(mail, mail.language))}::text[],
      ${of((mail) => writeHtml(mail, mail.language))}::text[], ${of((mail) => mail.unsubscribe_url ?? null)}::text[],
      ${of((mail) => mail.calendar ?? null)}::text[], ${of((mail) => mail.booking_id ?? null)}::uuid[], ${of((mail) => mail.isLast === true)}::boolean[]) as m`.execute(
    tx,
  )
}
