import type { MailPreferences } from '#contract/accounts/account.ts'
import { countryIn, languageIn, type Locale } from '#contract/formats.ts'
import { isSent, type EventName } from '#contract/notifications/events.ts'
import type { OptionalNotification } from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/database/connect.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { storeMails, type MailBody, type StoredMailContent } from './store-mails.ts'

type Params = Record<string, string | number>
export type MailTranslate = (key: string, params?: Params) => string

/** Why a mail is sent, and to whom; the test of `docs/emails.md` reads both. */
export interface MailKind {
  /** What has happened, as the end of "Sent when …". */
  cause: string
  /** Where it is not that of its group. */
  recipient?: string
  event?: EventName
  /** The preference that switches it off; without one it is always sent. */
  preference?: OptionalNotification | keyof MailPreferences
  /** Keys within the group's section, where they are not `KIND.subject` and `KIND.title`. */
  subject?: string
  title?: string
}

interface Writing {
  locale: Locale
  /** Public URL of the site. */
  base: string
  /** When the mail is written. */
  now: Date
  /** A sentence of this kind. */
  t: MailTranslate
  /** A sentence that its group shares. */
  tShared: MailTranslate
}

/** Mails that are written from the same data. */
export interface MailGroup<Kind extends string, Data> {
  /** Where their sentences stand in the catalogue. */
  section: string
  /** Where those of each kind stand within it, such as `topics.`. */
  prefix?: string
  recipient: string
  /** What they report, which says whether they can be switched off (`contract/notifications/events.ts`). */
  event: EventName
  kinds: Readonly<Record<Kind, MailKind>>
  /** The values of all sentences, subjects included. */
  toParams?: (data: Data, to: { locale: Locale; base: string }) => Params
  write: (kind: Kind, data: Data, writing: Writing) => MailBody
}

/** Declares mails; a feature names each group under `mails` in `server/features.ts`. */
export const defineMails =
  <Data>() =>
  <Kind extends string>(group: MailGroup<Kind, Data>): MailGroup<Kind, Data> =>
    group

export interface Letter<Kind extends string, Data> {
  kind: Kind
  to: string
  locale: Locale
  /** Public URL of the site. */
  base: string
  data: Data
}

/** The keys of a kind's subject and title in the catalogue. */
export function findMailKeys<Kind extends string, Data>(
  { section, prefix = '', kinds }: MailGroup<Kind, Data>,
  kind: Kind,
): { subject: string; title: string } {
  const { subject = `${prefix}${kind}.subject`, title = `${prefix}${kind}.title` } = kinds[kind]
  return { subject: `${section}.${subject}`, title: `${section}.${title}` }
}

/** Writes a mail in the words and formats of its reader. */
export function writeMail<Kind extends string, Data>(
  group: MailGroup<Kind, Data>,
  { kind, to, locale: own, base, data }: Letter<Kind, Data>,
  now: Date,
): StoredMailContent {
  const locale = accountLocale(languageIn(own), countryIn(own))
  const shared = group.toParams?.(data, { locale, base }) ?? {}
  const tShared: MailTranslate = (key, params) => translate(locale, `${group.section}.${key}`, { ...shared, ...params })
  const t: MailTranslate = (key, params) => tShared(`${group.prefix ?? ''}${kind}.${key}`, params)
  const { subject, title } = findMailKeys(group, kind)
  return {
    to,
    locale,
    base,
    subject: translate(locale, subject, shared),
    title: translate(locale, title, shared),
    ...group.write(kind, data, { locale, base, now, t, tShared }),
  }
}

/** What a mail reports. */
export const eventOf = <Kind extends string, Data>({ event, kinds }: MailGroup<Kind, Data>, kind: Kind): EventName =>
  kinds[kind].event ?? event

/** Adds a mail to the outbox within the caller's transaction, so that it is sent only after the commit. */
export const queueMail = <Kind extends string, Data>(
  tx: Tx,
  group: MailGroup<Kind, Data>,
  letter: Letter<Kind, Data>,
  now: Date,
): Promise<void> => queueMails(tx, group, [letter], now)

export const queueMails = <Kind extends string, Data>(
  tx: Tx,
  group: MailGroup<Kind, Data>,
  letters: readonly Letter<Kind, Data>[],
  now: Date,
): Promise<void> =>
  storeMails(
    tx,
    letters.filter(({ kind }) => isSent(eventOf(group, kind), 'email')).map((letter) => writeMail(group, letter, now)),
    now,
  )
