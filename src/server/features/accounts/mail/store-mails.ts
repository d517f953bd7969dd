import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { isGuestAddress } from '#server/guest-address.ts'
import { writeHtml, writeText, type MailContent } from './mail-format.ts'

/** What a mail says below its title, and what goes with it. */
export type MailBody = Omit<MailContent, 'title' | 'base'> & {
  /** The address is of no other use, such as the last one to an erased account: it is deleted once the mail is sent. */
  isLast?: boolean
}

export type StoredMailContent = MailBody & MailContent & { to: string; locale: Locale; subject: string }

/** Adds written mails to the outbox; their sentences are in the reader's language, values are escaped here. */
export async function storeMails(tx: Tx, all: readonly StoredMailContent[], now: Date): Promise<void> {
  const mails = all.filter(({ to }) => !isGuestAddress(to))
  if (mails.length === 0) return
  const of = <T>(value: (mail: StoredMailContent) => T): T[] => mails.map(value)
  await sql`
    insert into mails (id, to_address, subject, text, html, unsubscribe_url, calendar, booking_id, is_last, file, file_name, created_at, next_attempt_at)
    select m.*, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${of(() => newId(now.getTime()))}::uuid[], ${of(({ to }) => to)}::text[],
      ${of(({ subject }) => subject.replaceAll(/[\r\n\t ]+/g, ' ').trim())}::text[], ${of((mail) => writeText(mail, mail.locale))}::text[],
      ${of((mail) => writeHtml(mail, mail.locale))}::text[], ${of((mail) => mail.unsubscribe_url ?? null)}::text[],
      ${of((mail) => mail.calendar ?? null)}::text[], ${of((mail) => mail.booking_id ?? null)}::uuid[], ${of((mail) => mail.isLast === true)}::boolean[],
      ${of((mail) => mail.file?.content ?? null)}::bytea[], ${of((mail) => mail.file?.name ?? null)}::text[]) as m`.execute(
    tx,
  )
}
