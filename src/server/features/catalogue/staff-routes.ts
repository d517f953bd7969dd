import type { FastifyInstance } from 'fastify'
import * as attributes from '#contract/catalogue/desk/item-attributes.ts'
import * as categories from '#contract/catalogue/desk/item-categories.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http/mount.ts'
import { changeAttribute, createAttribute, getAttribute, removeAttribute } from './attributes.ts'
import {
  changeCategory,
  createCategory,
  getCategory,
  moveCategory,
  removeCategory,
  switchCategory,
} from './categories.ts'

/** What staff does with categories and attributes. */
export function groupRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, categories.getCategory, ({ scope, params }) => getCategory(db, scope, params.id))
  mountCommand(app, deps, categories.createCategory, (tx, { scope, body }, now) => createCategory(tx, scope, body, now))
  mountCommand(app, deps, categories.updateCategory, (tx, { scope, params, body }) =>
    changeCategory(tx, scope, params.id, body),
  )
  mountCommand(app, deps, categories.deleteCategory, (tx, { scope, params, query }) =>
    removeCategory(tx, scope, params.id, query.version),
  )
  mountCommand(app, deps, categories.activateCategory, (tx, { scope, params }) =>
    switchCategory(tx, scope, params.id, 'active'),
  )
  mountCommand(app, deps, categories.deactivateCategory, (tx, { scope, params }) =>
    switchCategory(tx, scope, params.id, 'inactive'),
  )
  mountCommand(app, deps, categories.raiseCategory, (tx, { scope, params }) => moveCategory(tx, scope, params.id, -1))
  mountCommand(app, deps, categories.lowerCategory, (tx, { scope, params }) => moveCategory(tx, scope, params.id, 1))
  mount(app, attributes.getAttribute, ({ scope, params }) => getAttribute(db, scope, params.id))
  mountCommand(app, deps, attributes.createAttribute, (tx, { scope, body }, now) =>
    createAttribute(tx, scope, body, now),
  )
  mountCommand(app, deps, attributes.updateAttribute, (tx, { scope, params, body }) =>
    changeAttribute(tx, scope, params.id, body),
  )
  mountCommand(app, deps, attributes.deleteAttribute, (tx, { scope, params, query }) =>
    removeAttribute(tx, scope, params.id, query.version),
  )
}
