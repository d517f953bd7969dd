/**
 * `id` is the outbox's and identifies a mail that is sent again after a failure. Only optional mails have an
 * `unsubscribe_url`.
 */
export interface Mail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  unsubscribe_url?: string | null
  /** An attached calendar file (RFC 5545). */
  calendar?: string | null
  /** An attached file; its name ends with its kind. */
  file?: { name: string; content: Buffer } | undefined
  /** PNG shown within the HTML, which refers to it as `cid:` and its id. */
  image?: { id: string; content: Buffer } | undefined
}

/** Sends mails; `send` rejects when the mail server does not accept one. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
  /** True when nothing is sent: the outbox then keeps the contents of its mails. */
  readonly keeps?: boolean
}
