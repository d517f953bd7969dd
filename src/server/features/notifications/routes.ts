import type { FastifyInstance } from 'fastify'
import { listNotifications, readNotifications } from '#contract/notifications.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import type { Job } from '#server/jobs.ts'
import { deleteOldNotifications, findNotifications, markNotificationsRead } from './notifications.ts'

export function notificationsRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  mount(app, listNotifications, ({ user, query, locale }) => findNotifications(db, user.user_id, query, locale))
  mount(app, readNotifications, ({ user, body }) => markNotificationsRead(db, user.user_id, body.ids, clock()))
}

export const notificationsJobs: Job[] = [
  { name: 'forget_notifications', every_s: 86_400, run: ({ db, clock }) => deleteOldNotifications(db, clock()) },
]
