import type { Mailer } from './mailer.ts'

/** Development's mailer: sends nothing; the mail stays in the outbox, where `/dev/mail` reads it. */
export const createKeptMailer = (): Mailer => ({
  keeps: true,
  send: async () => undefined,
  close: async () => undefined,
})
