import { connectors, type LeadKind, leadForms, spaceKinds, vehiclePapers } from '#contract/leads/leads.ts'

type Choices = 'country' | 'connectors' | 'place_kinds' | 'papers'

/** Control, keyboard and autocompletion of each field. */
interface Control {
  as: 'text' | 'area' | 'number' | 'choice' | 'file' | 'slot'
  type?: 'email' | 'tel' | 'url'
  inputMode?: 'email' | 'tel' | 'url' | 'numeric' | 'decimal'
  autoComplete?: string
  autoCapitalize?: 'none' | 'characters'
  choices?: Choices
  /** Suggested values. */
  offers?: 'states'
  unit?: string
  hint?: true
}

export const controls = {
  name: { as: 'text', autoComplete: 'name' },
  email: { as: 'text', type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  phone: { as: 'text', type: 'tel', inputMode: 'tel', autoComplete: 'tel', hint: true },
  message: { as: 'area' },
  booking_code: { as: 'text', autoComplete: 'off', autoCapitalize: 'characters', hint: true },
  starts_at: { as: 'slot' },
  company: { as: 'text', autoComplete: 'organization' },
  country_code: { as: 'choice', choices: 'country', autoComplete: 'country' },
  drivers: { as: 'number', inputMode: 'numeric' },
  channel: { as: 'text', hint: true },
  work: { as: 'text', autoComplete: 'organization-title' },
  link: { as: 'text', type: 'url', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', hint: true },
  file: { as: 'file', hint: true },
  city: { as: 'text', autoComplete: 'address-level2' },
  connector: { as: 'choice', choices: 'connectors' },
  power_kw: { as: 'number', inputMode: 'decimal', unit: 'kW' },
  place_kind: { as: 'choice', choices: 'place_kinds' },
  spaces: { as: 'number', inputMode: 'numeric' },
  service: { as: 'text' },
  paper: { as: 'choice', choices: 'papers' },
  plate: { as: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
  state: { as: 'text', autoComplete: 'address-level1', offers: 'states', hint: true },
} as const satisfies Record<string, Control>
export type FieldName = keyof typeof controls
export const controlOf = (name: FieldName): Control => controls[name]

/** The fields of each form, in order. */
export const fieldsOf: Readonly<Record<LeadKind, readonly FieldName[]>> = {
  contact: ['name', 'email', 'booking_code', 'message'],
  demo: ['starts_at', 'name', 'email', 'phone', 'company', 'message'],
  business: ['company', 'country_code', 'name', 'email', 'phone', 'drivers', 'message'],
  affiliate: ['name', 'email', 'channel', 'country_code', 'message'],
  career: ['name', 'email', 'phone', 'work', 'link', 'message', 'file'],
  charger: ['country_code', 'city', 'connector', 'power_kw', 'name', 'email', 'phone', 'message'],
  space: ['country_code', 'city', 'place_kind', 'spaces', 'name', 'email', 'phone', 'message'],
  press: ['company', 'name', 'email', 'phone', 'message'],
  marketplace: ['name', 'email', 'country_code', 'city', 'phone', 'service', 'message'],
  documents: ['paper', 'plate', 'state', 'name', 'email', 'phone', 'message'],
}

/** Long fields and fields with a hint; fields side by side must align. */
const isLong = (name: FieldName): boolean => {
  const { as, hint } = controlOf(name)
  return hint === true || as === 'area' || as === 'file' || as === 'slot'
}

/** Fields of full width: long ones, and those without a neighbour. */
export function isWide(kind: LeadKind, name: FieldName): boolean {
  if (isLong(name)) return true
  const fields = fieldsOf[kind]
  const at = fields.indexOf(name)
  const before = at - 1 - fields.slice(0, at).findLastIndex(isLong)
  return before % 2 === 0 && (fields[at + 1] === undefined || isLong(fields[at + 1]!))
}

/** Whether the contract allows the field to be empty. */
export function isOptional(kind: LeadKind, name: FieldName): boolean {
  const shape = leadForms[kind].shape as Partial<Record<FieldName, { safeParse(value: unknown): { success: boolean } }>>
  return shape[name] === undefined || shape[name].safeParse(undefined).success
}

export const valuesOf = {
  connectors,
  place_kinds: spaceKinds,
  papers: vehiclePapers,
} as const
