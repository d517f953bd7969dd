export type Mail = { to: string; subject: string; text: string; html: string }

/** Hands a mail to the mail server; throws when it did not take it. Development's mailer keeps nothing: `/dev/mail` reads the outbox. */
export type Mailer = { send(mail: Mail): Promise<void>; close(): Promise<void> }
