import { sql } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

/** Shows whoever runs the product that emails arrive, and from whom. */
export const testMails = defineMails<null>()({
  section: 'mails',
  recipient: 'the member of staff who asked for it',
  event: 'tests',
  kinds: { test: { cause: 'the sender of emails is tried out in the settings' } },
  toParams: () => ({ brand: settings().company.name }),
  write: (_kind, _data, { t }) => ({ blocks: [{ kind: 'text', text: t('intro') }] }),
})

/** Sends an email to a member of staff, as all others are sent. Returns its address. */
export async function sendTestMail(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { user_id }: Pick<SignedIn, 'user_id'>,
  locale: Language,
  now: Date,
): Promise<string> {
  const account = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirst()
  if (account === undefined) throw new AppError('not_found')
  await queueMail(tx, testMails, { kind: 'test', to: account.email, locale, base: publicUrl(), data: null }, now)
  return account.email
}

/** How emails are sent, as the environment says, and how many wait. The password is never read out. */
export async function readMailFacts(db: Db, { SMTP_URL }: Pick<Config, 'SMTP_URL'>) {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select count(*) filter (where last_error is null)::float8 as waiting,
      count(*) filter (where last_error is not null)::float8 as failed
    from mails where sent_at is null`.execute(db)
  const { waiting, failed } = rows[0]!
  if (SMTP_URL === undefined)
    return { transport: 'stored' as const, host: null, port: null, user: null, has_password: false, waiting, failed }
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL)
  return {
    transport: 'smtp' as const,
    host: hostname,
    port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
    user: username === '' ? null : decodeURIComponent(username),
    has_password: password !== '',
    waiting,
    failed,
  }
}
