import { sql } from 'kysely'
import type { DocumentKind, NigerianState } from '#contract/documents/document-rules.ts'
import type { DeskLead } from '#contract/leads/desk.ts'
import type { vehiclePapers } from '#contract/leads/leads.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { changeLead, getDeskLead } from '#server/features/leads/staff.ts'
import { getOrderAccount, openCustomer } from '#server/features/orders/phone/customers.ts'
import { AppError } from '#server/http/errors.ts'
import { insertDraft } from '../requests/drafts.ts'
import { notifyOfCreation } from '../requests/effects.ts'
import type { StaffContext } from './actions.ts'

const kindOf: Record<(typeof vehiclePapers)[number], DocumentKind> = {
  licence: 'vehicle_licence',
  roadworthiness: 'road_worthiness',
  insurance: 'third_party_insurance',
  hackney: 'hackney_permit',
  ownership: 'proof_of_ownership',
}

/** The state that a name stands for; null for what is none. */
async function findState(tx: Tx, name: string): Promise<NigerianState | null> {
  const { rows } = await sql<{ code: NigerianState }>`
    select split_part(code, '-', 2) as code from states
    where code like 'NG-%' and lower(${name.trim()}) in (lower(name), lower(name) || ' state', lower(name_fr))`.execute(
    tx,
  )
  return rows[0]?.code ?? null
}

/**
 * Makes a draft for vehicle documents of a lead that asks for one, for the account with its email, which is opened if there
 * is none, and mails its customer to complete it. A lead that has its request keeps it. Throws `lead_not_found`,
 * `lead_state` for a lead of another kind, and 422 for an account that is disabled.
 */
export async function makeRequestOfLead(
  tx: Tx,
  { deps, actor_id, now }: StaffContext,
  lead_id: string,
  reader: Language,
): Promise<{ answer: DeskLead; changes: AuditedChange[] }> {
  // Two presses at one time make one request.
  const locked = await tx.selectFrom('leads').select('id').where('id', '=', lead_id).forUpdate().executeTakeFirst()
  if (locked === undefined) throw new AppError('lead_not_found')
  const lead = await getDeskLead(tx, lead_id)
  if (lead.request_id !== null) return { answer: lead, changes: [] }
  if (lead.kind !== 'documents') throw new AppError('lead_state')
  const { email, language } = lead
  const [first_name, ...others] = lead.name.split(/\s+/)
  const person = { first_name: first_name!, last_name: others.join(' ') }
  const { customer } = await openCustomer(tx, { email, ...person, language, country_code: 'NG' }, actor_id, reader, now)
  await getOrderAccount(tx, customer.id)
  const kind = kindOf[lead.details['paper'] as keyof typeof kindOf]
  const fields = {
    state: await findState(tx, String(lead.details['state'] ?? '')),
    plate: String(lead.details['plate'] ?? '') || null,
    owner_name: lead.name,
    owner_email: email,
    owner_phone: lead.phone,
    documents: kind === undefined ? [] : [{ kind, term_months: null }],
  }
  const entry = { actor: 'staff', actor_id, at: now } as const
  const request = await insertDraft(tx, { user_id: customer.id, language, fields, lead_id }, entry)
  await notifyOfCreation(tx, deps, request, entry)
  const moved = lead.state === 'new' ? await changeLead(tx, actor_id, lead_id, { state: 'in_hand' }, now) : undefined
  return {
    answer: await getDeskLead(tx, lead_id),
    changes: [
      ...(moved?.changes ?? []),
      { kind: 'document_request', id: request.id, after: { number: request.number, lead: lead.reference } },
    ],
  }
}
