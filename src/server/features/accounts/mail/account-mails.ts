import { formatMinutes } from '#contract/numbers.ts'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import { contactAt } from '#contract/settings/company.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Account } from '../queries.ts'
import { defineMails, queueMail } from './mail-kinds.ts'

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

const codeMails = defineMails<{ code: string; has_hint?: boolean }>()({
  section: 'mails',
  recipient: 'whoever has the address',
  event: 'codes',
  kinds: {
    verify_email: { cause: 'an account is registered whose address is to be confirmed, or a new code is asked for' },
    log_in: { cause: 'a code to log in without a password is asked for' },
    reset_password: { cause: 'a forgotten password is to be replaced' },
    erase_account: { cause: 'the owner of an account asks to delete it' },
    confirm_login: { cause: 'something important is to be changed by somebody who logged in without a password' },
  },
  toParams: (_data, { base, locale }) => ({
    contact: contactAt(base),
    time: formatMinutes(settings().otp.code_minutes, locale),
  }),
  write: (kind, { code, has_hint = false }, { base, t }) => ({
    blocks: [
      ...(kind === 'log_in' && has_hint ? [{ kind: 'text' as const, text: t('has_account') }] : []),
      { kind: 'text', text: t('intro') },
      { kind: 'code', code },
      ...(kind === 'verify_email'
        ? [{ kind: 'button' as const, label: t('button'), url: base + pagePath('verify') }]
        : []),
      ...(kind === 'reset_password'
        ? [{ kind: 'button' as const, label: t('button'), url: base + pagePath('forgotPassword') }]
        : []),
      ...(kind === 'verify_email' && has_hint ? [{ kind: 'text' as const, text: t('no_password') }] : []),
      { kind: 'note', text: t('not_you') },
    ],
  }),
})

/** Where guests cannot order: the answer to a code that is asked for without an account. */
const noAccountMails = defineMails<null>()({
  section: 'mails',
  recipient: 'whoever has the address',
  event: 'codes',
  kinds: { no_account: { cause: 'a code is asked for with an address that has no account, and guests cannot order' } },
  write: (_kind, _data, { base, t }) => ({
    blocks: [
      { kind: 'text', text: t('intro') },
      { kind: 'button', label: t('button'), url: base + pagePath('register') },
      { kind: 'note', text: t('not_you') },
    ],
  }),
})

const accountNewsMails = defineMails<null>()({
  section: 'mails',
  recipient: 'the owner of the account',
  event: 'account_changed',
  kinds: {
    account_exists: { cause: 'somebody registers with an address that already has an account' },
    password_changed: { cause: 'the password of the account was changed' },
    erased: { cause: 'the account was deleted' },
    number_login: { cause: 'somebody logs in with the account’s mobile number, from a device that it does not know' },
    factor_set: { cause: 'two-step verification is switched on, or another app is used for it' },
    recovery_code_used: { cause: 'somebody logs in with a recovery code' },
    factor_reset: {
      cause: 'a colleague, or a command of the terminal, switches two-step verification off, because the app is lost',
    },
  },
  toParams: (_data, { base }) => ({ contact: contactAt(base), url: base + pagePath('forgotPassword') }),
  write: (kind, _data, { base, t }) => {
    const intro = { kind: 'text' as const, text: t('intro') }
    if (kind === 'erased')
      return {
        blocks: [intro, { kind: 'text', text: t('kept') }, { kind: 'note', text: t('not_you') }],
        isLast: true,
      }
    if (kind === 'factor_set' || kind === 'recovery_code_used' || kind === 'factor_reset')
      return {
        blocks: [
          intro,
          { kind: 'text', text: t('not_you') },
          { kind: 'button', label: t('button'), url: base + pagePath('desk') },
        ],
      }
    if (kind === 'number_login') {
      const button = { kind: 'button' as const, label: t('button'), url: base + pagePath('auth') }
      return { blocks: [intro, { kind: 'text', text: t('not_you') }, button] }
    }
    if (kind === 'password_changed') {
      const button = { kind: 'button' as const, label: t('button'), url: base + pagePath('forgotPassword') }
      return { blocks: [intro, { kind: 'text', text: t('not_you') }, button] }
    }
    return {
      blocks: [
        intro,
        { kind: 'button', label: t('log_in'), url: base + pagePath('auth') },
        { kind: 'text', text: t('forgot') },
        { kind: 'note', text: t('not_you') },
      ],
    }
  },
})

export const accountMails = { codeMails, noAccountMails, accountNewsMails }

const sendCode = (
  tx: Tx,
  { to, language: locale, base, now }: MailContext,
  kind: keyof typeof codeMails.kinds,
  data: { code: string; has_hint?: boolean },
): Promise<void> => queueMail(tx, codeMails, { kind, to, locale, base, data }, now)

const sendNews = (
  tx: Tx,
  { to, language: locale, base, now }: MailContext,
  kind: keyof typeof accountNewsMails.kinds,
): Promise<void> => queueMail(tx, accountNewsMails, { kind, to, locale, base, data: null }, now)

/** `no_password`: no password was kept, because several registrations disagreed. */
export const mailVerifyCode = (tx: Tx, mail: MailContext, code: string, no_password: boolean) =>
  sendCode(tx, mail, 'verify_email', { code, has_hint: no_password })

/** `has_account`: the address has an account already, which its owner is told here and nobody else. */
export const mailLoginCode = (tx: Tx, mail: MailContext, code: string, has_account: boolean) =>
  sendCode(tx, mail, 'log_in', { code, has_hint: has_account })

export const mailNoAccount = (tx: Tx, { to, language: locale, base, now }: MailContext): Promise<void> =>
  queueMail(tx, noAccountMails, { kind: 'no_account', to, locale, base, data: null }, now)

export const mailResetCode = (tx: Tx, mail: MailContext, code: string) => sendCode(tx, mail, 'reset_password', { code })
export const mailErasureCode = (tx: Tx, mail: MailContext, code: string) =>
  sendCode(tx, mail, 'erase_account', { code })
export const mailConfirmationCode = (tx: Tx, mail: MailContext, code: string) =>
  sendCode(tx, mail, 'confirm_login', { code })

export const mailErased = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'erased')
export const mailAccountExists = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'account_exists')
export const mailPasswordChanged = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'password_changed')
export const mailNumberLogin = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'number_login')
export const mailFactorSet = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'factor_set')
export const mailRecoveryCodeUsed = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'recovery_code_used')
export const mailFactorReset = (tx: Tx, mail: MailContext) => sendNews(tx, mail, 'factor_reset')
