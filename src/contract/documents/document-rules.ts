import { day_ms } from '#contract/time.ts'
import type { PaperKind } from '#contract/vehicles/vehicles.ts'

/** Documents that are renewed for vehicles registered in Nigeria. */
export const documentKinds = [
  'vehicle_licence',
  'road_worthiness',
  'third_party_insurance',
  'hackney_permit',
  'proof_of_ownership',
] as const
export type DocumentKind = (typeof documentKinds)[number]

export const vehicleUses = ['private', 'commercial'] as const
export type VehicleUse = (typeof vehicleUses)[number]

/** For how many months a document may be asked for; an empty list where it has no term to choose. */
export const documentTerms = {
  vehicle_licence: [6, 12],
  road_worthiness: [],
  third_party_insurance: [],
  hackney_permit: [],
  proof_of_ownership: [],
} as const satisfies Record<DocumentKind, readonly number[]>
export const termMonths = [6, 12] as const
export type TermMonths = (typeof termMonths)[number]

/**
 * Categories of vehicles in fee lists: by body as states' licensing offices and the Joint Tax Board's plates name them
 * (saloon, bus, articulated vehicle), with the special types, tricycle and motorcycle of circular NAICOM/DPR/CIR/46/2022.
 */
export const vehicleCategories = [
  'motorcycle',
  'tricycle',
  'saloon',
  'suv',
  'pickup',
  'minibus',
  'bus',
  'truck',
  'articulated',
  'special',
] as const
export type VehicleCategory = (typeof vehicleCategories)[number]

/**
 * Engine capacities that fees are usually graded by, in cm³, both ends included. A fee stores its own two ends, because no
 * state publishes a list that we could verify and that others would have to follow.
 */
export const engineBands = [
  { from_cc: 1, to_cc: 1_600 },
  { from_cc: 1_601, to_cc: 2_000 },
  { from_cc: 2_001, to_cc: 3_000 },
  { from_cc: 3_001, to_cc: 30_000 },
] as const
export const maxEngine_cc = 30_000

/** The 36 states and the Federal Capital Territory: the last two letters of ISO 3166-2:NG and of `states.code`. */
export const nigerianStates = [
  ...(['AB', 'AD', 'AK', 'AN', 'BA', 'BE', 'BO', 'BY', 'CR', 'DE', 'EB', 'ED', 'EK'] as const),
  ...(['EN', 'FC', 'GO', 'IM', 'JI', 'KD', 'KE', 'KN', 'KO', 'KT', 'KW', 'LA', 'NA'] as const),
  ...(['NI', 'OG', 'ON', 'OS', 'OY', 'PL', 'RI', 'SO', 'TA', 'YO', 'ZA'] as const),
] as const
export type NigerianState = (typeof nigerianStates)[number]

/** What a line of a quote pays for; tax is VAT on our service and on the delivery only. */
export const feeParts = ['government', 'insurer', 'service', 'delivery', 'tax'] as const
export type FeePart = (typeof feeParts)[number]

/** What became of a document of a request; null while that is open. */
export const documentResults = ['issued', 'rejected', 'failed_inspection'] as const

/** How long a quote is valid and an appointment may be ahead, and when a customer who owes us something is reminded, in days. */
export const documentDays = { quote: 7, appointment: 60, action_reminders: [3, 7] } as const

/** How many hours before an inspection its customer is reminded of it. */
export const inspectionReminders_h = [24, 2] as const

/** Limits of uploads, and for how long files are kept after the documents were delivered. */
export const documentFileRules = { most: 10, most_bytes: 5 * 1024 * 1024, kept_months: 24 } as const

/** A document that the owner has, valid up to and including `expires_on`; null for one that does not expire. */
export interface HeldDocument {
  kind: DocumentKind
  expires_on: string | null
}

export interface DocumentDependency {
  /** The document that has to be renewed as well, or proven. */
  kind: DocumentKind
  needed_by: DocumentKind
  reason: 'not_held' | 'expires_before'
  /** The first day of the document that needs it. */
  first_day: string
  expires_on: string | null
}

const neededBy: Readonly<Partial<Record<DocumentKind, readonly DocumentKind[]>>> = {
  vehicle_licence: ['third_party_insurance', 'road_worthiness'],
}

/** What a document needs to be valid on its first day. */
export const listNeeds = (kind: DocumentKind): readonly DocumentKind[] => neededBy[kind] ?? []

/** The first day of a renewed document: the day after the one held expires, or today (dates of Nigeria, `2026-11-21`). */
export function findFirstDay(kind: DocumentKind, held: readonly HeldDocument[], today: string): string {
  const expires_on = held.find((document) => document.kind === kind)?.expires_on ?? null
  if (expires_on === null || expires_on < today) return today
  return new Date(Date.parse(expires_on) + day_ms).toISOString().slice(0, 10)
}

/**
 * Returns what must be added to a request of `kinds`, each with its reason: documents that another one needs on its first
 * day, and that are neither asked for nor held until then.
 */
export function listDependencies(
  kinds: readonly DocumentKind[],
  held: readonly HeldDocument[],
  today: string,
): DocumentDependency[] {
  return documentKinds
    .filter((kind) => kinds.includes(kind))
    .flatMap((needed_by) =>
      listNeeds(needed_by).flatMap((kind): DocumentDependency[] => {
        if (kinds.includes(kind)) return []
        const first_day = findFirstDay(needed_by, held, today)
        const own = held.find((document) => document.kind === kind)
        if (own === undefined) return [{ kind, needed_by, reason: 'not_held', first_day, expires_on: null }]
        if (own.expires_on === null || own.expires_on >= first_day) return []
        return [{ kind, needed_by, reason: 'expires_before', first_day, expires_on: own.expires_on }]
      }),
    )
}

/** What each document is called among a saved vehicle's papers. */
export const documentPapers = {
  vehicle_licence: 'licence',
  road_worthiness: 'inspection',
  third_party_insurance: 'insurance',
  hackney_permit: 'permit',
  proof_of_ownership: 'ownership',
} as const satisfies Record<DocumentKind, PaperKind>

/** The document that renews a saved vehicle's paper; undefined for papers that nobody renews here. */
export const findDocumentOfPaper = (paper: PaperKind): DocumentKind | undefined =>
  documentKinds.find((kind) => documentPapers[kind] === paper)

/** Whether a vehicle of this use may have such a document: hackney and stage carriage permits are for commercial use. */
export const isKindOfUse = (kind: DocumentKind, use: VehicleUse): boolean =>
  kind !== 'hackney_permit' || use === 'commercial'

/** Whether a request of these documents needs an appointment for an inspection. */
export const needsInspection = (kinds: readonly DocumentKind[]): boolean => kinds.includes('road_worthiness')

/** What a customer enters of the vehicle, in the order of the form. */
export const vehicleFields = [
  'state',
  'plate',
  'category',
  'use',
  'make',
  'model',
  'year',
  'colour',
  'engine_cc',
  'chassis_number',
  'engine_number',
] as const

/** What a customer enters of the owner and the handover, in the order of the form. */
export const ownerFields = [
  'owner_name',
  'owner_address',
  'owner_phone',
  'owner_email',
  'handover',
  'delivery_address',
] as const

/** What a customer enters for a request; what is held already has a form of its own. */
export const requestFields = [...vehicleFields, ...ownerFields] as const
