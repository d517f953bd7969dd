import type { FastifyInstance } from 'fastify'
import * as shop from '#contract/orders/order-ratings.ts'
import * as shopDesk from '#contract/reviews/desk/item-reviews.ts'
import * as desk from '#contract/reviews/desk/reviews.ts'
import * as contract from '#contract/reviews/reviews.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { createReview } from './commands.ts'
import { getDeskReview, hideReview, replyToReview, showReview } from './moderation.ts'
import { findReviews } from './queries.ts'
import { getDeskItemReview, moderateItemReview } from './shop/moderation.ts'
import { findBranchReviews, findItemReviews } from './shop/queries.ts'

export function reviewsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listReviews, ({ params, query }) => findReviews(deps.db, params.parkId, query))
  mountChange(app, deps, contract.createReview, (tx, call) => createReview(tx, call, call.params.parkId, call.body))
  mount(app, desk.getDeskReview, ({ params }) => getDeskReview(deps.db, params.id))
  mountChange(app, deps, desk.hideReview, (tx, { params, body, now }) => hideReview(tx, params.id, body.reason, now))
  mountChange(app, deps, desk.showReview, (tx, { params }) => showReview(tx, params.id))
  mountChange(app, deps, desk.replyToReview, (tx, { params, body, now }) =>
    replyToReview(tx, params.id, body.reply, now),
  )
  mount(app, shop.listBranchReviews, ({ params, query }) => findBranchReviews(deps.db, params.slug, query))
  mount(app, shop.listItemReviews, ({ params, query }) => findItemReviews(deps.db, params.id, query))
  mount(app, shopDesk.getDeskItemReview, ({ params, language }) => getDeskItemReview(deps.db, params.id, language))
  mountChange(app, deps, shopDesk.hideItemReview, (tx, { params, body, language, now }) =>
    moderateItemReview(tx, params.id, body.reason, language, now),
  )
  mountChange(app, deps, shopDesk.showItemReview, (tx, { params, language, now }) =>
    moderateItemReview(tx, params.id, null, language, now),
  )
}
