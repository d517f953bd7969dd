import { sql } from 'kysely'
import type { DocumentForm } from '#contract/documents/document-form.ts'
import {
  createDocumentRequest,
  payDocumentRequest,
  quoteDocumentRequest,
  type DocumentDetails,
} from '#contract/documents/documents.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import { lockRequest, type RequestEntry, type RequestRow } from '#server/features/documents/requests/change-status.ts'
import { completeForm } from './document-form.ts'
import type { Driver, World } from './world.ts'

export { completeForm }

interface Fee {
  kind: string
  part: 'government' | 'insurer' | 'service' | 'delivery'
  amount_minor: bigint
}

/** Fees of every kind in every state, in minor units; the premium of private insurance is shipped. */
export const knownFees: readonly Fee[] = [
  { kind: 'vehicle_licence', part: 'government', amount_minor: 400_000n },
  { kind: 'vehicle_licence', part: 'service', amount_minor: 200_000n },
  { kind: 'third_party_insurance', part: 'service', amount_minor: 100_000n },
  { kind: 'road_worthiness', part: 'government', amount_minor: 600_000n },
  { kind: 'road_worthiness', part: 'service', amount_minor: 250_000n },
  { kind: 'delivery', part: 'delivery', amount_minor: 300_000n },
]

const feeSource = 'Licensing office, Ikeja'

/** Enters fees that are valid in every state from 2026. */
export async function buildFees(world: World, fees: readonly Fee[] = knownFees): Promise<void> {
  for (const { kind, part, amount_minor } of fees)
    await sql`insert into document_fees (id, kind, part, amount_minor, valid_from, source, observed_on, created_at)
      values (gen_random_uuid(), ${kind}, ${part}, ${amount_minor}, '2026-01-01', ${feeSource}, '2026-11-01',
        ${world.clock.now})`.execute(world.db)
}

/** Takes away the requests, their mails and the fees that tests enter: what is counted is then of one test alone. */
export async function deleteDocuments({ db }: World): Promise<void> {
  await sql`truncate document_requests, mails cascade`.execute(db)
  await sql`delete from document_fees where source = ${feeSource}`.execute(db)
}

/** Begins a request and asks for its quote. */
export async function buildDocumentQuote(
  world: World,
  { token }: Driver,
  form: Partial<DocumentForm> = {},
): Promise<DocumentDetails> {
  const draft = await world.call(createDocumentRequest, { token, body: { ...completeForm, ...form } })
  if (draft.status !== 201) throw new Error(JSON.stringify(draft.body))
  const quote = await world.call(quoteDocumentRequest, { token, params: { id: draft.body.id } })
  if (quote.status !== 200) throw new Error(JSON.stringify(quote.body))
  return quote.body
}

const staff = (at: Date): RequestEntry => ({ actor: 'staff', actor_id: null, at })

/** Locks a request and does something with it, as staff. */
export const asStaff = <T>(
  { deps, clock }: World,
  id: string,
  work: (tx: Tx, row: RequestRow, entry: RequestEntry) => Promise<T>,
): Promise<T> => transact(deps.db, async (tx) => work(tx, await lockRequest(tx, id), staff(new Date(clock.now))))

/** Pays a quote with the total that it shows. */
export const payQuote = (world: World, { token }: Driver, { id, total }: DocumentDetails, headers = {}) =>
  world.call(payDocumentRequest, { token, params: { id }, body: { total: total!.amount }, headers })

/** Insurance alone, which needs no inspection. */
export const insuranceOnly = {
  documents: [{ kind: 'third_party_insurance' as const, term_months: null }],
} satisfies Partial<DocumentForm>
