import type { FastifyInstance } from 'fastify'
import { getAnalytics } from '#contract/desk/analytics.ts'
import { compareToday as compareTodayEndpoint, countWaiting, getDashboard } from '#contract/desk/dashboard.ts'
import * as failed from '#contract/desk/failed-work.ts'
import * as health from '#contract/desk/health.ts'
import * as views from '#contract/lists/views.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { findAnalytics } from './analytics/queries.ts'
import { customerRoutes } from './customers/routes.ts'
import { findDashboard, findWaiting } from './dashboard/queries.ts'
import { compareToday } from './dashboard/today.ts'
import { demoDeskRoutes } from './demo-desk.ts'
import * as commands from './health/commands.ts'
import { deleteView, findViews, saveView, shareView } from './views/views.ts'

/** What the desk has besides lists and records: the dashboard, figures, views, the system's health and customers. */
export function deskRoutes(app: FastifyInstance, deps: Deps): void {
  demoDeskRoutes(app, deps)
  customerRoutes(app, deps)
  mount(app, getDashboard, ({ query, user, scope, language, request }) =>
    app.readLagging(request, () =>
      findDashboard(deps.db, query, { access: user.access, scope, language }, deps.clock()),
    ),
  )
  mount(app, compareTodayEndpoint, ({ query, user, request }) =>
    app.readLagging(request, () => compareToday(deps.db, query, user.access, deps.clock())),
  )
  mount(app, countWaiting, ({ user, request }) =>
    app.readLagging(request, () => findWaiting(deps.db, user.access, deps.clock())),
  )
  mount(app, getAnalytics, ({ query, scope, request }) =>
    app.readLagging(request, () => findAnalytics(deps.db, query, scope, deps.clock())),
  )
  viewRoutes(app, deps)
  healthRoutes(app, deps)
}

function viewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, views.listViews, ({ user, query }) => findViews(deps.db, user.user_id, query.list))
  mountChange(app, deps, views.saveView, (tx, { user, body, now }) => saveView(tx, user.user_id, body, now))
  mountChange(app, deps, views.shareView, (tx, { user, params, body }) =>
    shareView(tx, user.user_id, params.id, body.role_id),
  )
  mountChange(app, deps, views.deleteView, async (tx, { user, params }) => ({
    answer: undefined,
    changes: await deleteView(tx, user.user_id, params.id),
  }))
}

function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, health.getMail, ({ params }) => commands.getMail(db, params.id, clock()))
  mountChange(app, deps, health.retryMail, (tx, { params, now }) => commands.retryMail(tx, params.id, now))
  mount(app, health.getWebhook, ({ params }) => commands.getWebhook(db, params.id))
  mountChange(app, deps, health.retryWebhook, (tx, { params, now }) => commands.retryWebhook(tx, params.id, now))
  mount(app, failed.getFailure, ({ params }) => commands.getFailure(db, params.id))
  mountChange(app, deps, failed.retryFailure, (tx, { params, now }) => commands.retryFailure(tx, params.id, now))
  mount(app, health.getSearchIndex, ({ params }) => commands.getSearchIndex(db, params.id, clock()))
  mountChange(app, deps, health.reloadSearchIndex, (tx, { params, now }) =>
    commands.reloadSearchIndex(tx, params.id, now),
  )
}
