import * as z from 'zod/mini'
import { branchList } from '#contract/branches/desk/branches.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, missingOr, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, Version } from '#contract/lists/shared-fields.ts'

/* Push campaigns: messages of staff to the devices of those who have agreed to offers and news. */

export const campaignRoles = ['customers', 'staff', 'everyone'] as const
export const campaignActivities = ['booking', 'order', 'any'] as const
export const campaignStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled'] as const

export const campaignList = deskList({
  name: 'push-notifications',
  menu: { group: 'content', rank: 60, under: 'pages' },
  permission: 'push.view',
  opens: { screen: 'push-notifications', permission: 'push.view' },
  creates: { path: 'push-notifications/new', permission: 'push.create' },
  namedBy: ['title'],
  columns: {
    title: { kind: 'text', sortable: true },
    send_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    country: { kind: 'country' },
    recipients: { kind: 'number' },
    sent: { kind: 'number' },
    clicked: { kind: 'number' },
    timezone: { kind: 'text', extra: true },
  },
  filters: { country: { kind: 'choice', values: countryCodes, words: 'countries' } },
  states: campaignStates,
  sort: '-send_at',
})

const facts = {
  title: line(3, 60),
  title_fr: line(3, 60),
  text: line(5, 160),
  text_fr: line(5, 160),
  /** The page that a press opens; null for the home page. */
  link: z.nullable(line(1, 200)),
  role: z.enum(campaignRoles, 'required'),
  country_code: z.nullable(z.enum(countryCodes, 'required')),
  /** Where the recipient has parked or ordered. */
  city: z.nullable(line(1, 80)),
  /** Where the recipient has ordered. */
  branch_id: z.nullable(Uuid),
  /** What the recipient has done within `within_days`. */
  activity: z.nullable(z.enum(campaignActivities, 'required')),
  within_days: z.nullable(
    z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(730, 'too_large')),
  ),
  send_at: Instant,
}

export const PushCampaign = z.object({
  ...recordFields,
  ...facts,
  /** The branch's name. */
  branch: z.nullable(z.string()),
  /** How many get it: counted now until it is sent. */
  recipients: z.number(),
  waiting: z.number(),
  sent: z.number(),
  /** Recipients whom no message reached: who had one that day already, or has ended them since. */
  skipped: z.number(),
  /** Devices that have ended their subscription, or whose service could not be reached. */
  gone: z.number(),
  failed: z.number(),
  clicked: z.number(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  timezone: z.string(),
  status: z.enum(campaignStates),
  version: z.number(),
})
export type PushCampaign = z.infer<typeof PushCampaign>

const path = '/api/v1/admin/push-notifications'
const calls = crud(path, 'push', PushCampaign)
export const getPushCampaign = endpoint({
  ...calls.get,
  name: 'getPushCampaign',
  summary: 'Returns a message to devices, with the number of its recipients and what became of it',
})
export const createPushCampaign = endpoint({
  ...calls.create,
  name: 'createPushCampaign',
  idempotent: true,
  summary: 'Creates a message to devices as a draft, in both languages',
  body: z.strictObject(facts),
})
export const updatePushCampaign = endpoint({
  ...calls.update,
  name: 'updatePushCampaign',
  summary: 'Changes a message to devices that is not being sent yet; it is a draft again',
  body: z.strictObject({ ...facts, version: Version }),
})
export const deletePushCampaign = endpoint({
  ...calls.delete,
  name: 'deletePushCampaign',
  summary: 'Deletes a draft',
})
const verb = {
  tag: 'desk',
  status: 200,
  params: byId,
  answer: PushCampaign,
  method: 'POST',
  auth: 'push.update',
} as const
export const schedulePushCampaign = endpoint({
  ...verb,
  name: 'schedulePushCampaign',
  path: `${path}/{id}/schedule`,
  summary: 'Has a message sent at its time, once to each recipient',
})
export const cancelPushCampaign = endpoint({
  ...verb,
  name: 'cancelPushCampaign',
  path: `${path}/{id}/cancel`,
  summary: 'Cancels a message; who has not got it yet does not get it',
})

const fields = {
  title: { kind: 'text', language: 'en' },
  title_fr: { kind: 'text', language: 'fr' },
  text: { kind: 'text', language: 'en' },
  text_fr: { kind: 'text', language: 'fr' },
  link: { kind: 'text', hint: true },
  role: { kind: 'choice', values: campaignRoles, words: 'campaign_roles', initial: 'customers' },
  country_code: { kind: 'choice', values: countryCodes, words: 'countries', hint: true },
  city: { kind: 'text', hint: true },
  branch_id: { kind: 'record', list: branchList, titles: 'branch', hint: true },
  activity: { kind: 'choice', values: campaignActivities, words: 'campaign_activities', hint: true },
  within_days: { kind: 'number' },
  send_at: { kind: 'instant', zone: 'timezone', country: 'country_code', hint: true },
} as const

export const campaignRecord = deskRecord({
  list: campaignList,
  get: getPushCampaign,
  state: 'status',
  facts: {
    recipients: { kind: 'number' },
    send_at: { kind: 'instant', zone: 'timezone' },
    link: { kind: 'text' },
    role: { kind: 'choice', words: 'campaign_roles' },
    country_code: { kind: 'country' },
    city: { kind: 'text' },
    branch: { kind: 'text' },
    activity: { kind: 'choice', words: 'campaign_activities' },
    within_days: { kind: 'number' },
    sent: { kind: 'number' },
    clicked: { kind: 'number' },
    waiting: { kind: 'number' },
    skipped: { kind: 'number' },
    gone: { kind: 'number' },
    failed: { kind: 'number' },
    started_at: { kind: 'instant', zone: 'timezone' },
    ended_at: { kind: 'instant', zone: 'timezone' },
  },
  tabs: { preview: 'own' },
  first: ['preview'],
  create: { endpoint: createPushCampaign, fields },
  update: { endpoint: updatePushCampaign, fields },
  remove: { endpoint: deletePushCampaign },
  actions: {
    schedule: { endpoint: schedulePushCampaign },
    cancel: { endpoint: cancelPushCampaign },
  },
  primary: ['schedule'],
})
