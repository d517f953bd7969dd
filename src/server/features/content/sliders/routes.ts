import type { FastifyInstance } from 'fastify'
import { listSliders } from '#contract/catalogue/marketplace.ts'
import * as contract from '#contract/content/desk/sliders.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import {
  updateSlider,
  createSlider,
  findSliders,
  getSlider,
  moveSlider,
  deleteSlider,
  switchSlider,
} from './sliders.ts'

/** Sliders, for readers and for staff. */
export function sliderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, listSliders, ({ query, language }) => findSliders(db, query, language, clock()))
  mount(app, contract.getSlider, ({ scope, params }) => getSlider(db, scope, params.id))
  mountChange(app, deps, contract.createSlider, (tx, { scope, body, now }) => createSlider(tx, scope, body, now))
  mountChange(app, deps, contract.updateSlider, (tx, { scope, params, body }) =>
    updateSlider(tx, scope, params.id, body),
  )
  mountChange(app, deps, contract.deleteSlider, (tx, { scope, params, query }) =>
    deleteSlider(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, contract.activateSlider, (tx, { scope, params }) =>
    switchSlider(tx, scope, params.id, 'active'),
  )
  mountChange(app, deps, contract.deactivateSlider, (tx, { scope, params }) =>
    switchSlider(tx, scope, params.id, 'inactive'),
  )
  mountChange(app, deps, contract.raiseSlider, (tx, { scope, params }) => moveSlider(tx, scope, params.id, -1))
  mountChange(app, deps, contract.lowerSlider, (tx, { scope, params }) => moveSlider(tx, scope, params.id, 1))
}
