import type { Inspections } from '#contract/documents/document-inspections.ts'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { completeForm } from '#test/kits/document-form.ts'
import { send, type E2eDriver } from '../kit/drivers.ts'
import { signInStaff } from '../shop/orders.ts'

/* Requests for vehicle documents over the API, as their customer and staff make them. */

type DocumentKind = (typeof completeForm.documents)[number]['kind']
interface RequestFacts {
  state: string
  plate: string
  kinds: readonly DocumentKind[]
  handover: 'delivery' | 'pickup'
}

/** Begins a request for these documents. */
export function buildDraft(
  base: string,
  { token }: E2eDriver,
  { state, plate, kinds, handover }: RequestFacts,
): Promise<DocumentDetails> {
  const documents = kinds.map((kind) => ({ kind, term_months: kind === 'vehicle_licence' ? 12 : null }))
  const delivery_address = handover === 'pickup' ? null : completeForm.delivery_address
  const body = { ...completeForm, state, plate, documents, handover, delivery_address }
  return send(base, 'POST', '/api/v1/documents', { token, body })
}

/** Begins a request for these documents and asks for its quote. */
export async function buildQuote(base: string, driver: E2eDriver, facts: RequestFacts): Promise<DocumentDetails> {
  const { id } = await buildDraft(base, driver, facts)
  return send(base, 'POST', `/api/v1/documents/${id}/quote`, { token: driver.token })
}

/** Pays a request that was quoted. */
export const payRequest = (base: string, { token }: E2eDriver, { id, total }: DocumentDetails) =>
  send<DocumentDetails>(base, 'POST', `/api/v1/documents/${id}/pay`, { token, body: { total: total!.amount } })

/** Books the first appointment that is left tomorrow. */
export async function bookTomorrow(base: string, { token }: E2eDriver, { id }: DocumentDetails): Promise<void> {
  const path = `/api/v1/documents/${id}/inspection`
  const { centres } = await send<Inspections>(base, 'GET', path, { token })
  const { centre, times } = centres.find((candidate) => candidate.times.length > 0)!
  const body = { centre_id: centre.id, starts_at: times[0]!.starts_at }
  await send(base, 'POST', path, { token, body })
}

const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'

/** Uploads the report of an inspection, or the scan of a document, as staff. */
async function uploadAsStaff(base: string, id: string, kind: DocumentKind | undefined, token: string): Promise<void> {
  const query = new URLSearchParams(kind === undefined ? { purpose: 'report' } : { purpose: 'scan', kind })
  const body = new FormData()
  body.set('file', new Blob([pdf], { type: 'application/pdf' }), `${(kind ?? 'report').replaceAll('_', ' ')}.pdf`)
  const path = `/api/v1/admin/documents/${id}/files?${query}`
  const answer = await fetch(base + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
}

/** What staff does with a request: the last part of each address, and its body. */
export async function actAsStaff(
  base: string,
  { id }: DocumentDetails,
  ...steps: readonly [path: string, body?: object][]
): Promise<void> {
  const token = await signInStaff(base)
  for (const [path, body] of steps) {
    if (path.startsWith('inspection/')) await uploadAsStaff(base, id, undefined, token)
    if (body !== undefined && 'result' in body && body.result === 'issued')
      await uploadAsStaff(base, id, (body as { kind?: DocumentKind }).kind, token)
    await send(base, 'POST', `/api/v1/admin/documents/${id}/${path}`, { token, ...(body && { body }) })
  }
}

/** The result of a document: issued since yesterday for a year, or refused by the agency. */
export const resultOf = (kind: DocumentKind, result: 'issued' | 'rejected', agency_reason: string | null = null) => ({
  kind,
  result,
  document_number: result === 'issued' ? `NG-${kind}` : null,
  issued_on: result === 'issued' ? dayFromNow(-1) : null,
  expires_on: result === 'issued' ? dayFromNow(364) : null,
  agency_reason,
})

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
