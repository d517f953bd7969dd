import { localeOf } from '#contract/formats.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { translate } from '#server/output/translate.ts'
import { formatMinorAmount, getProviderTitle } from '../texts.ts'
import type { RefundRow } from './refund-ledger.ts'

/** The events of a refund that a driver gets a mail about; keys of the catalogue `refund_mails`. */
type RefundEvent = 'begun' | 'done' | 'failed' | 'taken_back' | 'disputed' | 'returned'

const getRefundEvent = ({ origin, kind, status }: RefundRow): RefundEvent => {
  if (origin === 'driver') return status === 'done' || status === 'failed' ? status : 'begun'
  if (status === 'failed') return 'returned'
  return kind === 'dispute' ? 'disputed' : 'taken_back'
}

/** Queues the mail for a refund's current state, once per event (`refunds.told`). The caller has locked the row. */
export async function queueRefundMail(tx: Tx, { publicUrl }: Pick<Deps, 'publicUrl'>, row: RefundRow, now: Date) {
  const event = getRefundEvent(row)
  if (row.told === event) return
  await tx.updateTable('refunds').set({ told: event }).where('id', '=', row.id).execute()
  const reader = await tx
    .selectFrom('users')
    .innerJoin('countries', 'countries.id', 'users.country_id')
    .select(['email', 'language', 'countries.code as country_code'])
    .where('users.id', '=', row.user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const payment = await tx
    .selectFrom('top_ups')
    .select('reference')
    .where('id', '=', row.top_up_id)
    .executeTakeFirstOrThrow()
  const language = reader.language as Language
  const locale = localeOf(language, reader.country_code as CountryCode)
  const { reference, currency, owed_minor } = row
  const params = { reference, provider: getProviderTitle(row.provider) }
  const say = (key: string) => translate(locale, `refund_mails.${key}`, params)
  const rows: [string, string][] = [
    [say('facts.reference'), reference],
    [say('facts.payment'), payment.reference],
    [say('facts.amount'), formatMinorAmount(row.amount_minor, currency, locale)],
    ...(owed_minor > 0n
      ? [[say('facts.owed'), formatMinorAmount(owed_minor, currency, locale)] as [string, string]]
      : []),
  ]
  const content = {
    subject: say(`${event}.subject`),
    title: say(`${event}.title`),
    blocks: [
      { kind: 'text' as const, text: say(`${event}.intro`) },
      { kind: 'facts' as const, rows },
      ...(owed_minor > 0n ? [{ kind: 'text' as const, text: say('owed') }] : []),
      { kind: 'button' as const, label: say('open'), url: `${publicUrl()}/wallet` },
    ],
  }
  await queueMail(tx, { to: reader.email, language, base: publicUrl(), ...content }, now)
}
