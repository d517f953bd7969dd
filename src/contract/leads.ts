import * as z from 'zod/mini'
import { Email } from './auth.ts'
import { PlateText } from './vehicles.ts'
import { endpoint } from './endpoint.ts'
import { line } from './page.ts'
import { countryCodes } from './places.ts'

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

/** Where a lead may go from each state. */
export const leadMoves: Readonly<Record<LeadState, readonly LeadState[]>> = {
  new: ['in_hand', 'closed'],
  in_hand: ['answered', 'closed'],
  answered: ['in_hand', 'closed'],
  closed: ['in_hand'],
}

export const mostLeadLetters = 4_000
/** Nobody reads and fills in a form faster: what does is thanked and forgotten. The page waits so long by itself. */
export const leastLead_ms = 2_000
export const applicationMost_bytes = 5 * 1024 * 1024
/** Applications are erased so long after they came, everything else so long after it was last touched. */
export const leadsKept = { application_months: 6, other_months: 24 } as const
export const demoMinutes = 30

export const connectors = ['type2', 'type1', 'ccs', 'nacs', 'chademo', 'socket'] as const
export const spaceKinds = ['driveway', 'garage', 'surface', 'underground', 'street'] as const
export const vehiclePapers = ['licence', 'roadworthiness', 'insurance', 'hackney', 'ownership'] as const

/** Lines may break. */
export const LeadText = z.string('required').check(
  z.overwrite((typed) => typed.replaceAll(/\r\n?/g, '\n').trim()),
  z.minLength(1, 'required'),
  z.maxLength(mostLeadLetters, 'too_long'),
  z.refine((typed) => !/[\u0000-\u0009\u000b-\u001f\u007f]/.test(typed), 'characters'),
)
const phone = z.string().check(z.trim(), z.regex(/^\+?[\d ().-]{5,24}$/, 'phone'))
const name = line(1, 80)
const city = line(1, 80)
const country_code = z.enum(countryCodes, 'required')
const many = (most: number) => z.int('whole_number').check(z.minimum(1, 'too_small'), z.maximum(most, 'too_large'))

/** Of every form. */
const everybody = {
  name,
  email: Email,
  /** Left empty by people, who do not see it: what fills it in is thanked and forgotten. */
  website: z.optional(z.string().check(z.maxLength(500, 'too_long'))),
  /** How long the form was open. */
  took_ms: z.int().check(z.minimum(0), z.maximum(1e12)),
}
const calls = { phone: z.optional(phone) }
const more = { message: z.optional(LeadText) }

/** What each form asks. */
export const leadForms = {
  contact: z.strictObject({ ...everybody, booking_code: z.optional(line(4, 40)), message: LeadText }),
  demo: z.strictObject({
    ...everybody,
    ...calls,
    starts_at: z.iso.datetime({ offset: true, error: 'slot' }),
    timezone: line(1, 64),
    company: z.optional(line(1, 120)),
    ...more,
  }),
  business: z.strictObject({
    company: line(1, 120),
    country_code,
    drivers: many(100_000),
    ...everybody,
    ...calls,
    ...more,
  }),
  affiliate: z.strictObject({
    ...everybody,
    channel: line(1, 200),
    country_code,
    ...more,
  }),
  career: z.strictObject({
    ...everybody,
    ...calls,
    work: line(1, 120),
    link: z.optional(z.url({ protocol: /^https?$/, error: 'link' }).check(z.maxLength(300, 'too_long'))),
    message: LeadText,
  }),
  charger: z.strictObject({
    country_code,
    city,
    connector: z.enum(connectors, 'required'),
    power_kw: z.number('number').check(z.minimum(1, 'too_small'), z.maximum(400, 'too_large')),
    ...everybody,
    ...calls,
    ...more,
  }),
  space: z.strictObject({
    country_code,
    city,
    place_kind: z.enum(spaceKinds, 'required'),
    spaces: many(20_000),
    ...everybody,
    ...calls,
    ...more,
  }),
  press: z.strictObject({ company: line(1, 120), ...everybody, ...calls, message: LeadText }),
  marketplace: z.strictObject({
    ...everybody,
    ...calls,
    country_code,
    city,
    service: z.optional(line(1, 80)),
    message: LeadText,
  }),
  documents: z.strictObject({
    paper: z.enum(vehiclePapers, 'required'),
    plate: PlateText,
    state: line(1, 60),
    ...everybody,
    phone,
    ...more,
  }),
} as const satisfies Record<LeadKind, z.ZodMiniType>
export type LeadBody<Kind extends LeadKind = LeadKind> = z.infer<(typeof leadForms)[Kind]>

