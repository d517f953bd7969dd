import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import { writeHtml, writeText, type MailContent } from './mail-format.ts'

export type { MailBlock } from './mail-format.ts'

type Mail = MailContent & { to: string; language: Language; subject: string }

/**
 * Puts a mail into the outbox within the transaction that causes it: it goes out after the commit, and never without it.
 * Sentences come already in `language`, the reader's; values in them may be anything, both forms are escaped here.
 */
export const queueMail = (tx: Tx, mail: Mail, now: Date): Promise<void> => queueMails(tx, [mail], now)

export async function queueMails(tx: Tx, mails: readonly Mail[], now: Date): Promise<void> {
  if (mails.length === 0) return
  await tx
    .insertInto('mails')
    .values(
      mails.map((mail) => ({
        id: newId(now.getTime()),
        to_address: mail.to,
        subject: mail.subject.replaceAll(/\s+/g, ' ').trim(),
        text: writeText(mail, mail.language),
        html: writeHtml(mail, mail.language),
        unsubscribe_url: mail.unsubscribe_url ?? null,
        calendar: mail.calendar ?? null,
        created_at: now,
        next_attempt_at: now,
      })),
    )
    .execute()
}
