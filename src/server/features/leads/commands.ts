import { createHash } from 'node:crypto'
import { minLeadDuration_ms, type LeadBody, type LeadKind } from '#contract/leads.ts'
import type { Language } from '#contract/places.ts'
import type { RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import type { LeadsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { countAttempt, type Limit } from '#server/features/accounts/login/attempts.ts'
import { toNetwork } from '#server/features/accounts/rules.ts'
import type { Retry } from '#server/http.ts'
import { newCode, newId } from '#server/ids.ts'
import { translate } from '#server/translate.ts'
import { bookSlot } from './demos.ts'
import { mailLeadConfirmation } from './mails.ts'

export type Sender = { ip: string; user_id: string | undefined; language: Language; retry: Retry | undefined }
type Thanks = { message: string; reference: string }

/** What every form has a column for; all else is kept as it was named. */
const columns = new Set(['name', 'email', 'phone', 'message', 'website', 'took_ms', 'starts_at'])

const detailsOf = (body: LeadBody): Record<string, string | number> =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => !columns.has(key) && value !== undefined))

/**
 * Keeps what somebody sent by a form, and mails that it has arrived. The same `Idempotency-Key` with the same body gives
 * the first answer again. Throws `rate_limited`, and for a demonstration `slot_taken` or `demo_booked`.
 */
export async function sendLead<Kind extends LeadKind>(
  deps: Deps,
  kind: Kind,
  body: LeadBody<Kind>,
  sender: Sender,
  file?: Buffer,
): Promise<Thanks> {
  const { db, clock } = deps
  const { language } = sender
  const message = translate(language, `leads.thanks_${kind === 'demo' ? 'demo' : 'lead'}`)
  const given = body as LeadBody
  // A machine is told what a person is told.
  if ((given.website ?? '') !== '' || given.took_ms < minLeadDuration_ms) return { message, reference: newCode() }
  const retry = retryOf(kind, sender, file)
  const first = retry && (await findFirst(deps, retry))
  if (first !== undefined) return { message, reference: first }
  await countAttempt(deps, limitsOf(deps, given.email, sender), 'rate_limited')
  const now = clock()
  const lead = { id: newId(now.getTime()), reference: newCode(), kind, email: given.email, language }
  try {
    await db.transaction().execute(async (tx) => {
      const columns: RequestedColumns<LeadsTable, 'state' | 'created_at' | 'changed_at'> = {
        ...lead,
        name: given.name,
        phone: 'phone' in given ? (given.phone ?? null) : null,
        message: given.message ?? null,
        details: JSON.stringify(detailsOf(given)),
        user_id: sender.user_id ?? null,
        retry_key: retry?.key ?? null,
        retry_hash: retry?.hash ?? null,
      }
      await tx
        .insertInto('leads')
        .values({ ...columns, created_at: now, changed_at: now })
        .execute()
      if (file !== undefined) await keepFile(tx, lead.id, file, now)
      const slot = 'starts_at' in given ? await bookSlot(tx, lead, given, now) : undefined
      await mailLeadConfirmation(tx, deps, lead, slot)
    })
  } catch (error) {
    // The same was sent twice at once, and the other has just come first.
    if (retry === undefined || !isConflict(error, 'leads_retry')) throw error
    return { message, reference: (await findFirst(deps, retry))! }
  }
  return { message, reference: lead.reference }
}

const isConflict = (error: unknown, constraint: string): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && error.constraint === constraint

async function keepFile(tx: Tx, lead_id: string, content: Buffer, created_at: Date): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest()
  await tx.insertInto('lead_files').values({ lead_id, sha256, content, created_at }).execute()
}

/** A household sends a few; one address of mail is not written to all day because strangers name it. */
function limitsOf({ config }: Deps, email: string, { ip, user_id }: Sender): Limit[] {
  const most = config.RATE_LEADS_HOUR
  return [
    { kind: 'lead', subject: toNetwork(ip), most, minutes: 60 },
    { kind: 'lead_mail', subject: email, most: Math.ceil(most / 2), minutes: 60 },
    ...(user_id === undefined ? [] : [{ kind: 'lead_account', subject: user_id, most, minutes: 60 }]),
  ]
}

/** Whose key it is stands in it: another account's same key is another one. */
function retryOf(kind: LeadKind, { user_id, retry }: Sender, file: Buffer | undefined) {
  if (retry === undefined) return undefined
  const hash = createHash('sha256').update(kind).update(retry.body_hash)
  return { key: `${user_id ?? 'nobody'} ${retry.key}`, hash: hash.update(file ?? '').digest() }
}

async function findFirst({ db }: Deps, { key, hash }: { key: string; hash: Buffer }): Promise<string | undefined> {
  const first = await db
    .selectFrom('leads')
    .select(['reference', 'retry_hash'])
    .where('retry_key', '=', key)
    .executeTakeFirst()
  if (first === undefined) return undefined
  if (!hash.equals(Buffer.from(first.retry_hash!))) throw new AppError('idempotency_key_reused')
  return first.reference
}
