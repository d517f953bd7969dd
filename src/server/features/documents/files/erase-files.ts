import { sql } from 'kysely'
import { documentFileRules } from '#contract/documents/document-rules.ts'
import { purgeDeletedRows } from '#server/database/purge.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'

const batchSize = 200

/**
 * Erases the files of requests 24 months after their documents were delivered, after they ended without any, or after their
 * draft was last changed. Returns the number of files.
 */
export async function eraseOldFiles(deps: Deps): Promise<number> {
  let erased = 0
  for (let count = batchSize; count === batchSize;) {
    const { rows } = await sql`
      delete from document_files where id in (
        select f.id from document_files f join document_requests r on r.id = f.request_id
        where r.status in ('draft', 'delivered', 'cancelled', 'refunded')
          and coalesce(r.delivered_at, case r.status when 'draft' then greatest(r.updated_at, f.created_at) else r.updated_at end)
            + make_interval(months => ${documentFileRules.kept_months}::int)
            <= ${deps.clock()}::timestamptz
        limit ${batchSize} for update of f skip locked)
      returning 1`.execute(deps.db)
    count = rows.length
    erased += count
  }
  if (erased > 0) await purgeDeletedRows(deps, ['document_files'])
  return erased
}

export const documentFilesJobs: Job[] = [{ name: 'erase_document_files', every_s: 3_600, run: eraseOldFiles }]
