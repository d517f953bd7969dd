import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/events/desk.ts'
import * as contract from '#contract/events/events.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { findGrantIn, setGrantCookie } from '#server/features/access/grants.ts'
import { mount } from '#server/http/mount.ts'
import { openPrivateEvent } from './commands.ts'
import { findEventParks, findEvents, getEventRow, toEvent } from './queries.ts'
import {
  cancelEvent,
  updateEvent,
  deleteEvent,
  getDeskEvent,
  createEvent,
  openToAll,
  publishEvent,
  resetCode,
} from './staff-commands.ts'

/** The same endpoints under paths without `front`. */
const aliases = {
  listEvents: { ...contract.listEvents, name: 'listAllEvents', path: '/api/v1/events' },
  getEvent: { ...contract.getEvent, name: 'getAnyEvent', path: '/api/v1/events/{event_code}' },
  listEventParks: { ...contract.listEventParks, name: 'listParksOfEvent', path: '/api/v1/events/{event_code}/parks' },
}

export function eventsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  staffEventsRoutes(app, deps)
  for (const named of [contract, aliases]) {
    mount(app, named.listEvents, ({ query, language }) => findEvents(db, query, language, clock()))
    mount(app, named.getEvent, async ({ params, language, request, reply }) => {
      const row = await getEventRow(db, params.event_code, findGrantIn(request), language, clock())
      if (row.is_private) reply.header('cache-control', 'private, no-store')
      return toEvent(row, clock())
    })
    mount(app, named.listEventParks, async ({ params, query, language, request, reply }) => {
      const row = await getEventRow(db, params.event_code, findGrantIn(request), language, clock())
      if (row.is_private) reply.header('cache-control', 'private, no-store')
      return findEventParks(deps, row, query, language)
    })
  }
  mount(app, contract.openPrivateEvent, async ({ body, language, request, reply }) => {
    const opened = await openPrivateEvent(deps, body.code, request.ip, language)
    const isSecure = deps.publicUrl().startsWith('https:')
    setGrantCookie(reply, opened.event.event_code, opened.grant, isSecure)
    return opened
  })
}

/** What staff does with events. */
function staffEventsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, desk.getDeskEvent, ({ params }) => getDeskEvent(deps.db, params.id, deps.clock()))
  mountChange(app, deps, desk.createDeskEvent, (tx, { body, now }) => createEvent(tx, body, now))
  mountChange(app, deps, desk.updateDeskEvent, (tx, { params, body, now }) => updateEvent(tx, params.id, body, now))
  mountChange(app, deps, desk.deleteDeskEvent, (tx, { params, query, now }) =>
    deleteEvent(tx, params.id, query.version, now),
  )
  mountChange(app, deps, desk.publishEvent, (tx, { params, now }) => publishEvent(tx, params.id, true, now))
  mountChange(app, deps, desk.unpublishEvent, (tx, { params, now }) => publishEvent(tx, params.id, false, now))
  mountChange(app, deps, desk.cancelEvent, (tx, { params, user, now }) => cancelEvent(tx, deps, params.id, user, now))
  mountChange(app, deps, desk.resetEventCode, (tx, { params, now }) => resetCode(tx, params.id, now))
  mountChange(app, deps, desk.openEventToAll, (tx, { params, now }) => openToAll(tx, params.id, now))
}
