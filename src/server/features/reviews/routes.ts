import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/reviews.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { addReview } from './commands.ts'
import { findReviews } from './queries.ts'

export function reviewsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listReviews, ({ params, query }) => findReviews(deps.db, params.parkId, query))
  mount(app, contract.addReview, ({ user, params, body, language }) =>
    addReview(deps, user.user_id, params.parkId, body, language),
  )
}
