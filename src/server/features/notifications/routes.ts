import type { FastifyInstance } from 'fastify'
import { listNotices, readNotices } from '#contract/desk/notices.ts'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import type { Job } from '#server/jobs.ts'
import { markRead } from './inbox.ts'
import { deleteOldNotifications, findNotifications } from './notifications.ts'
import { findNotices } from './staff-notices.ts'

export function notificationsRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  mount(app, listNotifications, ({ user, query, locale }) => findNotifications(db, user.user_id, query, locale))
  mount(app, listNotices, ({ user, query, locale }) => findNotices(db, user.user_id, query, locale))
  mount(app, readNotices, ({ user, body }) => markRead(db, 'staff_notices', user.user_id, body.ids, clock()))
  mount(app, readNotifications, ({ user, body }) => markRead(db, 'notifications', user.user_id, body.ids, clock()))
}

export const notificationsJobs: Job[] = [
  { name: 'forget_notifications', every_s: 86_400, run: ({ db, clock }) => deleteOldNotifications(db, clock()) },
]
