import * as contract from '#contract/documents/desk/document-requests.ts'
import type { DocumentForm } from '#contract/documents/document-form.ts'
import type { DocumentKind, NigerianState } from '#contract/documents/document-rules.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { Permission } from '#contract/permissions.ts'
import { settings } from '#contract/settings/settings.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit, type AuditedChange } from '#server/features/access/audit.ts'
import { readAccess } from '#server/features/access/roles.ts'
import { storeDocumentFile } from '#server/features/documents/files/files.ts'
import { findFreeAppointments } from '#server/features/documents/inspections/appointments.ts'
import { lockRequest } from '#server/features/documents/requests/change-status.ts'
import { cancelRequest } from '#server/features/documents/requests/end-request.ts'
import { findInspectionFee } from '#server/features/documents/requests/inspection-fee.ts'
import { bookOwnInspection } from '#server/features/documents/requests/inspection.ts'
import { payRequest } from '#server/features/documents/requests/pay.ts'
import { sumLines } from '#server/features/documents/requests/price.ts'
import { askForQuote } from '#server/features/documents/requests/quote.ts'
import { askCustomer, type StaffChange, type StaffContext } from '#server/features/documents/staff/actions.ts'
import * as staff from '#server/features/documents/staff/paid-actions.ts'
import { enterDocumentResult, refundByStaff } from '#server/features/documents/staff/results.ts'
import { AppError } from '#server/http/errors.ts'
import type { ExamplePlan } from './document-plans.ts'
import { creditExample } from './example-people.ts'

