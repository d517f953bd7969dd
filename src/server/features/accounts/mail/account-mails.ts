import { contactAt } from '#brand.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/output/translate.ts'
import type { Account } from '../queries.ts'
import { queueMail, type MailBlock } from './queue-mail.ts'

/** Recipient, language, base URL of links and time of a mail. */
export interface MailContext {
  to: string
  language: Language
  base: string
  now: Date
}

/** Returns the context of a mail to an account, in its language. */
export const toMailContext = (
  deps: Deps,
  { email, language }: Pick<Account, 'email' | 'language'>,
  now: Date,
): MailContext => ({
  to: email,
  language: language as Language,
  base: deps.publicUrl(),
  now,
})

/** `no_password`: no password was kept, because several registrations disagreed. */
export const mailVerifyCode = (tx: Tx, mail: MailContext, code: string, no_password: boolean) =>
  send(tx, mail, 'verify_email', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'button', label: say('button'), url: `${mail.base}/verify` },
    ...(no_password ? [{ kind: 'text' as const, text: say('no_password') }] : []),
    { kind: 'note', text: say('not_you') },
  ])

/** `has_account`: the address has an account already, which its owner is told here and nobody else. */
export const mailLoginCode = (tx: Tx, mail: MailContext, code: string, has_account: boolean) =>
  send(tx, mail, 'log_in', (say) => [
    ...(has_account ? [{ kind: 'text' as const, text: say('has_account') }] : []),
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'note', text: say('not_you') },
  ])

export const mailResetCode = (tx: Tx, mail: MailContext, code: string) =>
  send(tx, mail, 'reset_password', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'button', label: say('button'), url: `${mail.base}/forgot-password` },
    { kind: 'note', text: say('not_you') },
  ])

export const mailErasureCode = (tx: Tx, mail: MailContext, code: string) =>
  send(tx, mail, 'erase_account', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'note', text: say('not_you', { contact: contactAt(mail.base) }) },
  ])

export const mailConfirmationCode = (tx: Tx, mail: MailContext, code: string) =>
  send(tx, mail, 'confirm_login', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'note', text: say('not_you', { contact: contactAt(mail.base) }) },
  ])

export const mailErased = (tx: Tx, mail: MailContext) =>
  send(
    tx,
    mail,
    'erased',
    (say) => [
      { kind: 'text', text: say('intro') },
      { kind: 'text', text: say('kept') },
      { kind: 'note', text: say('not_you', { contact: contactAt(mail.base) }) },
    ],
    true,
  )

export const mailAccountExists = (tx: Tx, mail: MailContext) =>
  send(tx, mail, 'account_exists', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'button', label: say('log_in'), url: `${mail.base}/auth` },
    { kind: 'text', text: say('forgot', { url: `${mail.base}/forgot-password` }) },
    { kind: 'note', text: say('not_you') },
  ])

export const mailPasswordChanged = (tx: Tx, mail: MailContext) =>
  send(tx, mail, 'password_changed', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'text', text: say('not_you', { contact: contactAt(mail.base) }) },
    { kind: 'button', label: say('button'), url: `${mail.base}/forgot-password` },
  ])

type TranslateMail = (key: string, params?: Record<string, string>) => string

function send(
  tx: Tx,
  { to, language, base, now }: MailContext,
  name: string,
  blocks: (say: TranslateMail) => MailBlock[],
  isLast = false,
): Promise<void> {
  const say: TranslateMail = (key, params) => translate(language, `mails.${name}.${key}`, params)
  const content = { subject: say('subject'), title: say('title'), blocks: blocks(say) }
  return queueMail(tx, { to, language, base, ...content, isLast }, now)
}
