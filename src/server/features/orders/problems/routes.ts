import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/orders/desk/order-problems.ts'
import { reportProblem as reportProblemCall } from '#contract/orders/order-problems.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { toStaff } from '../staff/staff-order.ts'
import { reportProblem } from './problems.ts'
import { decideProblem, getProblemRecord } from './staff-problems.ts'

/** Services that customers say were not done as sold. */
export function problemsRoutes(app: FastifyInstance, deps: Deps): void {
  mountChange(app, deps, reportProblemCall, (tx, call) => reportProblem(tx, deps, call, call.params.id, call.body))
  mount(app, desk.getProblem, (call) =>
    getProblemRecord(deps.db, toStaff({ ...call, now: deps.clock() }), call.params.id),
  )
  mountChange(app, deps, desk.refundProblem, (tx, call) =>
    decideProblem(tx, deps, toStaff(call), call.params.id, { refund: true }),
  )
  mountChange(app, deps, desk.refuseProblem, (tx, call) =>
    decideProblem(tx, deps, toStaff(call), call.params.id, call.body),
  )
}
