import { sql } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { toNetwork } from '#server/http/network.ts'

/** What a call changed: the record by kind and id, and its fields before and after. Secrets are masked when stored. */
export interface AuditedChange {
  kind: string
  id: string
  /** The partner whose record it is; such entries are shown to that partner. */
  partner_id?: string | null
  /** The branch whose record it is; such entries are shown to its people. */
  branch_id?: string | null
  before?: object | undefined
  after?: object | undefined
}

export interface AuditedCall {
  user: Pick<SignedIn, 'user_id' | 'role'>
  permission: Permission
  action: string
  request_id: string
  ip: string
}

/** Writes an entry of the audit log, in the transaction of the change. */
export const recordAudit = (tx: Db | Tx, call: AuditedCall, change: AuditedChange, at: Date): Promise<void> =>
  recordAudits(tx, call, [change], at)

/** So many entries one statement writes. */
const atOnce = 500

/** Writes an entry for each change of one call. */
export async function recordAudits(
  tx: Db | Tx,
  call: AuditedCall,
  changes: readonly AuditedChange[],
  at: Date,
): Promise<void> {
  const entries = changes.map((change) => ({
    id: newId(at.getTime()),
    at,
    user_id: call.user.user_id,
    role: call.user.role,
    partner_id: change.partner_id ?? null,
    branch_id: change.branch_id ?? null,
    permission: call.permission,
    action: call.action,
    kind: change.kind,
    record_id: change.id,
    before: change.before === undefined ? null : JSON.stringify(maskSecrets(change.before)),
    after: change.after === undefined ? null : JSON.stringify(maskSecrets(change.after)),
    request_id: call.request_id,
    network: toNetwork(call.ip),
  }))
  for (let first = 0; first < entries.length; first += atOnce)
    await tx
      .insertInto('audit_log')
      .values(entries.slice(first, first + atOnce))
      .execute()
}

const secret = /password|secret|token|_hash$|code_hash|document_number|chassis_number|engine_number/
const mask = '•••'

/** Copies a record for the log with its secrets masked, at any depth; amounts become texts. */
export function maskSecrets(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, value]) => [
      name,
      secret.test(name) && value !== null ? mask : maskSecrets(value),
    ]),
  )
}

/** Removes what entries say about an erased account. That it was changed, when and by whom, stays. */
export async function maskAuditOf(tx: Tx, user_id: string): Promise<void> {
  await sql`set local parkwell.audit_maintenance = 'on'`.execute(tx)
  await sql`
    update audit_log set before = null, after = null where kind = 'user' and record_id = ${user_id}`.execute(tx)
  await sql`set local parkwell.audit_maintenance = 'off'`.execute(tx)
}

/** The age at which entries are deleted. */
export const auditRetention_months = 24

/** Deletes entries past their retention. */
export async function deleteOldAudit(db: Db, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await sql`set local parkwell.audit_maintenance = 'on'`.execute(tx)
    await sql`delete from audit_log where at < ${now}::timestamptz - make_interval(months => ${auditRetention_months})`.execute(
      tx,
    )
  })
}

/** Deletes the entries about records of a kind, which the demo's reset deletes as a whole. */
export async function deleteAuditOfKind(tx: Tx, kind: string): Promise<void> {
  await sql`set local parkwell.audit_maintenance = 'on'`.execute(tx)
  await tx.deleteFrom('audit_log').where('kind', '=', kind).execute()
  await sql`set local parkwell.audit_maintenance = 'off'`.execute(tx)
}
