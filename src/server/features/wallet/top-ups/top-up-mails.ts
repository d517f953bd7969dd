import { localeOf } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { translate } from '#server/output/translate.ts'
import { formatMinorAmount, getProviderTitle } from '../texts.ts'
import type { TopUp } from './top-up-queries.ts'

/** Tells the driver that less was paid than asked for, in the transaction that credits it: once. */
export async function queuePartialTopUpMail(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { user_id, reference, provider, amount_minor, currency }: TopUp,
  credited_minor: bigint,
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
  const money = (amount: bigint) => formatMinorAmount(amount, currency, locale)
  const params = { reference, provider: getProviderTitle(provider), paid: money(credited_minor) }
  const say = (key: string) => translate(locale, `top_up_mails.partial.${key}`, params)
  await queueMail(
    tx,
    {
      to: reader.email,
      language,
      base: publicUrl(),
      subject: say('subject'),
      title: say('title'),
      blocks: [
        { kind: 'text', text: say('intro') },
        {
          kind: 'facts',
          rows: [
            [say('reference'), reference],
            [say('requested'), money(amount_minor)],
            [say('received'), money(credited_minor)],
          ],
        },
        { kind: 'text', text: say('hint') },
        { kind: 'button', label: say('open'), url: `${publicUrl()}/wallet` },
      ],
    },
    now,
  )
}
