import type { Config } from '#server/config.ts'
import type { Mailer } from './mailer.ts'

/** A mailer for development that sends nothing: mails stay in the outbox and are listed at `/dev/mail`. */
export const createOutboxOnlyMailer = (): Mailer => ({
  keeps: true,
  send: async () => undefined,
  close: async () => undefined,
})

/** Returns an SMTP mailer when `SMTP_URL` is set, with `MAIL_FROM`, otherwise one that leaves mails in the outbox. */
export async function createMailer(config: Config): Promise<Mailer> {
  if (config.SMTP_URL === undefined || config.MAIL_FROM === undefined) return createOutboxOnlyMailer()
  const { createSmtpMailer } = await import('./smtp.ts')
  return createSmtpMailer(config.SMTP_URL, config.MAIL_FROM)
}
