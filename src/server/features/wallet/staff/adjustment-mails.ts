import { contactAt } from '#brand.ts'
import { localeOf } from '#contract/formats.ts'
import type { Currency } from '#contract/money.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { translate } from '#server/output/translate.ts'
import { formatMinorAmount } from '../texts.ts'

/** Mails the owner of a wallet what was added to it or taken out. The reason is for staff alone. */
export async function mailAdjustment(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { user_id, amount_minor, currency }: { user_id: string; amount_minor: bigint; currency: string },
  now: Date,
): Promise<void> {
  const reader = await tx
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select(['email', 'language', 'countries.code as country_code'])
    .where('users.id', '=', user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const language = reader.language as Language
  const locale = localeOf(language, reader.country_code as CountryCode)
  const positive_minor = amount_minor < 0n ? -amount_minor : amount_minor
  const params = {
    amount: formatMinorAmount(positive_minor, currency as Currency, locale),
    contact: contactAt(publicUrl()),
  }
  const say = (key: string) => translate(locale, `refund_mails.${key}`, params)
  const blocks = [
    { kind: 'text' as const, text: say(amount_minor > 0n ? 'adjusted.added' : 'adjusted.taken') },
    { kind: 'text' as const, text: say('adjusted.question') },
    { kind: 'button' as const, label: say('open'), url: `${publicUrl()}/wallet` },
  ]
  const content = { subject: say('adjusted.subject'), title: say('adjusted.title'), blocks }
  await queueMail(tx, { to: reader.email, language, base: publicUrl(), ...content }, now)
}
