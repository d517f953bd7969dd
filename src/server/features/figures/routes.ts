import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/figures/figures.ts'
import { findVisit } from '#contract/figures/visit.ts'
import { countVisit } from '#contract/figures/visits.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { countOpenedPage } from './opened-pages.ts'
import { getFigures } from './queries.ts'

export function figuresRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getFigures, ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=600')
    return getFigures(deps, query.country)
  })
  mount(app, countVisit, ({ body: { address, country }, request }) => {
    countOpenedPage(deps, findVisit(address), country, request.headers['user-agent'])
  })
}