/** A PDF of one page that says what it stands for, and that it is an example. */
function examplePdf(title: string): Buffer {
  const text = `BT /F1 20 Tf 36 220 Td (${title}) Tj /F1 12 Tf 0 -28 Td (${settings().company.name} example, not a real document) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 298] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const starts = objects.map((object, n) => {
    const start = pdf.length
    pdf += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(start).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join('')}`
  return Buffer.from(
    `${pdf}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    'latin1',
  )
}

/** Writes an entry of the audit log for what an example member of staff did at a moment, on this machine. */
async function recordExampleAudit(
  tx: Tx,
  { user_id, action, permission }: { user_id: string; action: string; permission: Permission },
  change: AuditedChange,
  at: Date,
): Promise<void> {
  const { role } = await readAccess(tx, user_id)
  const request_id = newId(at.getTime())
  await recordAudit(tx, { user: { user_id, role }, permission, action, request_id, ip: '127.0.0.1' }, change, at)
}

/** The first moment from an instant on at which an office in Nigeria is open: Monday to Friday from 9:00 to 17:00 (UTC+1). */
function findOfficeHour(instant: Date): Date {
  const lagos = new Date(instant.getTime() + hour_ms)
  const isOpen = lagos.getUTCHours() >= 9 && lagos.getUTCHours() < 17 && lagos.getUTCDay() % 6 !== 0
  if (isOpen) return instant
  if (lagos.getUTCHours() >= 9) lagos.setUTCDate(lagos.getUTCDate() + 1)
  lagos.setUTCHours(9, lagos.getUTCMinutes(), 0, 0)
  return findOfficeHour(new Date(lagos.getTime() - hour_ms))
}

/** Leads an example request, step by step, to the state of its plan. */
export class ExampleLife {
  readonly tx: Tx
  readonly deps: Deps
  readonly id: string
  readonly user_id: string
  readonly employee: string
  at: Date

  constructor(tx: Tx, deps: Deps, request: { id: string; user_id: string; employee: string; at: Date }) {
    this.tx = tx
    this.deps = deps
    this.id = request.id
    this.user_id = request.user_id
    this.employee = request.employee
    this.at = request.at
  }

  /** Lets hours pass, at least until the office is open, and returns the member of staff who does the next step. */
  staffAfter(hours: number): StaffContext {
    this.at = findOfficeHour(new Date(this.at.getTime() + hours * hour_ms))
    return { deps: this.deps, actor_id: this.employee, now: this.at }
  }

  async lead({ to, kinds, handover, rejected = [], fails }: ExamplePlan, form: DocumentForm): Promise<void> {
    const { tx, deps, id } = this
    if (to === 'draft') return
    await askForQuote(tx, deps, await lockRequest(tx, id), this.at)
    if (to === 'quoted' || to === 'waiting') return
    this.at = new Date(this.at.getTime() + 2 * hour_ms)
    if (to === 'cancelled') {
      const entry = { actor: 'customer', actor_id: this.user_id, at: this.at } as const
      await cancelRequest(tx, deps, await lockRequest(tx, id), entry)
      return
    }
    await this.pay()
    if (to === 'document_review') return
    if (to === 'action_required') {
      const question = 'The photo of your current certificate is cut off. Please add a new one.'
      await this.log(contract.askForMissing, await askCustomer(tx, this.staffAfter(5), id, question))
      return
    }
    if (to === 'refunded' && rejected.length === 0) {
      const reason = 'The chassis number belongs to another vehicle.'
      await this.log(contract.cancelDocuments, await staff.cancelByStaff(tx, this.staffAfter(20), id, reason))
      return
    }
    if (kinds.includes('road_worthiness')) {
      await this.book(form.state, to === 'inspection_booked' ? deps.clock() : this.at)
      if (to === 'inspection_booked') return
      if (fails === true || to === 'inspection_failed') {
        await this.inspect('failed')
        if (to === 'inspection_failed') return
        this.staffAfter(26)
        await this.book(form.state, this.at)
      }
      await this.inspect('passed')
      if (to === 'inspection_passed') return
    }
    const receipt = `EX-${id.slice(-6).toUpperCase()}`
    await this.log(contract.submitDocuments, await staff.submitByStaff(tx, this.staffAfter(3), id, receipt))
    if (to === 'with_agency') return
    this.staffAfter(30)
    for (const kind of kinds) await this.enterResult(kind, rejected.includes(kind), form)
    if (to === 'issued' || to === 'rejected') return
    if (to === 'refunded') {
      await this.refund(rejected)
      return
    }
    await this.handOver(handover, to === 'delivered')
    if (to === 'delivered' && rejected.length > 0) await this.refund(rejected)
  }

  private async pay(): Promise<void> {
    const { tx, deps, id, user_id, at } = this
    const { total_minor } = await lockRequest(tx, id)
    await creditExample(tx, user_id, total_minor, 'NGN', at)
    await payRequest(tx, deps, { user: { user_id }, now: at }, id, toMajor(total_minor, 'NGN'))
  }

  /** Books the first appointment that is left from the day after an instant on, with its fee where there is one. */
  private async book(state: NigerianState, after: Date): Promise<void> {
    const { tx, deps, id, user_id, at } = this
    const from = new Date(after.getTime() + 20 * hour_ms)
    const free = await findFreeAppointments(tx, { state, from, until: new Date(from.getTime() + 4 * day_ms) }, at)
    const open = free.find((candidate) => candidate.times.length > 0)
    if (open === undefined) throw new AppError('appointment_full')
    const { centre, times } = open
    const { starts_at } = times[0]!
    const fee_minor = sumLines(await findInspectionFee(tx, await lockRequest(tx, id), at))
    if (fee_minor > 0n) await creditExample(tx, user_id, fee_minor, 'NGN', at)
    const total = fee_minor > 0n ? toMajor(fee_minor, 'NGN') : undefined
    const body = { centre_id: centre.id, starts_at: starts_at.toISOString(), total }
    await bookOwnInspection(tx, deps, { user: { user_id }, now: at }, id, body)
    this.at = starts_at
  }

  private async inspect(outcome: 'passed' | 'failed'): Promise<void> {
    const context = this.staffAfter(1)
    await this.addFile('report', null, 'Inspection report')
    const reason = outcome === 'failed' ? 'Two brake pads are worn down.' : undefined
    await this.log(
      outcome === 'failed' ? contract.failInspection : contract.passInspection,
      await staff.decideInspection(this.tx, context, this.id, outcome, reason),
    )
  }

  private async enterResult(kind: DocumentKind, isRejected: boolean, { documents }: DocumentForm): Promise<void> {
    const { tx, at, id } = this
    const context = this.staffAfter(0)
    if (isRejected) {
      const reason = 'The engine number differs from the one in the register.'
      const none = { document_number: null, issued_on: null, expires_on: null }
      const rejected = { kind, result: 'rejected', ...none, agency_reason: reason } as const
      await this.log(contract.enterResult, await enterDocumentResult(tx, context, id, rejected))
      return
    }
    await this.addFile('scan', kind, 'Issued document')
    const term = documents.find((document) => document.kind === kind)?.term_months ?? 12
    const issued_on = toNigerianDay(at)
    const expires_on = toNigerianDay(new Date(at.getTime() + (term === 6 ? 181 : 364) * day_ms))
    const document_number = `EX-${kind.slice(0, 1).toUpperCase()}${id.slice(-8).toUpperCase()}`
    const issued = { kind, result: 'issued', document_number, issued_on, expires_on, agency_reason: null } as const
    await this.log(contract.enterResult, await enterDocumentResult(tx, context, id, issued))
  }

  /** Refunds the insurer's premium. */
  private async refund(rejected: readonly DocumentKind[]): Promise<void> {
    const none = { vehicle_licence: null, road_worthiness: null, hackney_permit: null, proof_of_ownership: null }
    const third_party_insurance = rejected.includes('third_party_insurance') ? 15_000 : null
    const amounts = { ...none, third_party_insurance }
    await this.log(contract.refundDocuments, await refundByStaff(this.tx, this.staffAfter(18), this.id, amounts))
  }

  private async handOver(handover: 'delivery' | 'pickup', isDelivered: boolean): Promise<void> {
    const { tx, id } = this
    const context = this.staffAfter(20)
    if (handover === 'delivery') {
      const parcel = { courier: 'Example courier', tracking_number: `EX${id.slice(-6)}` }
      await this.log(contract.dispatchDocuments, await staff.dispatchByStaff(tx, context, id, parcel))
    } else {
      const place = { pickup_place: '1 Example Road', pickup_hours: 'Monday to Friday, 9 am to 4 pm' }
      await this.log(contract.offerPickup, await staff.offerPickupByStaff(tx, context, id, place))
    }
    if (!isDelivered) return
    const { handover_code } = await lockRequest(tx, id)
    await this.log(contract.handOverDocuments, await staff.handOverByStaff(tx, this.staffAfter(24), id, handover_code!))
  }

  /** Writes what a step of the member of staff changed into the audit log, as its call does. */
  private async log({ name, auth }: Endpoint, { changes }: Pick<StaffChange, 'changes'>): Promise<void> {
    for (const change of changes)
      await recordExampleAudit(
        this.tx,
        { user_id: this.employee, action: name, permission: auth as Permission },
        change,
        this.at,
      )
  }

  private async addFile(purpose: 'report' | 'scan', kind: DocumentKind | null, title: string): Promise<void> {
    const { tx, id, employee: user_id, at } = this
    const name = `${purpose}${kind === null ? '' : `-${kind.replaceAll('_', '-')}`}.pdf`
    const file = { purpose, kind, name, type: 'application/pdf', content: examplePdf(title), user_id } as const
    await storeDocumentFile(tx, id, file, at)
  }
}
