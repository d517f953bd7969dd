import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalogue/marketplace.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { AnswerCache } from './answer-cache.ts'
import { itemRoutes } from './item-routes.ts'
import { offerRoutes } from './offer-routes.ts'
import { pictureRoutes } from './pictures.ts'
import { findCategories, findItems, findShopOffers, getShopItem, openShop, type Shop } from './queries.ts'
import { groupRoutes } from './staff-routes.ts'
import { stockRoutes } from './stock-routes.ts'

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
  mountList(app, deps)
  mount(app, contract.getItem, ({ params, query, language }) =>
    getShopItem(db, params.id, query, { language, now: clock() }),
  )
  mount(app, contract.listOffers, ({ query, language }) => findShopOffers(db, query.branch, { language, now: clock() }))
}

/**
 * The list of items is answered from memory for a short time: what the desk changes here is seen at once, what orders and
 * other processes change with the next reading. Placing an order never reads them.
 */
function mountList(app: FastifyInstance, { db, clock, config }: Deps): void {
  // A list is as old as the shop that it was made of: together they are at most twice as old.
  const lifetime_ms = config.catalogue_cache_seconds * 1_000
  const shops = new AnswerCache<Shop>(lifetime_ms)
  const lists = new AnswerCache<Buffer>(lifetime_ms)
  app.addHook('onSend', ({ method, url }, _reply, payload, done) => {
    if (method !== 'GET' && url.startsWith('/api/v1/admin/')) {
      shops.clear()
      lists.clear()
    }
    done(null, payload)
  })
  mount(app, contract.listItems, ({ query, language }) => {
    const now = clock()
    const { branch, ...filters } = query
    return lists.find(JSON.stringify([language, query]), now, async () => {
      const shop = await shops.find(`${language} ${branch}`, now, () => openShop(db, branch, { language, now }))
      return Buffer.from(JSON.stringify(await findItems(db, shop, filters)))
    })
  })
}
