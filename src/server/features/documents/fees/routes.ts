import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as table from '#contract/documents/desk/document-fee-table.ts'
import { tableKinds, type getFeeTable } from '#contract/documents/desk/document-fee-table.ts'
import * as fees from '#contract/documents/desk/document-fees.ts'
import type { FeeEntry } from '#contract/documents/desk/document-fees.ts'
import { nigerianStates } from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import type { AnswerOf, ParsedQuery } from '#contract/endpoint.ts'
import { identity } from '#contract/settings/company.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { decodeFile } from '#server/read-csv.ts'
import { partsOf } from './check-entry.ts'
import { exportFees, importFees } from './fee-files.ts'
import { changeFee, createFee, endFee, getFee, deleteFee } from './fee-records.ts'

/** What staff does with the fees of vehicle documents. */
export function documentFeeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, fees.getDocumentFee, ({ params }) => getFee(db, params.id, clock()))
  mountChange(app, deps, fees.createDocumentFee, (tx, { body, user, now }) => createFee(tx, body, user.user_id, now))
  mountChange(app, deps, fees.changeDocumentFee, (tx, { params, body, user, now }) =>
    changeFee(tx, params.id, body, user.user_id, now),
  )
  mountChange(app, deps, fees.endDocumentFee, (tx, { params, body, now }) => endFee(tx, params.id, body, now))
  mountChange(app, deps, fees.deleteDocumentFee, (tx, { params, now }) => deleteFee(tx, params.id, now))
  mount(app, table.getFeeTable, ({ query }) => findFeeTable(db, query, clock()))
  void app.register(async (uploads) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    uploads.addHook('onRequest', async ({ signedIn }, reply) => {
      reply.header('cache-control', 'private, no-store')
      if (signedIn === undefined) throw new AppError('unauthorized')
      if (!signedIn.access.has('document_fees.create')) throw new AppError('forbidden')
    })
    acceptForms(uploads, table.maxFeeFile_bytes)
    mountChange(uploads, deps, table.importFees, async (tx, { request, user, locale, now }) => {
      const { fields, files } = request.body as Form
      const file = files.get('file')
      if (file === undefined || file.content.length === 0) throw fieldError('file', 'required')
      const upload = { csv: await decodeFile(file.content), stores: fields.get('stores') === 'true' }
      return importFees(tx, upload, { actor_id: user.user_id, locale }, now)
    })
  })
  mount(app, table.exportFees, ({ reply }) => {
    reply.type('text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${identity.slug}-document-fees.csv"`)
    return exportFees(db)
  })
}

type Answer = AnswerOf<typeof getFeeTable>
type Cell = Answer['states'][number]['cells'][number]
interface Line {
  state: string
  kind: string
  part: FeeEntry['part']
  is_current: boolean
}

/** Returns which fees of each state are known today for a vehicle; a line of a fee that is over is `expired`. */
async function findFeeTable(
  db: Db,
  { category, use, engine_cc, term }: ParsedQuery<typeof getFeeTable>,
  now: Date,
): Promise<Answer> {
  const day = toNigerianDay(now)
  const { rows } = await sql<Line>`
    select split_part(s.code, '-', 2) as state, f.kind, f.part, bool_or(f.valid_to is null or f.valid_to > ${day}::date) as is_current
    from document_fees f join states s on s.code like 'NG-%' and (f.state_id is null or f.state_id = s.id)
    where f.valid_from <= ${day}::date
      and (f.category is null or f.category = ${category}) and (f.use is null or f.use = ${use})
      and (f.engine_from_cc is null or ${engine_cc}::int between f.engine_from_cc and f.engine_to_cc)
      and (f.term_months is null or f.term_months = ${Number(term)}::int)
    group by 1, 2, 3`.execute(db)
  const isCurrent = new Map(rows.map((line) => [`${line.state} ${line.kind} ${line.part}`, line.is_current]))
  const states = nigerianStates.map((state) => ({
    state,
    cells: tableKinds.map((kind): Cell => {
      if (kind === 'hackney_permit' && use === 'private') return { kind, status: 'not_offered', missing: [] }
      const missing = partsOf(kind).filter((part) => isCurrent.get(`${state} ${kind} ${part}`) !== true)
      if (missing.length === 0) return { kind, status: 'known', missing: [] }
      const isExpired = missing.some((part) => isCurrent.has(`${state} ${kind} ${part}`))
      return { kind, status: isExpired ? 'expired' : 'missing', missing: [...missing] }
    }),
  }))
  const all = states.flatMap(({ cells }) => cells).filter(({ status }) => status !== 'not_offered')
  const known = all.filter(({ status }) => status === 'known').length
  return { day, known, missing: all.length - known, states }
}
