import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalogue/marketplace.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { findBranches, findSlots, getFrontBranch } from './queries.ts'
import { staffBranchesRoutes } from './staff-routes.ts'

export function branchesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  staffBranchesRoutes(app, deps)
  mount(app, contract.listBranches, ({ query }) => findBranches(db, query, clock()))
  mount(app, contract.getBranch, ({ params, language }) => getFrontBranch(db, params.slug, language, clock()))
  mount(app, contract.listSlots, ({ params, query }) => findSlots(db, params.slug, query, clock()))
}
