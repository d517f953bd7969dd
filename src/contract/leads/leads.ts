import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr, plainText } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { PhoneText } from '#contract/phones.ts'
import { PlateText } from '#contract/vehicles/vehicles.ts'

export const leadKinds = [
  'contact',
  'demo',
  'business',
  'affiliate',
  'career',
  'charger',
  'space',
  'press',
  'marketplace',
  'documents',
] as const
export const LeadKind = z.enum(leadKinds)
export type LeadKind = z.infer<typeof LeadKind>

export const leadStates = ['new', 'in_hand', 'answered', 'closed'] as const
export const LeadState = z.enum(leadStates)
export type LeadState = z.infer<typeof LeadState>

/** Allowed transitions of a lead's state. */
export const leadMoves: Readonly<Record<LeadState, readonly LeadState[]>> = {
  new: ['in_hand', 'closed'],
  in_hand: ['answered', 'closed'],
  answered: ['in_hand', 'closed'],
  closed: ['in_hand'],
}

export const maxLeadLength = 4_000
/** Forms sent faster than this are taken for bots: they get the usual response and are not stored. The page waits. */
export const minLeadDuration_ms = 2_000
export const maxApplication_bytes = 5 * 1024 * 1024
/** Applications are erased this long after they arrived, other leads this long after their last change. */
export const leadRetention = { application_months: 6, other_months: 24 } as const
export const demoMinutes = 30

export const connectors = ['type2', 'type1', 'ccs', 'nacs', 'chademo', 'socket'] as const
export const spaceKinds = ['driveway', 'garage', 'surface', 'underground', 'street'] as const
export const vehiclePapers = ['licence', 'roadworthiness', 'insurance', 'hackney', 'ownership'] as const

/** May have several lines. */
export const LeadText = z.string('required').check(
  z.overwrite((typed) => typed.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, 'required'),
  z.maxLength(maxLeadLength, 'too_long'),
  plainText,
)
const name = line(1, 80)
const city = line(1, 80)
const country_code = z.enum(countryCodes, 'required')
const count = (most: number) =>
  z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(most, 'too_large'))

/** Fields of every form. */
const senderFields = {
  name,
  email: Email,
  /** Hidden field that people leave empty; leads that fill it in are not stored. */
  website: z.optional(z.string().check(z.maxLength(500, 'too_long'))),
  /** How long the form was open, in milliseconds. */
  took_ms: z.int().check(z.minimum(0), z.maximum(1e12)),
}
const phoneField = { phone: z.optional(PhoneText) }
const messageField = { message: z.optional(LeadText) }

/** The fields of each form. */
export const leadForms = {
  contact: z.strictObject({ ...senderFields, booking_code: z.optional(line(4, 40)), message: LeadText }),
  demo: z.strictObject({
    ...senderFields,
    ...phoneField,
    starts_at: z.iso.datetime({ offset: true, error: 'slot' }),
    timezone: line(1, 64),
    company: z.optional(line(1, 120)),
    ...messageField,
  }),
  business: z.strictObject({
    company: line(1, 120),
    country_code,
    drivers: count(100_000),
    ...senderFields,
    ...phoneField,
    ...messageField,
  }),
  affiliate: z.strictObject({
    ...senderFields,
    channel: line(1, 200),
    country_code,
    ...messageField,
  }),
  career: z.strictObject({
    ...senderFields,
    ...phoneField,
    work: line(1, 120),
    link: z.optional(z.url({ protocol: /^https?$/, error: 'link' }).check(z.maxLength(300, 'too_long'))),
    message: LeadText,
  }),
  charger: z.strictObject({
    country_code,
    city,
    connector: z.enum(connectors, 'required'),
    power_kw: z.number(missingOr('number')).check(z.minimum(1, 'too_small'), z.maximum(400, 'too_large')),
    ...senderFields,
    ...phoneField,
    ...messageField,
  }),
  space: z.strictObject({
    country_code,
    city,
    place_kind: z.enum(spaceKinds, 'required'),
    spaces: count(20_000),
    ...senderFields,
    ...phoneField,
    ...messageField,
  }),
  press: z.strictObject({ company: line(1, 120), ...senderFields, ...phoneField, message: LeadText }),
  marketplace: z.strictObject({
    ...senderFields,
    ...phoneField,
    country_code,
    city,
    service: z.optional(line(1, 80)),
    message: LeadText,
  }),
  documents: z.strictObject({
    paper: z.enum(vehiclePapers, 'required'),
    plate: PlateText,
    state: line(1, 60),
    ...senderFields,
    phone: PhoneText,
    ...messageField,
  }),
} as const satisfies Record<LeadKind, z.ZodMiniType>
export type LeadBody<Kind extends LeadKind = LeadKind> = z.infer<(typeof leadForms)[Kind]>

