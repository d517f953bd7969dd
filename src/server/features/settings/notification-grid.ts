import {
  eventNames,
  events,
  findRule,
  switchOf,
  type EventChannel,
  type EventName,
} from '#contract/notifications/events.ts'
import type { EventChannels } from '#contract/settings/notification-grid.ts'
import type { ChangedSettings } from '#contract/settings/settings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { updateGroup } from './commands.ts'
import { readStored } from './current.ts'

/** Switches a channel of an event on or off for everybody. Throws `changed_meanwhile`. */
export const updateNotificationSettings = (
  tx: Tx,
  environment: ChangedSettings,
  { event, channel, is_on, version }: { event: EventName; channel: EventChannel; is_on: boolean; version: number },
): Promise<{ version: number; changes: AuditedChange[] }> =>
  updateGroup(tx, environment, {
    group: 'notification',
    version,
    values: { [switchOf(event, channel)]: is_on ? null : false },
  })

/** Lists the events of which people are notified, with the state of each channel. */
export async function listEvents(db: Db): Promise<EventChannels[]> {
  const off = (await readStored(db)).notification?.values ?? {}
  const stateOf = (event: EventName, channel: EventChannel) => {
    const rule = findRule(event, channel)
    if (rule !== 'optional') return rule ?? null
    return off[switchOf(event, channel)] === false ? 'off' : 'on'
  }
  return eventNames.map((event) => ({
    event,
    audience: events[event].audience,
    site: stateOf(event, 'site'),
    email: stateOf(event, 'email'),
    push: stateOf(event, 'push'),
    sms: stateOf(event, 'sms'),
  }))
}
