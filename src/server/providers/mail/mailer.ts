/**
 * `id` is the outbox's: the same mail sent a second time after a failure can be told as such. A mail with an
 * `unsubscribe_url` is one that the reader may do without.
 */
export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribe_url?: string | null
  /** A calendar file (RFC 5545) that goes with it. */
  calendar?: string | null
}

/** Hands a mail to the mail server; throws when it did not take it. */
export type Mailer = {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
  /** True where nothing is sent and the outbox is the mailbox: it then keeps the contents. */
  readonly keeps?: boolean
}
