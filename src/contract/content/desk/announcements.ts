import * as z from 'zod/mini'
import { recordStates } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, Version } from '#contract/lists/shared-fields.ts'

/**
 * Who sees it: on the site every visitor or drivers who are logged in; in the desk the people of partners, or staff; and guards in
 * their app.
 */
export const announcementAudiences = ['everyone', 'drivers', 'partners', 'staff', 'guards'] as const
export const severities = ['info', 'warning', 'urgent'] as const

export const announcementList = deskList({
  name: 'announcements',
  menu: { group: 'content', rank: 51, under: 'pages' },
  permission: 'pages.view',
  bulk: ['pages.update'],
  opens: { screen: 'announcements', permission: 'pages.view' },
  creates: { path: 'announcements/new', permission: 'pages.create' },
  namedBy: ['text'],
  columns: {
    text: { kind: 'text', sortable: true },
    severity: { kind: 'choice', words: 'severities' },
    audience: { kind: 'choice', words: 'announcement_audiences' },
    country: { kind: 'country' },
    starts_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    ends_at: { kind: 'instant', zone: 'timezone' },
    link: { kind: 'text', extra: true },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    severity: { kind: 'choice', values: severities, words: 'severities' },
    audience: { kind: 'choice', values: announcementAudiences, words: 'announcement_audiences' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    running: { kind: 'flag' },
  },
  states: recordStates,
  sort: '-starts_at',
})

const facts = {
  text: line(5, 200),
  text_fr: line(5, 200),
  severity: z.enum(severities, 'required'),
  audience: z.enum(announcementAudiences, 'required'),
  /** Null: in every country. */
  country_code: z.nullable(z.enum(countryCodes, 'required')),
  /** A page of ours, or an address at a host that texts may link to. */
  link: z.nullable(line(1, 300)),
  starts_at: Instant,
  ends_at: z.nullable(Instant),
}

export const Announcement = z.object({
  ...recordFields,
  ...facts,
  /** When it was stopped, because whoever activated it may no longer publish. */
  stopped_at: z.nullable(z.string()),
  /** The company's, in which its times are shown. */
  timezone: z.string(),
  status: z.enum(recordStates),
  version: z.number(),
})
export type Announcement = z.infer<typeof Announcement>

const path = '/api/v1/admin/announcements'
const announcementCalls = crud(path, 'pages', Announcement)
export const getAnnouncement = endpoint({
  ...announcementCalls.get,
  name: 'getAnnouncement',
  summary: 'Returns an announcement',
})
export const createAnnouncement = endpoint({
  ...announcementCalls.create,
  name: 'createAnnouncement',
  idempotent: true,
  summary: 'Creates an inactive announcement in both languages',
  body: z.strictObject(facts),
})
export const updateAnnouncement = endpoint({
  ...announcementCalls.update,
  name: 'updateAnnouncement',
  summary: 'Changes an announcement; whoever closed it sees it again',
  body: z.strictObject({ ...facts, version: Version }),
})
export const deleteAnnouncement = endpoint({
  ...announcementCalls.delete,
  name: 'deleteAnnouncement',
  summary: 'Deletes an announcement',
})
const verb = {
  tag: 'desk',
  status: 200,
  params: byId,
  answer: Announcement,
  method: 'POST',
  auth: 'pages.update',
} as const
export const activateAnnouncement = endpoint({
  ...verb,
  name: 'activateAnnouncement',
  path: `${path}/{id}/activate`,
  summary: 'Makes an announcement active: it is shown from its start to its end',
})
export const deactivateAnnouncement = endpoint({
  ...verb,
  name: 'deactivateAnnouncement',
  path: `${path}/{id}/deactivate`,
  summary: 'Makes an announcement inactive',
})

const fields = {
  text: { kind: 'text', language: 'en' },
  text_fr: { kind: 'text', language: 'fr' },
  severity: { kind: 'choice', values: severities, words: 'severities', initial: 'info' },
  audience: {
    kind: 'choice',
    values: announcementAudiences,
    words: 'announcement_audiences',
    initial: 'everyone',
    hint: true,
  },
  country_code: { kind: 'choice', values: countryCodes, words: 'countries', hint: true },
  link: { kind: 'text', hint: true },
  starts_at: { kind: 'instant', zone: 'timezone', country: 'country_code' },
  ends_at: { kind: 'instant', zone: 'timezone', country: 'country_code', hint: true },
} as const

export const announcementRecord = deskRecord({
  list: announcementList,
  get: getAnnouncement,
  state: 'status',
  facts: {
    text: { kind: 'text' },
    text_fr: { kind: 'text' },
    severity: { kind: 'choice', words: 'severities' },
    audience: { kind: 'choice', words: 'announcement_audiences' },
    country_code: { kind: 'country' },
    link: { kind: 'text' },
    starts_at: { kind: 'instant', zone: 'timezone' },
    ends_at: { kind: 'instant', zone: 'timezone' },
    stopped_at: { kind: 'instant', zone: 'timezone' },
  },
  tabs: { preview: 'own' },
  first: ['preview'],
  create: { endpoint: createAnnouncement, fields },
  update: { endpoint: updateAnnouncement, fields },
  remove: { endpoint: deleteAnnouncement },
  actions: {
    activate: { endpoint: activateAnnouncement, undo: 'deactivate' },
    deactivate: { endpoint: deactivateAnnouncement, undo: 'activate' },
  },
  primary: ['activate'],
  bulk: ['activate', 'deactivate'],
})
