import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/marketplace.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { itemRoutes } from './item-routes.ts'
import { offerRoutes } from './offer-routes.ts'
import { stockRoutes } from './stock-routes.ts'
import { pictureRoutes } from './pictures.ts'
import { groupRoutes } from './staff-routes.ts'
import { findCategories, findItems, findShopOffers, getShopItem } from './queries.ts'

export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  groupRoutes(app, deps)
  itemRoutes(app, deps)
  stockRoutes(app, deps)
  offerRoutes(app, deps)
  pictureRoutes(app, deps)
  mount(app, contract.listCategories, ({ query, language }) =>
    findCategories(db, query.branch, { language, now: clock() }),
  )
  mount(app, contract.listItems, ({ query, language }) => findItems(db, query, { language, now: clock() }))
  mount(app, contract.getItem, ({ params, query, language }) =>
    getShopItem(db, params.id, query, { language, now: clock() }),
  )
  mount(app, contract.listOffers, ({ query, language }) => findShopOffers(db, query.branch, { language, now: clock() }))
}
