import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { LeadText } from '#contract/leads/leads.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { mistakeKinds } from '#contract/parks/mistakes.ts'
import { cannotParkReasons, reportDecisions } from '../bookings.ts'

/** A reported mistake in a car park's facts, or a booking whose driver could not park. */
export const parkReportTypes = ['mistake', 'cannot_park'] as const

/** What drivers report about car parks. */
export const parkReportList = deskList({
  name: 'park-reports',
  menu: { group: 'parking', rank: 60 },
  bulk: ['park_reports.update'],
  permission: 'park_reports.view',
  opens: { screen: 'park-reports', permission: 'park_reports.view' },
  namedBy: ['park', 'booking_code', 'text'],
  columns: {
    park: { kind: 'text', sortable: true },
    type: { kind: 'choice', words: 'park_report_types' },
    about: { kind: 'choice', words: 'park_report_subjects' },
    city: { kind: 'text', extra: true },
    country: { kind: 'country', extra: true },
    text: { kind: 'text' },
    photo: { kind: 'flag' },
    /** Of a report whose refund waits for staff, or did. */
    decision: { kind: 'choice', words: 'report_decisions' },
    /** Open reports about the same car park. */
    open_at_park: { kind: 'number', sortable: true },
    booking_code: { kind: 'code' },
    refunded: { kind: 'money', extra: true },
    created_at: { kind: 'instant', sortable: true },
    settled_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    type: { kind: 'choice', values: parkReportTypes, words: 'park_report_types' },
    about: {
      kind: 'choice',
      values: [...new Set([...mistakeKinds, ...cannotParkReasons])],
      words: 'park_report_subjects',
    },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    decision: { kind: 'choice', values: reportDecisions, words: 'report_decisions' },
    park: { kind: 'text' },
    photo: { kind: 'flag' },
    created: { kind: 'days' },
  },
  states: ['open', 'resolved'],
  sort: '-created_at',
})

export const ParkReport = z.object({
  ...recordFields,
  type: z.enum(parkReportTypes),
  status: z.enum(['open', 'resolved']),
  about: z.string(),
  text: z.nullable(z.string()),
  park_id: z.string(),
  park: z.string(),
  city: z.nullable(z.string()),
  lat: z.number(),
  lng: z.number(),
  /** Reports about the same car park, this one included. */
  open_at_park: z.number(),
  reports_at_park: z.number(),
  booking_id: z.nullable(z.string()),
  booking_code: z.nullable(z.string()),
  booking_status: z.nullable(z.string()),
  refunded: z.nullable(Money),
  /** The booking with which the driver parked nearby instead. */
  moved_to: z.nullable(z.string()),
  has_photo: z.boolean(),
  /** Null for a report whose refund did not wait. */
  decision: z.nullable(z.enum(reportDecisions)),
  /** Whether the reporter left an address for the outcome. */
  can_reply: z.boolean(),
  language: z.nullable(z.string()),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
})
export type ParkReport = z.infer<typeof ParkReport>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: ParkReport } as const

export const getParkReport = endpoint({
  ...record,
  name: 'getParkReport',
  method: 'GET',
  path: '/api/v1/admin/park-reports/{id}',
  summary: 'Returns a report about a car park with its booking and refund',
  auth: 'park_reports.view',
})

/** So many car parks stand on the map: those with the most open reports. */
export const mostReportedParks = 1_000

export const mapParkReports = endpoint({
  name: 'mapParkReports',
  method: 'GET',
  path: '/api/v1/admin/park-reports/map',
  summary: `Returns the up to ${mostReportedParks} car parks with the most open reports, and where they are`,
  tag: 'desk',
  auth: 'park_reports.view',
  status: 200,
  answer: z.object({
    items: z.array(
      z.object({
        park_id: z.string(),
        park_code: z.string(),
        name: z.string(),
        city: z.nullable(z.string()),
        lat: z.number(),
        lng: z.number(),
        /** Open reports, and how many of them are from drivers who could not park. */
        open: z.number(),
        cannot_park: z.number(),
      }),
    ),
  }),
})

export const getParkReportPhoto = endpoint({
  name: 'getParkReportPhoto',
  method: 'GET',
  path: '/api/v1/admin/park-reports/{id}/photo',
  summary: 'Returns the photo of a report',
  tag: 'desk',
  auth: 'park_reports.view',
  status: 200,
  params,
})

/** The outcome is mailed to the reporter of a mistake who left an address for it. */
export const resolveParkReport = endpoint({
  ...record,
  name: 'resolveParkReport',
  method: 'POST',
  path: '/api/v1/admin/park-reports/{id}/resolve',
  summary: 'Resolves a report with its outcome, and mails it to a reporter who asked for it',
  auth: 'park_reports.update',
  body: z.strictObject({ outcome: LeadText }),
})

export const acceptParkReport = endpoint({
  ...record,
  name: 'acceptParkReport',
  method: 'POST',
  path: '/api/v1/admin/park-reports/{id}/accept',
  summary: 'Accepts a report that waits: refunds the booking in full, and mails the driver',
  auth: 'park_reports.update',
})

export const refuseParkReport = endpoint({
  ...record,
  name: 'refuseParkReport',
  method: 'POST',
  path: '/api/v1/admin/park-reports/{id}/refuse',
  summary: 'Refuses a report that waits: refunds what the cancellation policy gave, and mails the driver the answer',
  auth: 'park_reports.update',
  body: z.strictObject({ answer: LeadText }),
})

export const reopenParkReport = endpoint({
  ...record,
  name: 'reopenParkReport',
  method: 'POST',
  path: '/api/v1/admin/park-reports/{id}/reopen',
  summary: 'Opens a resolved report again',
  auth: 'park_reports.update',
})

/** A report with its booking and refund; the photo has a tab of its own. */
export const parkReportRecord = deskRecord({
  list: parkReportList,
  get: getParkReport,
  first: ['facts', 'photo'],
  primary: ['accept', 'resolve'],
  dangerous: ['refuse'],
  state: 'status',
  facts: {
    type: { kind: 'choice', words: 'park_report_types' },
    about: { kind: 'choice', words: 'park_report_subjects' },
    park: { kind: 'text' },
    city: { kind: 'text' },
    open_at_park: { kind: 'number' },
    reports_at_park: { kind: 'number' },
    booking_code: { kind: 'code' },
    booking_status: { kind: 'choice', words: 'booking_states' },
    decision: { kind: 'choice', words: 'report_decisions' },
    refunded: { kind: 'money' },
    moved_to: { kind: 'code' },
    created_at: { kind: 'instant' },
    can_reply: { kind: 'flag' },
    text: { kind: 'text' },
    settled_at: { kind: 'instant' },
    outcome: { kind: 'text' },
  },
  links: {
    park: { screen: 'parks', id: 'park_id' },
    booking_code: { screen: 'bookings', id: 'booking_id' },
  },
  position: ['lat', 'lng'],
  actions: {
    accept: { endpoint: acceptParkReport, serious: true },
    refuse: { endpoint: refuseParkReport, serious: true, fields: { answer: { kind: 'long', hint: true } } },
    resolve: { endpoint: resolveParkReport, fields: { outcome: { kind: 'long', hint: true } } },
    reopen: { endpoint: reopenParkReport },
  },
  tabs: { photo: 'own' },
  bulk: ['resolve', 'reopen'],
})
