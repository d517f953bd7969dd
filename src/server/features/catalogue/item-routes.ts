import type { FastifyInstance } from 'fastify'
import * as atBranches from '#contract/catalogue/desk/item-branches.ts'
import * as parts from '#contract/catalogue/desk/item-parts.ts'
import * as items from '#contract/catalogue/desk/items.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import type { Scope } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { createWholeItem } from './create-item.ts'
import {
  createExtra,
  addItemPicture,
  updateExtra,
  updateItemPicture,
  getExtra,
  getItemPicture,
  moveExtra,
  moveItemPicture,
  deleteExtra,
  removeItemPicture,
} from './extras.ts'
import { endPause, getItemBranch, hideItem, pauseItem } from './item-branches.ts'
import { findPrices, setPrices } from './item-prices.ts'
import { updateItem, getItem, moveItem, deleteItem, setAddons, switchItem } from './item-records.ts'
import { findVariations, setVariations } from './variations.ts'

/** What staff does with items. */
export function itemRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, items.getDeskItem, ({ scope, params, language }) => getItem(db, scope, params.id, language === 'fr'))
  mountChange(app, deps, items.createItem, (tx, call) =>
    inLanguage(tx, call, createWholeItem(tx, call.scope, call.body, { user: call.user, now: call.now })),
  )
  mountChange(app, deps, items.updateItem, (tx, call) =>
    inLanguage(tx, call, updateItem(tx, call.scope, call.params.id, call.body)),
  )
  mountChange(app, deps, items.deleteItem, (tx, { scope, params, query }) =>
    deleteItem(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, items.activateItem, (tx, call) =>
    inLanguage(tx, call, switchItem(tx, call.scope, call.params.id, 'active')),
  )
  mountChange(app, deps, items.deactivateItem, (tx, call) =>
    inLanguage(tx, call, switchItem(tx, call.scope, call.params.id, 'inactive')),
  )
  mountChange(app, deps, items.raiseItem, (tx, call) =>
    inLanguage(tx, call, moveItem(tx, call.scope, call.params.id, -1)),
  )
  mountChange(app, deps, items.lowerItem, (tx, call) =>
    inLanguage(tx, call, moveItem(tx, call.scope, call.params.id, 1)),
  )
  mountChange(app, deps, items.setAddons, (tx, call) =>
    inLanguage(tx, call, setAddons(tx, call.scope, call.params.id, call.body.addon_ids)),
  )
  mountChange(app, deps, items.createExtra, (tx, call) =>
    inLanguage(tx, call, createExtra(tx, call.scope, call.params.id, call.body)),
  )
  mountChange(app, deps, items.addItemPicture, (tx, call) =>
    inLanguage(tx, call, addItemPicture(tx, call.scope, call.params.id, call.body)),
  )
  partRoutes(app, deps)
  branchRoutes(app, deps)
}

/** Names what belongs to an item in the reader's language; the audit log has them in English. */
async function inLanguage(
  tx: Tx,
  { scope, language }: { scope: Scope; language: Language },
  done: Promise<{ answer: items.Item; changes: AuditedChange[] }>,
) {
  const { answer, changes } = await done
  return { answer: language === 'fr' ? await getItem(tx, scope, answer.id, true) : answer, changes }
}

function partRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, parts.listVariations, ({ scope, params, language }) =>
    findVariations(db, scope, params.id, language === 'fr'),
  )
  mountChange(app, deps, parts.setVariations, async (tx, { scope, params, body, language }) => {
    const { changes } = await setVariations(tx, scope, params.id, body)
    return { answer: await findVariations(tx, scope, params.id, language === 'fr'), changes }
  })
  mount(app, parts.listPrices, ({ scope, params, query, language, user }) =>
    findPrices(db, scope, params.id, query.branch ?? null, {
      isFrench: language === 'fr',
      settable: user.access.get('items.prices'),
    }),
  )
  mountChange(app, deps, parts.setPrices, async (tx, { scope, params, body, language }) => {
    const { changes } = await setPrices(tx, scope, params.id, body)
    const as = { isFrench: language === 'fr', settable: scope }
    return { answer: await findPrices(tx, scope, params.id, body.branch_id, as), changes }
  })
  mount(app, parts.getExtra, ({ scope, params }) => getExtra(db, scope, params.id))
  mountChange(app, deps, parts.updateExtra, (tx, { scope, params, body }) => updateExtra(tx, scope, params.id, body))
  mountChange(app, deps, parts.deleteExtra, (tx, { scope, params, query }) =>
    deleteExtra(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, parts.raiseExtra, (tx, { scope, params }) => moveExtra(tx, scope, params.id, -1))
  mountChange(app, deps, parts.lowerExtra, (tx, { scope, params }) => moveExtra(tx, scope, params.id, 1))
  mount(app, parts.getItemPicture, ({ scope, params }) => getItemPicture(db, scope, params.id))
  mountChange(app, deps, parts.updateItemPicture, (tx, { scope, params, body }) =>
    updateItemPicture(tx, scope, params.id, body),
  )
  mountChange(app, deps, parts.removeItemPicture, (tx, { scope, params, query }) =>
    removeItemPicture(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, parts.raiseItemPicture, (tx, { scope, params }) => moveItemPicture(tx, scope, params.id, -1))
  mountChange(app, deps, parts.lowerItemPicture, (tx, { scope, params }) => moveItemPicture(tx, scope, params.id, 1))
}

function branchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, atBranches.getItemBranch, ({ scope, params, language }) =>
    getItemBranch(db, scope, params.id, clock(), language === 'fr'),
  )
  mountChange(app, deps, atBranches.hideItem, (tx, call) =>
    nameItem(tx, call, call.now, hideItem(tx, call.scope, call.params.id, true, call.now)),
  )
  mountChange(app, deps, atBranches.showItem, (tx, call) =>
    nameItem(tx, call, call.now, hideItem(tx, call.scope, call.params.id, false, call.now)),
  )
  mountChange(app, deps, atBranches.pauseItem, (tx, call) =>
    nameItem(tx, call, call.now, pauseItem(tx, call.scope, call.params.id, call.body.paused_until, call.now)),
  )
  mountChange(app, deps, atBranches.endItemPause, (tx, call) =>
    nameItem(tx, call, call.now, endPause(tx, call.scope, call.params.id, call.now)),
  )
}

/** Names the item in the reader's language. */
async function nameItem(
  tx: Tx,
  { scope, language }: { scope: Scope; language: Language },
  now: Date,
  done: Promise<{ answer: atBranches.ItemBranch; changes: AuditedChange[] }>,
) {
  const { answer, changes } = await done
  return { answer: language === 'fr' ? await getItemBranch(tx, scope, answer.id, now, true) : answer, changes }
}
