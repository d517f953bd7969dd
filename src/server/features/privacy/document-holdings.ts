import { sql } from 'kysely'
import type { Holding } from './holding.ts'

/** A request as the books keep it, without whose it was and for which vehicle. */
export const requestOfNobody = sql`plate = null, make = null, model = null, year = null, colour = null,
  chassis_number = null, engine_number = null, owner_name = null, owner_address = null, owner_phone = null,
  owner_email = null, held = '[]', delivery_address = null`

/** Requests for vehicle documents. */
export const documentHoldings: readonly Holding[] = [
  {
    name: 'document_files',
    tables: ['document_files'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('document_files as f')
        .innerJoin('document_requests as r', 'r.id', 'f.request_id')
        .select(['r.number', 'f.purpose', 'f.kind', 'f.name', 'f.type', 'f.created_at'])
        .select(sql<string>`encode(f.content, 'base64')`.as('file_base64'))
        .where('r.user_id', '=', user_id)
        .orderBy('f.created_at')
        .execute(),
    erase: (tx, { user_id }) =>
      sql`delete from document_files where request_id in (select id from document_requests where user_id = ${user_id})`.execute(
        tx,
      ),
  },
  {
    name: 'document_requests',
    tables: ['document_requests', 'document_items'],
    copy: (db, { user_id }) =>
      db
        .selectFrom('document_requests as r')
        .select(['r.number', 'r.status', 'r.state', 'r.plate', 'r.category', 'r.use', 'r.make', 'r.model', 'r.year'])
        .select(['r.colour', 'r.engine_cc', 'r.chassis_number', 'r.engine_number', 'r.owner_name', 'r.owner_address'])
        .select(['r.owner_phone', 'r.owner_email', 'r.held', 'r.handover', 'r.delivery_address', 'r.total_minor'])
        .select(['r.refunded_minor', 'r.created_at', 'r.delivered_at'])
        .select(
          sql<unknown>`(select jsonb_agg(jsonb_build_object('kind', i.kind, 'term_months', i.term_months, 'result', i.result,
            'document_number', i.document_number, 'issued_on', i.issued_on, 'expires_on', i.expires_on) order by i.kind)
            from document_items i where i.request_id = r.id)`.as('documents'),
        )
        .where('r.user_id', '=', user_id)
        .orderBy('r.created_at')
        .execute(),
    // What was never paid goes; the books keep the others without whose they were and for which vehicle.
    erase: async (tx, { user_id }) => {
      await sql`delete from document_requests where user_id = ${user_id} and paid_at is null`.execute(tx)
      await sql`update document_items set document_number = null, reason = null
        where request_id in (select id from document_requests where user_id = ${user_id})`.execute(tx)
      await sql`update document_history set detail = null
        where request_id in (select id from document_requests where user_id = ${user_id})`.execute(tx)
      await sql`update document_requests set ${requestOfNobody} where user_id = ${user_id}`.execute(tx)
    },
  },
]
