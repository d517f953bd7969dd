import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bookings/desk/park-reports.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http/mount.ts'
import {
  decideParkReport,
  findReportedParks,
  getParkReport,
  getParkReportPhoto,
  reopenParkReport,
  resolveParkReport,
} from './park-reports.ts'

/** What staff does with reports about car parks. */
export function parkReportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getParkReport, ({ params }) => getParkReport(deps.db, params.id))
  mount(app, contract.mapParkReports, async () => ({ items: await findReportedParks(deps.db) }))
  mount(app, contract.getParkReportPhoto, async ({ params, reply }) => {
    const { type, content, name } = await getParkReportPhoto(deps.db, params.id)
    reply.type(type).header('content-disposition', `inline; filename="${name}"`)
    reply.header('x-content-type-options', 'nosniff')
    return content
  })
  mountCommand(app, deps, contract.resolveParkReport, (tx, { params, body }, now) =>
    resolveParkReport(tx, deps, params.id, body.outcome, now),
  )
  mountCommand(app, deps, contract.acceptParkReport, (tx, { params, user }, now) =>
    decideParkReport(tx, deps, params.id, { decision: 'accepted' }, user, now),
  )
  mountCommand(app, deps, contract.refuseParkReport, (tx, { params, body, user }, now) =>
    decideParkReport(tx, deps, params.id, { decision: 'refused', answer: body.answer }, user, now),
  )
  mountCommand(app, deps, contract.reopenParkReport, (tx, { params }) => reopenParkReport(tx, params.id))
}
