import { createHash } from 'node:crypto'
import { countryIn, languageIn, type Locale } from '#contract/formats.ts'
import { minLeadDuration_ms, type LeadBody, type LeadKind } from '#contract/leads/leads.ts'
import type { RequestedColumns } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { LeadsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt, type Limit } from '#server/features/accounts/login/attempts.ts'
import { findCountry } from '#server/features/accounts/queries.ts'
import { AppError } from '#server/http/errors.ts'
import type { FormFile } from '#server/http/forms.ts'
import type { Retry } from '#server/http/mount.ts'
import { toNetwork } from '#server/http/network.ts'
import { translate } from '#server/output/translate.ts'
import { toStoredPhone } from '#server/phones.ts'
import { bookSlot } from './demos.ts'
import { checkPdf } from './files.ts'
import { mailLeadConfirmation } from './mails.ts'

export interface Sender {
  ip: string
  user_id: string | undefined
  locale: Locale
  retry: Retry | undefined
}
interface LeadReceipt {
  message: string
  reference: string
}

/** Fields with a column of their own; the others go to `details`. */
const columnFields = new Set(['name', 'email', 'phone', 'message', 'website', 'took_ms', 'starts_at'])

const collectDetails = (body: LeadBody): Record<string, string | number> =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => !columnFields.has(key) && value !== undefined))

/** A submitted form that is checked: what a bot has sent, or a person's with the telephone number as it is stored. */
export type CheckedLead = { is_bot: true } | { is_bot: false; phone: string | null }

/** The same form sent twice at one moment: the second reads what the first has stored. */
export const leadKeys: ReadonlySet<string> = new Set(['leads_retry'])

/**
 * Checks a submitted form and counts it, before its transaction; a repeated `Idempotency-Key` is not counted again. A file is
 * inspected once the limits have counted it. Throws `rate_limited`, `idempotency_key_reused`, what `checkPdf` throws, and 422
 * for a phone number that is none.
 */
export async function checkLead(
  deps: Deps,
  kind: LeadKind,
  fields: LeadBody,
  sender: Sender,
  file?: FormFile,
): Promise<CheckedLead> {
  if ((fields.website ?? '') !== '' || fields.took_ms < minLeadDuration_ms) return { is_bot: true }
  const phone = await readSenderPhone(deps, fields, sender)
  if ((await findFirstReference(deps.db, makeRetryKey(kind, sender))) !== undefined) return { is_bot: false, phone }
  await countAttempt(deps, listLimits(deps, fields.email, sender), 'rate_limited')
  if (file !== undefined) await checkPdf(deps, file.content)
  return { is_bot: false, phone }
}

/** A form of a kind, with the file of a job application. */
interface SubmittedLead {
  kind: LeadKind
  body: LeadBody
  file?: FormFile | undefined
}

/**
 * Stores a checked form and queues its confirmation mail. A repeated `Idempotency-Key` with the same body returns the
 * first reference. Throws `idempotency_key_reused`, and for a demonstration `slot_taken`, `demo_booked`.
 */
export async function sendLead(
  tx: Tx,
  deps: Deps,
  { kind, body: fields, file }: SubmittedLead,
  { sender, checked }: { sender: Sender; checked: CheckedLead },
  now: Date,
): Promise<LeadReceipt> {
  const { locale } = sender
  const message = translate(locale, `leads.thanks_${kind === 'demo' ? 'demo' : 'lead'}`)
  // Bots get the usual response, so that they can't tell that they were detected.
  if (checked.is_bot) return { message, reference: newCode() }
  const retry = makeRetryKey(kind, sender)
  const first = await findFirstReference(tx, retry)
  if (first !== undefined) return { message, reference: first }
  const lead = { id: newId(now.getTime()), reference: newCode(), kind, email: fields.email, locale }
  const columns: RequestedColumns<LeadsTable, 'state' | 'created_at' | 'changed_at'> = {
    id: lead.id,
    reference: lead.reference,
    kind,
    email: lead.email,
    language: languageIn(locale),
    country_code: countryIn(locale),
    name: fields.name,
    phone: checked.phone,
    message: fields.message ?? null,
    details: JSON.stringify(collectDetails(fields)),
    user_id: sender.user_id ?? null,
    retry_key: retry?.key ?? null,
    retry_hash: retry?.hash ?? null,
  }
  await tx
    .insertInto('leads')
    .values({ ...columns, created_at: now, changed_at: now })
    .execute()
  if (file !== undefined)
    await tx
      .insertInto('lead_files')
      .values({ lead_id: lead.id, sha256: file.sha256, content: file.content, created_at: now })
      .execute()
  const slot = 'starts_at' in fields ? await bookSlot(tx, lead, fields, now) : undefined
  await mailLeadConfirmation(tx, deps, lead, slot)
  return { message, reference: lead.reference }
}

/** The number as it is stored: of the country that the form names, else of the sender's. Throws 422. */
async function readSenderPhone({ db }: Deps, fields: LeadBody, { user_id, locale }: Sender): Promise<string | null> {
  if (!('phone' in fields) || fields.phone === undefined) return null
  const named = 'country_code' in fields ? fields.country_code : undefined
  const own = user_id === undefined ? undefined : await findCountry(db, user_id)
  return toStoredPhone(fields.phone, { countries: [named, own, countryIn(locale) ?? undefined] })
}

/** Limits per network, account and address; the address is unverified and must not be flooded with mail. */
function listLimits({ config }: Deps, email: string, { ip, user_id }: Sender): Limit[] {
  const most = config.RATE_LEADS_HOUR
  return [
    { kind: 'lead', subject: toNetwork(ip), most, minutes: 60 },
    { kind: 'lead_mail', subject: email, most: Math.ceil(most / 2), minutes: 60 },
    ...(user_id === undefined ? [] : [{ kind: 'lead_account', subject: user_id, most, minutes: 60 }]),
  ]
}

/** Makes the stored key, which includes the account so that keys of different accounts don't collide. */
function makeRetryKey(kind: LeadKind, { user_id, retry }: Sender) {
  if (retry === undefined) return undefined
  const hash = createHash('sha256').update(kind).update(retry.body_hash).digest()
  return { key: `${user_id ?? 'nobody'} ${retry.key}`, hash }
}

async function findFirstReference(
  db: Db | Tx,
  retry: { key: string; hash: Buffer } | undefined,
): Promise<string | undefined> {
  if (retry === undefined) return undefined
  const { key, hash } = retry
  const first = await db
    .selectFrom('leads')
    .select(['reference', 'retry_hash'])
    .where('retry_key', '=', key)
    .executeTakeFirst()
  if (first === undefined) return undefined
  if (!hash.equals(Buffer.from(first.retry_hash!))) throw new AppError('idempotency_key_reused')
  return first.reference
}
