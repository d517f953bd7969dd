import type { FastifyInstance } from 'fastify'
import { listNotices, readNotices } from '#contract/desk/notices.ts'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import type { Job } from '#server/jobs.ts'
import { deleteOldNotifications, findNotifications, markNotificationsRead } from './notifications.ts'
import { findNotices, markNoticesRead } from './staff-notices.ts'

export function notificationsRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  mount(app, listNotifications, ({ user, query, locale }) => findNotifications(db, user.user_id, query, locale))
  mount(app, listNotices, ({ user, query, locale }) => findNotices(db, user.user_id, query, locale))
  mount(app, readNotices, ({ user, body }) => markNoticesRead(db, user.user_id, body.ids, clock()))
  mount(app, readNotifications, ({ user, body }) => markNotificationsRead(db, user.user_id, body.ids, clock()))
}

export const notificationsJobs: Job[] = [
  { name: 'forget_notifications', every_s: 86_400, run: ({ db, clock }) => deleteOldNotifications(db, clock()) },
]
