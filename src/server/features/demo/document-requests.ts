import type { DocumentForm } from '#contract/documents/document-form.ts'
import { countryIds } from '#contract/geography.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findDemoPerson } from '#server/features/desk/demo-desk.ts'
import { insertDraft } from '#server/features/documents/requests/drafts.ts'
import { settleNotices } from '#server/features/notifications/staff-notices.ts'
import { ExampleLife } from './document-lives.ts'
import { examplePlans, type ExamplePlan } from './document-plans.ts'
import { findExampleCustomer, findExampleEmployee, type ExampleCustomer } from './example-people.ts'
import { writeNextExamples, type ExampleKind } from './example-progress.ts'
import { createRandom, type Random } from './random.ts'

export const exampleRequests: ExampleKind = {
  key: 'demo_document_requests',
  lock: 727285,
  count: examplePlans.length,
  write: writeOne,
}

/** Writes the next example requests for vehicle documents, one at a time by default. Returns how many there are. */
export const writeExampleRequests = (deps: Deps, count = 1): Promise<number> =>
  writeNextExamples(deps, exampleRequests, count)

async function writeOne(tx: Tx, deps: Deps, index: number, until: Date): Promise<void> {
  const plan = examplePlans[index]!
  const random = createRandom(`example-request-${index}`)
  const day = until.getTime() - plan.days * day_ms
  // In the morning in Nigeria.
  const at = new Date(day - (day % day_ms) + random.whole(8 * 60, 10 * 60) * minute_ms)
  const customer = await findCustomer(tx, plan, index, until)
  const form = planForm(plan, customer, random)
  const entry = { actor: 'customer', actor_id: customer.user_id, at } as const
  const { id } = await insertDraft(tx, { user_id: customer.user_id, language: customer.language, fields: form }, entry)
  await tx.updateTable('document_requests').set({ is_example: true }).where('id', '=', id).execute()
  const employee = await findExampleEmployee(tx, countryIds.NG, at)
  const life = new ExampleLife(tx, deps, { id, user_id: customer.user_id, employee, at })
  await life.lead(plan, form)
  // Nobody reads their mail, and nobody waits for them.
  await tx.deleteFrom('mails').where('to_address', '=', customer.email).execute()
  await settleNotices(tx, id, life.at)
}

async function findCustomer(tx: Tx, { own }: ExamplePlan, index: number, until: Date): Promise<ExampleCustomer> {
  if (own === undefined)
    return findExampleCustomer(tx, { country_id: countryIds.NG, language: 'en' }, 1 + (index % 5), until)
  return findDemoPerson(tx, 'admin', 'en', until)
}

type Vehicle = readonly [make: string, model: string, engine_cc: number]
const vehicles: readonly [Vehicle, ...Vehicle[]] = [
  ['Toyota', 'Corolla', 1_800],
  ['Honda', 'Accord', 2_400],
  ['Kia', 'Rio', 1_400],
  ['Lexus', 'ES 350', 3_500],
  ['Nissan', 'Almera', 1_500],
]
const colours = ['Silver', 'Black', 'White', 'Blue'] as const
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'

function planForm(
  { state, kinds, handover, use }: ExamplePlan,
  { email }: ExampleCustomer,
  random: Random,
): DocumentForm {
  const [make, model, engine_cc] = random.pick(vehicles)
  const letter = () => letters[random.whole(0, letters.length - 1)]!
  const digits = (length: number) => Array.from({ length }, () => random.whole(0, 9)).join('')
  const owner_address = `${random.whole(1, 90)} Example Road`
  return {
    state,
    plate: `EXA-${random.whole(100, 999)}${letter()}${letter()}`,
    category: 'saloon',
    use: use ?? 'private',
    make,
    model,
    year: random.whole(2_006, 2_022),
    colour: random.pick(colours),
    engine_cc,
    chassis_number: `EXAMP${letter()}${letter()}${letter()}${letter()}${letter()}${digits(7)}`,
    engine_number: `EX-${digits(7)}`,
    owner_name: 'Example Owner',
    owner_address,
    owner_phone: `+234800${digits(7)}`,
    owner_email: email,
    // What a licence alone needs.
    held:
      kinds.length === 1 && kinds[0] === 'vehicle_licence' ? [{ kind: 'third_party_insurance', expires_on: null }] : [],
    documents: kinds.map((kind) => ({ kind, term_months: kind === 'vehicle_licence' ? 12 : null })),
    handover,
    delivery_address: handover === 'delivery' ? owner_address : null,
  }
}