const Thanks = z.object({ message: z.string(), reference: z.string() })

const sent = { method: 'POST', tag: 'leads', auth: 'optional', idempotent: true, status: 201, answer: Thanks } as const

export const sendContact = endpoint({
  ...sent,
  name: 'sendContact',
  path: '/api/v1/leads/contact',
  summary: 'Ask something',
  body: leadForms.contact,
})
export const sendDemo = endpoint({
  ...sent,
  name: 'sendDemo',
  path: '/api/v1/leads/demo',
  summary: 'Book a demonstration; a calendar file comes by mail',
  body: leadForms.demo,
})
export const sendBusiness = endpoint({
  ...sent,
  name: 'sendBusiness',
  path: '/api/v1/leads/business',
  summary: 'Apply for a business account',
  body: leadForms.business,
})
export const sendAffiliate = endpoint({
  ...sent,
  name: 'sendAffiliate',
  path: '/api/v1/leads/affiliate',
  summary: 'Ask to become an affiliate',
  body: leadForms.affiliate,
})
/** A multipart form: `fields` holds the JSON of `leadForms.career`, `file` the PDF, if there is one. */
export const sendApplication = endpoint({
  ...sent,
  name: 'sendApplication',
  path: '/api/v1/leads/career',
  summary: 'An open application: a multipart form of `fields` (JSON) and, if wanted, `file` (PDF, 5 MiB at most)',
})
export const sendCharger = endpoint({
  ...sent,
  name: 'sendCharger',
  path: '/api/v1/leads/charger',
  summary: 'Offer a charger',
  body: leadForms.charger,
})
export const sendSpace = endpoint({
  ...sent,
  name: 'sendSpace',
  path: '/api/v1/leads/space',
  summary: 'Offer a car park or a space',
  body: leadForms.space,
})
export const sendPress = endpoint({
  ...sent,
  name: 'sendPress',
  path: '/api/v1/leads/press',
  summary: 'Ask as the press',
  body: leadForms.press,
})
export const sendWish = endpoint({
  ...sent,
  name: 'sendWish',
  path: '/api/v1/leads/marketplace',
  summary: 'Ask for a service of the marketplace',
  body: leadForms.marketplace,
})
export const sendPaper = endpoint({
  ...sent,
  name: 'sendPaper',
  path: '/api/v1/leads/documents',
  summary: 'Ask for a vehicle document',
  body: leadForms.documents,
})

/** The call of each kind. */
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

/** The free times, in order; `timezone` is the team's. */
export const listDemoSlots = endpoint({
  name: 'listDemoSlots',
  method: 'GET',
  path: '/api/v1/leads/demo/slots',
  summary: 'When a demonstration can be had',
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
  summary: 'The demonstration that a mail’s link is about',
  tag: 'leads',
  auth: 'none',
  status: 200,
  params: link,
  answer: z.object({ starts_at: z.string(), minutes: z.number(), timezone: z.string() }),
})

export const giveDemoBack = endpoint({
  name: 'giveDemoBack',
  method: 'POST',
  path: '/api/v1/leads/demo/give-back',
  summary: 'Give a demonstration’s time back, by the link of its mail',
  tag: 'leads',
  auth: 'none',
  status: 200,
  body: link,
  answer: z.object({ message: z.string() }),
})
