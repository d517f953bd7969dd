import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'
import { writeHtml, writeText, type MailContent } from './mail-format.ts'

export type { MailBlock, MailContent } from './mail-format.ts'

/**
 * Puts a mail into the outbox within the transaction that causes it: it goes out after the commit, and never without it.
 * Sentences come already in `language`, the reader's; values in them may be anything, both forms are escaped here.
 */
export async function queueMail(
  tx: Tx,
  mail: MailContent & { to: string; language: Language; subject: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: newId(now.getTime()),
      to_address: mail.to,
      subject: mail.subject.replaceAll(/\s+/g, ' ').trim(),
      text: writeText(mail, mail.language),
      html: writeHtml(mail, mail.language),
      created_at: now,
      next_attempt_at: now,
    })
    .execute()
}
