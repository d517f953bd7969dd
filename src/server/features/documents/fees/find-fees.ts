import { sql } from 'kysely'
import type { FeeEntry } from '#contract/documents/desk/document-fees.ts'
import type {
  DocumentKind,
  FeePart,
  NigerianState,
  TermMonths,
  VehicleCategory,
  VehicleUse,
} from '#contract/documents/document-rules.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { partsOf } from './check-entry.ts'

/** What a fee is looked up by. `day` is a date of Nigeria, `2026-11-23`. */
export interface FeeQuery {
  state: NigerianState
  kind: DocumentKind
  category: VehicleCategory
  use: VehicleUse
  engine_cc: number | null
  term: TermMonths | null
  day: string
}

/** A fee with where and when it was looked up. Tax is no fee of its own: it is charged on service and delivery. */
export interface FeeLine {
  fee_id: string
  part: Exclude<FeePart, 'tax'>
  amount_minor: bigint
  source: string
  observed_on: string
  is_example: boolean
}

type LineQuery = Partial<Omit<FeeQuery, 'kind'>> & Pick<FeeQuery, 'state' | 'day'> & { kind: string }

async function findLines(db: Db | Tx, { state, kind, day, ...by }: LineQuery): Promise<FeeLine[]> {
  const { rows } = await sql<FeeLine>`
    select id as fee_id, part, amount_minor, source, observed_on::text, is_example from document_fees
    where kind = ${kind} and (state_id is null or state_id = (select id from states where code = ${`NG-${state}`}))
      and (category is null or category = ${by.category ?? null}) and (use is null or use = ${by.use ?? null})
      and (engine_from_cc is null or ${by.engine_cc ?? null}::int between engine_from_cc and engine_to_cc)
      and (term_months is null or term_months = ${by.term ?? null}::int)
      and valid_from <= ${day}::date and (valid_to is null or valid_to > ${day}::date)
    order by array_position(array['government', 'insurer', 'service', 'delivery'], part)`.execute(db)
  return rows
}

/** Returns what a document costs on a day, by line; null as long as one of its lines is unknown. */
export async function findFees(db: Db | Tx, query: FeeQuery): Promise<FeeLine[] | null> {
  const lines = await findLines(db, query)
  const parts = partsOf(query.kind)
  const known = lines.filter(({ part }) => parts.includes(part))
  return known.length === parts.length ? known : null
}

/** Returns what it costs to send documents to an address in a state; null if that is unknown. */
export const findDeliveryFee = async (db: Db | Tx, query: Pick<FeeQuery, 'state' | 'day'>): Promise<FeeLine | null> =>
  (await findLines(db, { ...query, kind: 'delivery' }))[0] ?? null

/** Returns the fees of another inspection after one that failed; none are charged where the fee table has none. */
export const findReinspectionFees = (db: Db | Tx, query: Omit<FeeQuery, 'kind' | 'term'>): Promise<FeeLine[]> =>
  findLines(db, { ...query, kind: 'reinspection' })

/** Returns the lines of a document, or of delivery, that nobody has entered a fee for. */
export async function findMissingFees(
  db: Db | Tx,
  vehicle: Omit<FeeQuery, 'kind' | 'term'>,
  kind: DocumentKind | 'delivery',
  term: number | null,
): Promise<{ kind: DocumentKind | 'delivery'; part: FeeEntry['part'] }[]> {
  const known = await findLines(db, { ...vehicle, kind, term: term as TermMonths | null })
  return partsOf(kind)
    .filter((part) => !known.some((line) => line.part === part))
    .map((part) => ({ kind, part }))
}
