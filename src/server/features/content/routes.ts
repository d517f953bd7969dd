import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/content.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { findPosts, getPage, getPageItem, getPostWithRelated } from './queries.ts'

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getContent, ({ params, language }) => getPage(deps, params.page, language))
  mount(app, contract.getContentItem, ({ params, language }) => getPageItem(deps, params.page, params.id, language))
  mount(app, contract.listPosts, ({ query, language }) => findPosts(deps, query, language))
  mount(app, contract.getPost, ({ params, language }) => getPostWithRelated(deps, params.id, language))
}
