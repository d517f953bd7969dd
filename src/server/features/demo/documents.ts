import { sql } from 'kysely'
import {
  engineBands,
  nigerianStates,
  termMonths,
  vehicleUses,
  type NigerianState,
} from '#contract/documents/document-rules.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { constraintOf } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { runInSavepoint, transact } from '#server/database/transact.ts'
import { createRandom } from './random.ts'

/** In whole naira; what is left out holds for every vehicle. The insurers' premiums are not here: those are real. */
interface ExampleFee {
  kind: string
  part: 'government' | 'service' | 'delivery'
  amount: number
  use?: string
  band?: (typeof engineBands)[number]
  term_months?: number
}

/** Centres in the states that most customers come from. The names of the towns are real, nothing else is. */
const exampleCentres = [
  ['LA', 'Ikeja'],
  ['LA', 'Lekki'],
  ['FC', 'Abuja'],
  ['KN', 'Kano'],
  ['OY', 'Ibadan'],
  ['RI', 'Port Harcourt'],
] as const

const ourFees = {
  vehicle_licence: 2_000,
  road_worthiness: 2_500,
  third_party_insurance: 1_500,
  hackney_permit: 3_000,
  proof_of_ownership: 1_500,
}

/** Made-up fees of a state, drawn from a fixed seed. */
export function planExampleFees(state: NigerianState): ExampleFee[] {
  const random = createRandom(`example-fees-${state}`)
  const level = 0.8 + 0.4 * random.next()
  const naira = (amount: number) => Math.round((amount * level) / 50) * 50
  const government = (kind: string, amount: number, of: Partial<ExampleFee> = {}): ExampleFee => ({
    kind,
    part: 'government',
    amount: naira(amount),
    ...of,
  })
  return [
    ...engineBands.flatMap((band, n) =>
      termMonths.map((term_months) =>
        government('vehicle_licence', (3_500 + 1_500 * n) * (term_months / 12), { band, term_months }),
      ),
    ),
    ...vehicleUses.map((use) => government('road_worthiness', use === 'private' ? 5_000 : 8_000, { use })),
    government('hackney_permit', 12_000),
    government('proof_of_ownership', 3_500),
    government('reinspection', 2_000),
    ...Object.entries(ourFees).map(([kind, amount]): ExampleFee => ({ kind, part: 'service', amount })),
    { kind: 'delivery', part: 'delivery', amount: naira(3_000) },
  ]
}

/** Writes the example fees of all 37 states and the example centres where there are no examples yet. */
export async function writeExampleDocuments(db: Db, now = new Date()): Promise<void> {
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(727282)`.execute(tx)
    const fee = await tx.selectFrom('document_fees').select('id').where('is_example', '=', true).executeTakeFirst()
    if (fee === undefined) await writeExamples(tx, now)
  })
}

/** Deletes the examples and writes them again; what staff entered stays, and wins where both are for the same. */
export async function rewriteExampleDocuments(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('document_fees').where('is_example', '=', true).execute()
  await tx.deleteFrom('inspection_centres').where('is_example', '=', true).execute()
  await writeExamples(tx, now)
}

async function writeExamples(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; code: NigerianState }>`
    select id, right(code, 2) as code from states where code like 'NG-%'`.execute(tx)
  const idOf = new Map(rows.map(({ id, code }) => [code, id]))
  const known = nigerianStates.filter((state) => idOf.has(state))
  if (known.length === 0) return
  const examples = known.flatMap((state) =>
    planExampleFees(state).map(({ band, amount, use, term_months, ...fee }) => ({
      ...fee,
      id: newId(now.getTime()),
      state_id: idOf.get(state)!,
      use: use ?? null,
      term_months: term_months ?? null,
      engine_from_cc: band?.from_cc ?? null,
      engine_to_cc: band?.to_cc ?? null,
      amount_minor: BigInt(amount) * 100n,
      valid_from: '2026-01-01',
      source: settings().company.name,
      observed_on: '2026-11-01',
      is_example: true,
      created_at: now,
    })),
  )
  const entered = await tx.selectFrom('document_fees').select(['kind', 'part']).distinct().execute()
  const isEntered = (fee: { kind: string; part: string }) =>
    entered.some(({ kind, part }) => kind === fee.kind && part === fee.part)
  await tx
    .insertInto('document_fees')
    .values(examples.filter((fee) => !isEntered(fee)))
    .execute()
  // Beside a fee that staff entered for the same requests there is no example.
  for (const fee of examples.filter(isEntered))
    await runInSavepoint(tx, () => tx.insertInto('document_fees').values(fee).execute()).catch((error: unknown) => {
      if (constraintOf(error) !== 'document_fees_overlap') throw error
    })
  await tx
    .insertInto('inspection_centres')
    .values(
      exampleCentres
        .filter(([state]) => idOf.has(state))
        .map(([state, city]) => ({
          id: newId(now.getTime()),
          state_id: idOf.get(state)!,
          name: `${settings().company.name} ${city}`,
          address: '1 Example Road',
          city,
          opening_hours: 'Mo-Fr 08:00-16:00; Sa 09:00-13:00',
          capacity_per_hour: 4,
          status: 'active',
          is_example: true,
          created_at: now,
        })),
    )
    .execute()
}
