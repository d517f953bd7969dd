import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  eventAudiences,
  eventChannels,
  eventNames,
  isSwitch,
  lockReasons,
  switchOf,
} from '#contract/notifications/events.ts'
import { settingFacts, SettingVersion } from './desk.ts'

/** A channel of an event: on, off, always on for a reason, or null where the event does not use it. */
const ChannelState = z.nullable(z.enum(['on', 'off', ...lockReasons]))
const EventChannels = z.object({
  event: z.enum(eventNames),
  audience: z.enum(eventAudiences),
  site: ChannelState,
  email: ChannelState,
  push: ChannelState,
  sms: ChannelState,
})
export type EventChannels = z.infer<typeof EventChannels>

const notification = {
  tag: 'desk',
  status: 200,
  path: '/api/v1/admin/settings/notification',
  answer: z.object({ ...settingFacts, events: z.array(EventChannels) }),
} as const
export const getNotificationSettings = endpoint({
  ...notification,
  method: 'GET',
  auth: 'settings.view',
  name: 'getNotificationSettings',
  summary: 'Returns what people are told of, where, and which of it can be switched off',
})
export const updateNotificationSettings = endpoint({
  ...notification,
  method: 'PATCH',
  auth: 'settings.update',
  name: 'updateNotificationSettings',
  summary: 'Switches a channel of an event on or off for everybody; what concerns money or access always stays on',
  body: z
    .strictObject({
      event: z.enum(eventNames, 'invalid'),
      channel: z.enum(eventChannels, 'invalid'),
      is_on: z.boolean('required'),
      version: SettingVersion,
    })
    .check(
      z.refine(({ event, channel }) => isSwitch(switchOf(event, channel)), { path: ['channel'], error: 'invalid' }),
    ),
})
