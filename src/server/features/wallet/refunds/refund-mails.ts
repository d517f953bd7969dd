import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail.ts'
import { translate } from '#server/translate.ts'
import type { RefundRow } from './refund-ledger.ts'
import { moneyText, titleOf } from '#server/features/wallet/wording.ts'

/** What a driver is told of a refund; each has its words in `refund_mails`. */
type News = 'begun' | 'done' | 'failed' | 'taken_back' | 'disputed' | 'returned'

const newsOf = ({ origin, kind, status }: RefundRow): News => {
  if (origin === 'driver') return status === 'done' || status === 'failed' ? status : 'begun'
  if (status === 'failed') return 'returned'
  return kind === 'dispute' ? 'disputed' : 'taken_back'
}

/** Tells the driver how a refund stands, each news once; its row must be locked. Whoever erased the account is not written to. */
export async function mailRefund(tx: Tx, { publicUrl }: Pick<Deps, 'publicUrl'>, row: RefundRow, now: Date) {
  const news = newsOf(row)
  if (row.told === news) return
  await tx.updateTable('refunds').set({ told: news }).where('id', '=', row.id).execute()
  const reader = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', row.user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const payment = await tx
    .selectFrom('top_ups')
    .select('reference')
    .where('id', '=', row.top_up_id)
    .executeTakeFirstOrThrow()
  const language = reader.language as Language
  const { reference, currency, owed_minor } = row
  const params = { reference, provider: titleOf(row.provider) }
  const say = (key: string) => translate(language, `refund_mails.${key}`, params)
  const rows: [string, string][] = [
    [say('facts.reference'), reference],
    [say('facts.payment'), payment.reference],
    [say('facts.amount'), moneyText(row.amount_minor, currency, language)],
    ...(owed_minor > 0n ? [[say('facts.owed'), moneyText(owed_minor, currency, language)] as [string, string]] : []),
  ]
  const content = {
    subject: say(`${news}.subject`),
    title: say(`${news}.title`),
    blocks: [
      { kind: 'text' as const, text: say(`${news}.intro`) },
      { kind: 'facts' as const, rows },
      ...(owed_minor > 0n ? [{ kind: 'text' as const, text: say('owed') }] : []),
      { kind: 'button' as const, label: say('open'), url: `${publicUrl()}/wallet` },
    ],
  }
  await queueMail(tx, { to: reader.email, language, ...content }, now)
}
