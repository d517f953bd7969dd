import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/events/desk.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http/mount.ts'
import {
  cancelEvent,
  changeEvent,
  deleteEvent,
  getDeskEvent,
  insertEvent,
  makePublic,
  publishEvent,
  resetCode,
} from './staff-commands.ts'

/** What staff does with events. */
export function staffEventsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getDeskEvent, ({ params }) => getDeskEvent(deps.db, params.id, deps.clock()))
  mountCommand(app, deps, contract.createDeskEvent, (tx, { body }, now) => insertEvent(tx, body, now))
  mountCommand(app, deps, contract.updateDeskEvent, (tx, { params, body }, now) =>
    changeEvent(tx, params.id, body, now),
  )
  mountCommand(app, deps, contract.deleteDeskEvent, (tx, { params, query }, now) =>
    deleteEvent(tx, params.id, query.version, now),
  )
  mountCommand(app, deps, contract.publishEvent, (tx, { params }, now) => publishEvent(tx, params.id, true, now))
  mountCommand(app, deps, contract.unpublishEvent, (tx, { params }, now) => publishEvent(tx, params.id, false, now))
  mountCommand(app, deps, contract.cancelEvent, (tx, { params, user }, now) =>
    cancelEvent(tx, deps, params.id, user, now),
  )
  mountCommand(app, deps, contract.resetEventCode, (tx, { params }, now) => resetCode(tx, params.id, now))
  mountCommand(app, deps, contract.openEventToAll, (tx, { params }, now) => makePublic(tx, params.id, now))
}
