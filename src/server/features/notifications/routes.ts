import type { FastifyInstance } from 'fastify'
import * as campaigns from '#contract/notifications/campaigns.ts'
import { listNotices, markNoticesRead } from '#contract/notifications/desk.ts'
import {
  updateNotificationPreference,
  getNotificationPreferences,
  listNotifications,
  markNotificationsRead,
  stopNewsByKey,
} from '#contract/notifications/notifications.ts'
import * as push from '#contract/notifications/push.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { calculateEtag, isUnchanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import type { Job } from '#server/jobs.ts'
import {
  cancelPushCampaign,
  createPushCampaign,
  deletePushCampaign,
  getPushCampaign,
  schedulePushCampaign,
  updatePushCampaign,
} from './campaigns/campaigns.ts'
import { stopNewsByKey as stopNewsByKeyCommand } from './campaigns/news.ts'
import { campaignsDue, sendPushCampaigns } from './campaigns/send-campaigns.ts'
import { markRead } from './inbox.ts'
import { deleteOldNotifications, findNotifications } from './notifications.ts'
import { updatePreference, listPreferences } from './preferences.ts'
import { remindOfEnds } from './push/remind.ts'
import { messagesDue, sendPushMessages } from './push/send-messages.ts'
import { getPublicKey } from './push/send.ts'
import { addPushSubscription, findPushSubscription, removePushSubscription } from './push/subscriptions.ts'
import { findNotices } from './staff-notices.ts'

export function notificationsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, listNotifications, ({ user, query, locale }) => findNotifications(db, user.user_id, query, locale))
  mount(app, listNotices, async ({ user, query, locale, request, reply }) => {
    const answer = await findNotices(db, user, query, locale)
    const etag = calculateEtag(JSON.stringify(answer))
    reply.header('etag', etag)
    if (!isUnchanged(request.headers['if-none-match'], etag)) return answer
    reply.code(304)
    return undefined as never
  })
  mountChange(app, deps, markNoticesRead, (tx, { user, body, now }) =>
    markRead(tx, 'staff_notices', user.user_id, body.ids, now),
  )
  mountChange(app, deps, markNotificationsRead, (tx, { user, body, now }) =>
    markRead(tx, 'notifications', user.user_id, body.ids, now),
  )
  mount(app, getNotificationPreferences, ({ user }) => listPreferences(db, user.user_id))
  mountChange(app, deps, updateNotificationPreference, (tx, { user, body, now }) =>
    updatePreference(tx, user.user_id, body, now),
  )
  mountChange(app, deps, stopNewsByKey, (tx, { params, now }) => stopNewsByKeyCommand(tx, params.key, now))
  campaignRoutes(app, deps)
  mount(app, push.getPushKey, async () => ({ key: await getPublicKey(db) }))
  mountChange(app, deps, push.addPushSubscription, (tx, call) => addPushSubscription(tx, deps, call, call.body))
  mount(app, push.findPushSubscription, ({ user, body }) => findPushSubscription(deps, user, body.endpoint))
  mountChange(app, deps, push.removePushSubscription, (tx, { user, body }) =>
    removePushSubscription(tx, user, body.endpoint),
  )
}

/** Messages of staff to the devices of an audience. */
function campaignRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, campaigns.getPushCampaign, ({ params }) => getPushCampaign(deps.db, params.id, deps.clock()))
  mountChange(app, deps, campaigns.createPushCampaign, (tx, { scope, body, now }) =>
    createPushCampaign(tx, scope, body, now),
  )
  mountChange(app, deps, campaigns.updatePushCampaign, (tx, { scope, params, body, now }) =>
    updatePushCampaign(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, campaigns.deletePushCampaign, (tx, { scope, params, query, now }) =>
    deletePushCampaign(tx, scope, params.id, { version: query.version, now }),
  )
  mountChange(app, deps, campaigns.schedulePushCampaign, (tx, { scope, params, now }) =>
    schedulePushCampaign(tx, scope, params.id, now),
  )
  mountChange(app, deps, campaigns.cancelPushCampaign, (tx, { scope, params, now }) =>
    cancelPushCampaign(tx, scope, params.id, now),
  )
}

export const notificationsJobs: Job[] = [
  { name: 'remind_of_ends', every_s: 20, run: remindOfEnds },
  { name: 'send_push_campaigns', every_s: 5, run: sendPushCampaigns, due: campaignsDue },
  { name: 'send_push_messages', every_s: 2, run: sendPushMessages, due: messagesDue },
  { name: 'forget_notifications', every_s: 86_400, run: ({ db, clock }) => deleteOldNotifications(db, clock()) },
]
