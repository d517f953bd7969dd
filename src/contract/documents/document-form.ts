import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { line, missingOr } from '#contract/fields.ts'
import { phoneShape } from '#contract/phones.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'
import {
  documentKinds,
  maxEngine_cc,
  nigerianStates,
  termMonths,
  vehicleCategories,
  vehicleUses,
} from './document-rules.ts'

/** Years of make that a form accepts: from 1950 until next year. */
export const firstYear = 1950
const lastYear = (now: Date): number => now.getUTCFullYear() + 1

/**
 * A chassis number: 17 characters without I, O and Q (ISO 3779), or one of an older vehicle, 6 to 16 letters and digits;
 * in capitals, without spaces and hyphens.
 */
export const chassisPattern = /^(?:[A-HJ-NPR-Z\d]{17}|[A-Z\d]{6,16})$/

const chassis = z.string('required').check(
  z.overwrite((typed) => typed.toUpperCase().replaceAll(/[\s-]/g, '')),
  z.minLength(1, 'required'),
  z.regex(chassisPattern, 'chassis_number'),
)
const engineNumber = z
  .string('required')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, 'required'),
    z.regex(/^[A-Z\d](?:[A-Z\d /-]{1,28}[A-Z\d])$/, 'engine_number'),
  )
const phone = z.string('required').check(z.trim(), z.minLength(1, 'required'), phoneShape)
const day = z.iso.date(missingOr('day')).check(z.refine((text) => text >= '1990-01-01' && text <= '2099-12-31', 'day'))

const HeldDocument = z.strictObject({ kind: z.enum(documentKinds, 'required'), expires_on: z.nullable(day) })
const RequestedDocument = z.strictObject({
  kind: z.enum(documentKinds, 'required'),
  /** For a vehicle licence: 6 or 12 months. */
  term_months: z.nullable(z.literal(termMonths, 'required')),
})
const once = <T extends { kind: string }>(all: readonly T[]) => new Set(all.map(({ kind }) => kind)).size === all.length
const year = z
  .number('required')
  .check(z.int('whole_number'), z.minimum(firstYear, 'too_small'), z.maximum(2_100, 'too_large'))
const engine_cc = z
  .number('required')
  .check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(maxEngine_cc, 'too_large'))

/** The form of a request as it must be for a quote. */
export const DocumentForm = z
  .object({
    state: z.enum(nigerianStates, 'required'),
    plate: PlateText,
    category: z.enum(vehicleCategories, 'required'),
    use: z.enum(vehicleUses, 'required'),
    make: line(1, 40),
    model: line(1, 40),
    year,
    colour: line(1, 40),
    engine_cc,
    chassis_number: chassis,
    engine_number: engineNumber,
    owner_name: line(1, 120),
    owner_address: line(1, 300),
    owner_phone: phone,
    owner_email: Email,
    held: z.array(HeldDocument).check(z.refine(once, 'paper_twice')),
    documents: z.array(RequestedDocument).check(z.minLength(1, 'documents_none'), z.refine(once, 'paper_twice')),
    handover: z.enum(['delivery', 'pickup'], 'required'),
    delivery_address: z.nullable(line(0, 300)),
  })
  .check((form) => {
    const { documents, handover, delivery_address, use } = form.value
    const addIssue = (field: string, key: string) =>
      form.issues.push({ code: 'custom', message: key, path: [field], input: form.value })
    if (handover === 'delivery' && (delivery_address ?? '') === '') addIssue('delivery_address', 'required')
    for (const { kind, term_months } of documents) {
      if ((kind === 'vehicle_licence') !== (term_months !== null)) addIssue('documents', 'document_term')
      if (kind === 'hackney_permit' && use === 'private') addIssue('documents', 'commercial_only')
    }
  })
export type DocumentForm = z.infer<typeof DocumentForm>

/** Pasted numbers come between marks of direction. */
const withoutMarks = z.overwrite<string>((value) => value.replaceAll(/\p{Cf}/gu, ''))

const typed = (most: number, ...before: ReturnType<typeof z.overwrite<string>>[]) =>
  z.nullable(
    z.string().check(
      ...before,
      z.maxLength(most, 'too_long'),
      z.refine((value) => !/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(value), 'characters'),
    ),
  )

/** The form while it is filled in: nothing is required, and texts may be unfinished. */
export const DocumentDraft = z.strictObject({
  state: z.nullable(z.enum(nigerianStates, 'required')),
  plate: typed(20),
  category: z.nullable(z.enum(vehicleCategories, 'required')),
  use: z.nullable(z.enum(vehicleUses, 'required')),
  make: typed(40),
  model: typed(40),
  year: z.nullable(z.int(missingOr('whole_number')).check(z.minimum(0, 'too_small'), z.maximum(9_999, 'too_large'))),
  colour: typed(40),
  engine_cc: z.nullable(
    z.int(missingOr('whole_number')).check(z.minimum(0, 'too_small'), z.maximum(99_999, 'too_large')),
  ),
  chassis_number: typed(30),
  engine_number: typed(30),
  owner_name: typed(120),
  owner_address: typed(300),
  owner_phone: typed(40, withoutMarks),
  owner_email: typed(200),
  held: z.array(HeldDocument).check(z.maxLength(documentKinds.length, 'paper_twice'), z.refine(once, 'paper_twice')),
  documents: z
    .array(RequestedDocument)
    .check(z.maxLength(documentKinds.length, 'paper_twice'), z.refine(once, 'paper_twice')),
  handover: z.nullable(z.enum(['delivery', 'pickup'], 'required')),
  delivery_address: typed(300),
})
export type DocumentDraft = z.infer<typeof DocumentDraft>

export const emptyDraft: DocumentDraft = {
  state: null,
  plate: null,
  category: null,
  use: null,
  make: null,
  model: null,
  year: null,
  colour: null,
  engine_cc: null,
  chassis_number: null,
  engine_number: null,
  owner_name: null,
  owner_address: null,
  owner_phone: null,
  owner_email: null,
  held: [],
  documents: [],
  handover: null,
  delivery_address: null,
}
export type DraftField = keyof DocumentDraft

/**
 * Checks a draft as a form: what is missing is null in it, and absent to the schema. Returns the form, or for each field the
 * first thing that is wrong with it, as a key of `errors.fields`.
 */
export function checkDocumentForm(
  { delivery_address, ...draft }: DocumentDraft,
  now: Date,
): { form: DocumentForm } | { problems: { field: string; key: string }[] } {
  const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== ''))
  const parsed = DocumentForm.safeParse({ ...given, delivery_address })
  if (parsed.success && parsed.data.year <= lastYear(now)) return { form: parsed.data }
  const issues = parsed.success ? [{ path: ['year'], message: 'too_large' }] : parsed.error.issues
  const first = new Map(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  const problems = [...first].map(([field, key]) => ({ field, key: /^[a-z_]+$/.test(key) ? key : 'required' }))
  const order = Object.keys(emptyDraft)
  return { problems: problems.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) }
}
