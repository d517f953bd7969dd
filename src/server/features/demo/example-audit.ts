import type { Permission } from '#contract/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { recordAudit, type AuditedChange } from '#server/features/access/audit.ts'
import { readAccess } from '#server/features/access/roles.ts'

/** Writes an entry of the audit log for what an example member of staff did at a moment, on this machine. */
export async function recordExampleAudit(
  tx: Tx,
  user_id: string,
  action: string,
  permission: Permission,
  change: AuditedChange,
  at: Date,
): Promise<void> {
  const { role } = await readAccess(tx, user_id)
  const request_id = newId(at.getTime())
  await recordAudit(tx, { user: { user_id, role }, permission, action, request_id, ip: '127.0.0.1' }, change, at)
}