const Thanks = z.object({ message: z.string(), reference: z.string() })

const sent = { method: 'POST', tag: 'leads', auth: 'optional', idempotent: true, status: 201, answer: Thanks } as const

export const sendContact = endpoint({
  ...sent,
  name: 'sendContact',
  path: '/api/v1/leads/contact',
  summary: 'Sends a question',
  body: leadForms.contact,
})
export const sendDemo = endpoint({
  ...sent,
  name: 'sendDemo',
  path: '/api/v1/leads/demo',
  summary: 'Books a demonstration and mails a calendar file',
  body: leadForms.demo,
})
export const sendBusiness = endpoint({
  ...sent,
  name: 'sendBusiness',
  path: '/api/v1/leads/business',
  summary: 'Applies for a business account',
  body: leadForms.business,
})
export const sendAffiliate = endpoint({
  ...sent,
  name: 'sendAffiliate',
  path: '/api/v1/leads/affiliate',
  summary: 'Applies to become an affiliate',
  body: leadForms.affiliate,
})
/** A multipart form: `fields` is the JSON of `leadForms.career`, `file` the optional PDF. */
export const sendApplication = endpoint({
  ...sent,
  name: 'sendApplication',
  path: '/api/v1/leads/career',
  summary: 'Sends a job application: a multipart form of `fields` (JSON) and optionally `file` (PDF, at most 5 MiB)',
})
export const sendCharger = endpoint({
  ...sent,
  name: 'sendCharger',
  path: '/api/v1/leads/charger',
  summary: 'Offers a charger for rent',
  body: leadForms.charger,
})
export const sendSpace = endpoint({
  ...sent,
  name: 'sendSpace',
  path: '/api/v1/leads/space',
  summary: 'Offers a car park or a space',
  body: leadForms.space,
})
export const sendPress = endpoint({
  ...sent,
  name: 'sendPress',
  path: '/api/v1/leads/press',
  summary: 'Sends a press inquiry',
  body: leadForms.press,
})
export const sendWish = endpoint({
  ...sent,
  name: 'sendWish',
  path: '/api/v1/leads/marketplace',
  summary: 'Requests a marketplace service',
  body: leadForms.marketplace,
})
export const sendPaper = endpoint({
  ...sent,
  name: 'sendPaper',
  path: '/api/v1/leads/documents',
  summary: 'Requests the renewal of a vehicle document',
  body: leadForms.documents,
})

/** The endpoint of each kind. */
export const leadCalls = {
  contact: sendContact,
  demo: sendDemo,
  business: sendBusiness,
  affiliate: sendAffiliate,
  career: sendApplication,
  charger: sendCharger,
  space: sendSpace,
  press: sendPress,
  marketplace: sendWish,
  documents: sendPaper,
} as const

/** Available slots in chronological order; `timezone` is the team's. */
export const listDemoSlots = endpoint({
  name: 'listDemoSlots',
  method: 'GET',
  path: '/api/v1/leads/demo/slots',
  summary: 'Lists the available slots for demonstrations',
  tag: 'leads',
  auth: 'none',
  status: 200,
  answer: z.object({ timezone: z.string(), minutes: z.number(), slots: z.array(z.string()) }),
})

const link = z.strictObject({ token: line(20, 200) })

export const getDemo = endpoint({
  name: 'getDemo',
  method: 'GET',
  path: '/api/v1/leads/demo/booked/{token}',
  summary: 'Returns a booked demonstration by the token from its mail',
  tag: 'leads',
  auth: 'none',
  status: 200,
  params: link,
  answer: z.object({ starts_at: z.string(), minutes: z.number(), timezone: z.string() }),
})

export const cancelDemo = endpoint({
  name: 'cancelDemo',
  method: 'POST',
  path: '/api/v1/leads/demo/give-back',
  summary: 'Cancels a demonstration by the token from its mail',
  tag: 'leads',
  auth: 'none',
  status: 200,
  body: link,
  answer: z.object({ message: z.string() }),
})
