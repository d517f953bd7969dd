import type { FastifyInstance } from 'fastify'
import * as attributes from '#contract/catalogue/desk/item-attributes.ts'
import * as categories from '#contract/catalogue/desk/item-categories.ts'
import * as offers from '#contract/catalogue/desk/offers.ts'
import * as stock from '#contract/catalogue/desk/stock.ts'
import * as contract from '#contract/catalogue/marketplace.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange, type Audited } from '#server/features/access/change.ts'
import type { Scope } from '#server/http/caller.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { AnswerCache } from './answer-cache.ts'
import { updateAttribute, createAttribute, getAttribute, deleteAttribute } from './attributes.ts'
import { itemChangeRoutes } from './bulk/routes.ts'
import {
  updateCategory,
  createCategory,
  getCategory,
  moveCategory,
  deleteCategory,
  switchCategory,
} from './categories.ts'
import { itemRoutes } from './item-routes.ts'
import { updateOffer, createOffer, getOffer, deleteOffer, switchOffer } from './offers.ts'
import { pictureRoutes } from './pictures.ts'
import { findCategories, findItems, findShopOffers, getShopItem, openShop } from './queries.ts'
import { getStock, moveStock, receiveStock, recountStock, wasteStock } from './stock.ts'

export function catalogueRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  groupRoutes(app, deps)
  itemRoutes(app, deps)
  itemChangeRoutes(app, deps)
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
  const lists = new AnswerCache<Buffer>(config.catalogue_cache_seconds * 1_000)
  app.addHook('onSend', ({ method, url }, _reply, payload, done) => {
    if (method !== 'GET' && url.startsWith('/api/v1/admin/')) lists.clear()
    done(null, payload)
  })
  mount(app, contract.listItems, ({ query, language }) => {
    const now = clock()
    const { branch, ...filters } = query
    return lists.find(JSON.stringify([language, query]), now, async () => {
      const shop = await openShop(db, branch, { language, now })
      return Buffer.from(JSON.stringify(await findItems(db, shop, filters)))
    })
  })
}

/** What staff does with offers. */
function offerRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, offers.getOffer, ({ scope, params, language }) => getOffer(deps.db, scope, params.id, language === 'fr'))
  mountChange(app, deps, offers.createOffer, (tx, call) =>
    inLanguage(tx, call, createOffer(tx, call.scope, call.body, call.now)),
  )
  mountChange(app, deps, offers.updateOffer, (tx, call) =>
    inLanguage(tx, call, updateOffer(tx, call.scope, call.params.id, call.body)),
  )
  mountChange(app, deps, offers.deleteOffer, (tx, { scope, params, query }) =>
    deleteOffer(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, offers.activateOffer, (tx, call) =>
    inLanguage(tx, call, switchOffer(tx, call.scope, call.params.id, 'active')),
  )
  mountChange(app, deps, offers.deactivateOffer, (tx, call) =>
    inLanguage(tx, call, switchOffer(tx, call.scope, call.params.id, 'inactive')),
  )
}

/** Names the items of an offer in the reader's language; the audit log has them in English. */
async function inLanguage(
  tx: Tx,
  { scope, language }: { scope: Scope; language: Language },
  done: Promise<{ answer: offers.Offer; changes: AuditedChange[] }>,
) {
  const { answer, changes } = await done
  return { answer: language === 'fr' ? await getOffer(tx, scope, answer.id, true) : answer, changes }
}

/** What staff does with categories and attributes. */
function groupRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, categories.getCategory, ({ scope, params }) => getCategory(db, scope, params.id))
  mountChange(app, deps, categories.createCategory, (tx, { scope, body, now }) => createCategory(tx, scope, body, now))
  mountChange(app, deps, categories.updateCategory, (tx, { scope, params, body }) =>
    updateCategory(tx, scope, params.id, body),
  )
  mountChange(app, deps, categories.deleteCategory, (tx, { scope, params, query }) =>
    deleteCategory(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, categories.activateCategory, (tx, { scope, params }) =>
    switchCategory(tx, scope, params.id, 'active'),
  )
  mountChange(app, deps, categories.deactivateCategory, (tx, { scope, params }) =>
    switchCategory(tx, scope, params.id, 'inactive'),
  )
  mountChange(app, deps, categories.raiseCategory, (tx, { scope, params }) => moveCategory(tx, scope, params.id, -1))
  mountChange(app, deps, categories.lowerCategory, (tx, { scope, params }) => moveCategory(tx, scope, params.id, 1))
  mount(app, attributes.getAttribute, ({ scope, params }) => getAttribute(db, scope, params.id))
  mountChange(app, deps, attributes.createAttribute, (tx, { scope, body, now }) =>
    createAttribute(tx, scope, body, now),
  )
  mountChange(app, deps, attributes.updateAttribute, (tx, { scope, params, body }) =>
    updateAttribute(tx, scope, params.id, body),
  )
  mountChange(app, deps, attributes.deleteAttribute, (tx, { scope, params, query }) =>
    deleteAttribute(tx, scope, params.id, query.version),
  )
}

/** What staff does with stock. */
function stockRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, stock.getStock, ({ scope, params, language }) => getStock(deps.db, scope, params.id, language === 'fr'))
  mountChange(app, deps, stock.receiveStock, (tx, call) =>
    inReaderLanguage(tx, call, receiveStock(tx, call.scope, call.params.id, call.body, by(call, call.now))),
  )
  mountChange(app, deps, stock.wasteStock, (tx, call) =>
    inReaderLanguage(tx, call, wasteStock(tx, call.scope, call.params.id, call.body, by(call, call.now))),
  )
  mountChange(app, deps, stock.recountStock, (tx, call) =>
    inReaderLanguage(tx, call, recountStock(tx, call.scope, call.params.id, call.body, by(call, call.now))),
  )
  mountChange(app, deps, stock.moveStock, (tx, call) =>
    inReaderLanguage(tx, call, moveStock(tx, call.scope, call.params.id, call.body, by(call, call.now))),
  )
}

const by = ({ user }: { user: { user_id: string } }, now: Date) => ({ user_id: user.user_id, now })

/** Answers in the reader's language. */
async function inReaderLanguage(
  tx: Tx,
  { scope, language }: Pick<Call<typeof stock.receiveStock>, 'scope' | 'language'>,
  changed: Promise<Audited<stock.Stock>>,
): Promise<Audited<stock.Stock>> {
  const { answer, changes } = await changed
  return { answer: language === 'fr' ? await getStock(tx, scope, answer.id, true) : answer, changes }
}
