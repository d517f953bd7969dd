import type { FastifyInstance } from 'fastify'
import * as atBranches from '#contract/desk/item-branches.ts'
import * as parts from '#contract/desk/item-parts.ts'
import * as items from '#contract/desk/items.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http.ts'
import {
  addExtra,
  addItemPicture,
  changeExtra,
  changeItemPicture,
  getExtra,
  getItemPicture,
  moveExtra,
  moveItemPicture,
  removeExtra,
  removeItemPicture,
} from './extras.ts'
import { endPause, getItemBranch, hideItem, pauseItem } from './item-branches.ts'
import { findPrices, setPrices } from './item-prices.ts'
import { changeItem, createItem, getItem, moveItem, removeItem, setAddons, switchItem } from './item-records.ts'
import { findVariations, setVariations } from './variations.ts'

/** What staff does with items. */
export function itemRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, items.getDeskItem, ({ scope, params }) => getItem(db, scope, params.id))
  mountCommand(app, deps, items.createItem, (tx, { scope, body }, now) => createItem(tx, scope, body, now))
  mountCommand(app, deps, items.updateItem, (tx, { scope, params, body }) => changeItem(tx, scope, params.id, body))
  mountCommand(app, deps, items.deleteItem, (tx, { scope, params, query }) =>
    removeItem(tx, scope, params.id, query.version),
  )
  mountCommand(app, deps, items.activateItem, (tx, { scope, params }) => switchItem(tx, scope, params.id, 'active'))
  mountCommand(app, deps, items.deactivateItem, (tx, { scope, params }) => switchItem(tx, scope, params.id, 'inactive'))
  mountCommand(app, deps, items.raiseItem, (tx, { scope, params }) => moveItem(tx, scope, params.id, -1))
  mountCommand(app, deps, items.lowerItem, (tx, { scope, params }) => moveItem(tx, scope, params.id, 1))
  mountCommand(app, deps, items.setAddons, (tx, { scope, params, body }) =>
    setAddons(tx, scope, params.id, body.addon_ids),
  )
  mountCommand(app, deps, items.addExtra, (tx, { scope, params, body }) => addExtra(tx, scope, params.id, body))
  mountCommand(app, deps, items.addItemPicture, (tx, { scope, params, body }) =>
    addItemPicture(tx, scope, params.id, body),
  )
  partRoutes(app, deps)
  branchRoutes(app, deps)
}

function partRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, parts.listVariations, ({ scope, params, language }) =>
    findVariations(db, scope, params.id, language === 'fr'),
  )
  mountCommand(app, deps, parts.setVariations, async (tx, { scope, params, body, language }) => {
    const { changes } = await setVariations(tx, scope, params.id, body)
    return { answer: await findVariations(tx, scope, params.id, language === 'fr'), changes }
  })
  mount(app, parts.listPrices, ({ scope, params, query, language, user }) =>
    findPrices(db, scope, params.id, query.branch ?? null, {
      isFrench: language === 'fr',
      settable: user.access.get('items.prices'),
    }),
  )
  mountCommand(app, deps, parts.setPrices, async (tx, { scope, params, body, language }) => {
    const { changes } = await setPrices(tx, scope, params.id, body)
    const as = { isFrench: language === 'fr', settable: scope }
    return { answer: await findPrices(tx, scope, params.id, body.branch_id, as), changes }
  })
  mount(app, parts.getExtra, ({ scope, params }) => getExtra(db, scope, params.id))
  mountCommand(app, deps, parts.updateExtra, (tx, { scope, params, body }) => changeExtra(tx, scope, params.id, body))
  mountCommand(app, deps, parts.deleteExtra, (tx, { scope, params, query }) =>
    removeExtra(tx, scope, params.id, query.version),
  )
  mountCommand(app, deps, parts.raiseExtra, (tx, { scope, params }) => moveExtra(tx, scope, params.id, -1))
  mountCommand(app, deps, parts.lowerExtra, (tx, { scope, params }) => moveExtra(tx, scope, params.id, 1))
  mount(app, parts.getItemPicture, ({ scope, params }) => getItemPicture(db, scope, params.id))
  mountCommand(app, deps, parts.updateItemPicture, (tx, { scope, params, body }) =>
    changeItemPicture(tx, scope, params.id, body),
  )
  mountCommand(app, deps, parts.deleteItemPicture, (tx, { scope, params, query }) =>
    removeItemPicture(tx, scope, params.id, query.version),
  )
  mountCommand(app, deps, parts.raiseItemPicture, (tx, { scope, params }) => moveItemPicture(tx, scope, params.id, -1))
  mountCommand(app, deps, parts.lowerItemPicture, (tx, { scope, params }) => moveItemPicture(tx, scope, params.id, 1))
}

function branchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, atBranches.getItemBranch, ({ scope, params }) => getItemBranch(db, scope, params.id, clock()))
  mountCommand(app, deps, atBranches.hideItem, (tx, { scope, params }, now) =>
    hideItem(tx, scope, params.id, true, now),
  )
  mountCommand(app, deps, atBranches.showItem, (tx, { scope, params }, now) =>
    hideItem(tx, scope, params.id, false, now),
  )
  mountCommand(app, deps, atBranches.pauseItem, (tx, { scope, params, body }, now) =>
    pauseItem(tx, scope, params.id, body.paused_until, now),
  )
  mountCommand(app, deps, atBranches.endItemPause, (tx, { scope, params }, now) => endPause(tx, scope, params.id, now))
}
