import type { FastifyInstance } from 'fastify'
import * as own from '#contract/cash/desk/own-shift.ts'
import * as registers from '#contract/cash/desk/registers.ts'
import * as shifts from '#contract/cash/desk/shifts.ts'
import { getZReport } from '#contract/cash/desk/z-report.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { createManagerCode } from './manager-codes.ts'
import { createRegister, getRegister, switchRegister, updateRegister } from './registers.ts'
import { logOfflineEvent, logShiftEvent } from './shift-events.ts'
import { approveShift, getShift, writeZReport } from './shift-records.ts'
import { closeShift, closeShiftOfAnother, findOwnShift, moveCash, openShift, type Operator } from './shifts.ts'

export function cashRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, registers.getRegister, ({ scope, params }) => getRegister(db, scope, params.id))
  mountChange(app, deps, registers.createRegister, (tx, { scope, body }) => createRegister(tx, scope, body))
  mountChange(app, deps, registers.updateRegister, (tx, { scope, params, body }) =>
    updateRegister(tx, scope, params.id, body),
  )
  mountChange(app, deps, registers.activateRegister, (tx, { scope, params }) =>
    switchRegister(tx, scope, params.id, 'active'),
  )
  mountChange(app, deps, registers.deactivateRegister, (tx, { scope, params }) =>
    switchRegister(tx, scope, params.id, 'inactive'),
  )
  mount(app, shifts.getShift, ({ params, scope, user }) =>
    getShift(db, params.id, { scope, access: user.access, user_id: user.user_id }),
  )
  mountChange(app, deps, shifts.closeShiftOfAnother, (tx, call) =>
    closeShiftOfAnother(tx, deps, call.params.id, call.body, toOperator(call)),
  )
  mountChange(app, deps, shifts.approveShift, (tx, { params, body, scope, user, now }) =>
    approveShift(tx, params.id, body, { scope, access: user.access, user_id: user.user_id, now }),
  )
  mount(app, getZReport, ({ params, scope, user, locale, reply }) =>
    writeZReport(deps, params.id, { scope, access: user.access, locale }, reply),
  )
  mount(app, own.getOwnShift, ({ user, scope }) =>
    findOwnShift(db, { user_id: user.user_id, access: user.access, scope }),
  )
  mountChange(app, deps, own.openShift, (tx, call) => openShift(tx, toOperator(call), call.body))
  mountChange(app, deps, own.moveCash, (tx, call) => moveCash(tx, toOperator(call), call.body))
  mountChange(app, deps, own.logShiftEvent, (tx, call) => logShiftEvent(tx, toOperator(call), call.body))
  mountChange(app, deps, own.sendOfflineEvent, (tx, call) =>
    logOfflineEvent(tx, toOperator(call), call.params.id, call.body),
  )
  mountChange(app, deps, own.closeShift, (tx, call) => closeShift(tx, deps, toOperator(call), call.body))
  mountChange(app, deps, own.createManagerCode, (tx, { user, scope, now, body }) =>
    createManagerCode(tx, { user_id: user.user_id, scope, now }, body),
  )
}

const toOperator = ({ user, scope, now }: Pick<Operator, 'scope' | 'now'> & { user: SignedIn }): Operator => ({
  user_id: user.user_id,
  access: user.access,
  scope,
  now,
})
