import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/orders/desk/order-problems.ts'
import { reportProblem as reportProblemCall } from '#contract/orders/order-problems.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http/mount.ts'
import { toStaff } from '../staff/staff-order.ts'
import { reportProblem } from './problems.ts'
import { decideProblem, getProblemRecord } from './staff-problems.ts'

/** Services that customers say were not done as sold. */
export function problemsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, reportProblemCall, ({ user, locale, params, body, retry }) =>
    reportProblem(deps, { user, locale }, params.id, body, retry),
  )
  mount(app, desk.getProblem, (call) => getProblemRecord(deps.db, toStaff(call), call.params.id, deps.clock()))
  mountCommand(app, deps, desk.refundProblem, (tx, call, now) =>
    decideProblem(tx, deps, toStaff(call), call.params.id, { refund: true }, now),
  )
  mountCommand(app, deps, desk.refuseProblem, (tx, call, now) =>
    decideProblem(tx, deps, toStaff(call), call.params.id, call.body, now),
  )
}
