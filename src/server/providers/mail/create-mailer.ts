import type { Config } from '#server/config.ts'
import type { Mailer } from './mailer.ts'
import { readSender } from './sender.ts'

/** A mailer for development that sends nothing: mails stay in the outbox and are listed at `/dev/mail`. */
export const createOutboxOnlyMailer = (): Mailer => ({
  keeps: true,
  send: async () => undefined,
  close: async () => undefined,
})

/** Returns an SMTP mailer when `SMTP_URL` is set, otherwise one that leaves mails in the outbox. */
export async function createMailer(config: Config): Promise<Mailer> {
  const { SMTP_URL, MAIL_FROM } = config
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return createOutboxOnlyMailer()
  const { createSmtpMailer } = await import('./smtp.ts')
  return createSmtpMailer(SMTP_URL, () => readSender(MAIL_FROM))
}
