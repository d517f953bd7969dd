import { ownReason } from '#contract/orders/desk/order-reasons.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { fieldError } from '#server/http/errors.ts'
import type { OrderDetail } from '../lifecycle/change-status.ts'

/* The reasons that a branch has entered in its order setup, in both languages. */

type Kind = 'reject' | 'bring_back'
interface Texts {
  en: readonly string[]
  fr: readonly string[]
}
type Choice = OrderRecord['reject_reasons'][number]

/** The choices of a form. Their value is the English text, so that a list that changes meanwhile changes no reason. */
export const toChoices = ({ en, fr }: Texts, language: Language): Choice[] =>
  en.map((text, index) => ({ value: ownReason + text, label: language === 'fr' ? (fr[index] ?? text) : text }))

/** Returns the reasons of a branch by what they are for. */
export async function findOwnReasons(db: Db | Tx, branch_id: string): Promise<Record<Kind, Texts>> {
  const row = await db
    .selectFrom('branch_setup')
    .select(['reject_reasons', 'reject_reasons_fr', 'redelivery_reasons', 'redelivery_reasons_fr'])
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  return {
    reject: { en: row.reject_reasons, fr: row.reject_reasons_fr },
    bring_back: { en: row.redelivery_reasons, fr: row.redelivery_reasons_fr },
  }
}

/**
 * Returns a reason of the branch's own as the history keeps it, with what was written; undefined for one of ours. Throws 422
 * for a reason that the branch no longer has.
 */
export async function readOwnReason(
  tx: Tx,
  branch_id: string,
  kind: Kind,
  { reason, note }: { reason: string; note?: string | undefined },
): Promise<OrderDetail | undefined> {
  if (!reason.startsWith(ownReason)) return undefined
  const { en, fr } = (await findOwnReasons(tx, branch_id))[kind]
  const index = en.indexOf(reason.slice(ownReason.length))
  if (index === -1) throw fieldError('reason', 'required')
  const withNote = (text: string) => [text, note?.trim() ?? ''].filter((part) => part !== '').join('. ')
  return { code: 'own', reason: withNote(en[index]!), reason_fr: withNote(fr[index] ?? en[index]!) }
}
