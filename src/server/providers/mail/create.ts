import { brand } from '#brand.ts'
import type { Config } from '#server/config.ts'
import { createKeptMailer } from './kept.ts'
import type { Mailer } from './mailer.ts'

/** SMTP where it is set; else the mails stay in the outbox, where `/dev/mail` reads them. */
export async function createMailer(config: Config): Promise<Mailer> {
  if (config.SMTP_URL === undefined) return createKeptMailer()
  const { createSmtpMailer } = await import('./smtp.ts')
  return createSmtpMailer(config.SMTP_URL, config.MAIL_FROM ?? brand.mailFrom)
}
