import { brand } from '#brand.ts'
import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/translate.ts'
import { queueMail, type MailBlock } from './queue-mail.ts'
import type { Account } from '#server/features/accounts/queries.ts'

/** To whom, in whose language, from which address the links go out, and when. */
export type MailContext = { to: string; language: Language; base: string; now: Date }

/** A letter to an account, in its language. */
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

/** `no_password`: several registrations disagreed, and none of their passwords was kept. */
export const mailVerifyCode = (tx: Tx, letter: MailContext, code: string, no_password: boolean) =>
  send(tx, letter, 'verify_email', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'button', label: say('button'), url: `${letter.base}/verify` },
    ...(no_password ? [{ kind: 'text' as const, text: say('no_password') }] : []),
    { kind: 'note', text: say('not_you') },
  ])

export const mailResetCode = (tx: Tx, letter: MailContext, code: string) =>
  send(tx, letter, 'reset_password', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'button', label: say('button'), url: `${letter.base}/forgot-password` },
    { kind: 'note', text: say('not_you') },
  ])

export const mailErasureCode = (tx: Tx, letter: MailContext, code: string) =>
  send(tx, letter, 'erase_account', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'code', code },
    { kind: 'note', text: say('not_you', { support: brand.supportEmail }) },
  ])

export const mailErased = (tx: Tx, letter: MailContext) =>
  send(tx, letter, 'erased', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'text', text: say('kept') },
    { kind: 'note', text: say('not_you', { support: brand.supportEmail }) },
  ])

export const mailAccountExists = (tx: Tx, letter: MailContext) =>
  send(tx, letter, 'account_exists', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'button', label: say('log_in'), url: `${letter.base}/auth` },
    { kind: 'text', text: say('forgot', { url: `${letter.base}/forgot-password` }) },
    { kind: 'note', text: say('not_you') },
  ])

export const mailPasswordChanged = (tx: Tx, letter: MailContext) =>
  send(tx, letter, 'password_changed', (say) => [
    { kind: 'text', text: say('intro') },
    { kind: 'text', text: say('not_you', { support: brand.supportEmail }) },
    { kind: 'button', label: say('button'), url: `${letter.base}/forgot-password` },
  ])

type TranslateMail = (key: string, params?: Record<string, string>) => string

function send(
  tx: Tx,
  { to, language, now }: MailContext,
  name: string,
  blocks: (say: TranslateMail) => MailBlock[],
): Promise<void> {
  const say: TranslateMail = (key, params) => translate(language, `mails.${name}.${key}`, params)
  return queueMail(tx, { to, language, subject: say('subject'), title: say('title'), blocks: blocks(say) }, now)
}
