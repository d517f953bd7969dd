import type { FastifyInstance } from 'fastify'
import * as lock from '#contract/cash/counter-lock.ts'
import * as own from '#contract/cash/desk/own-shift.ts'
import * as registers from '#contract/cash/desk/registers.ts'
import * as shifts from '#contract/cash/desk/shifts.ts'
import { getZReport } from '#contract/cash/desk/z-report.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { readClientInfo } from '#server/features/accounts/client-info.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { checkUnlocking, getCounterLock, lockCounter, unlockCounter, type CheckedUnlocking } from './counter-lock.ts'
import { logOfflineEvent, logShiftEvent, toSeller } from './entries.ts'
import { createManagerCode } from './manager-codes.ts'
import { createRegister, getRegister, switchRegister, updateRegister } from './registers.ts'
import { approveShift, getShift, writeZReport } from './shift-records.ts'
import { closeShift, closeShiftOfAnother, findOwnShift, moveCash, openShift, type Operator } from './shifts.ts'

/** Devices that several people share at a counter. */
function lockRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, lock.getCounterLock, ({ user }) => getCounterLock(deps.db, user))
  mountChange(app, deps, lock.lockCounter, (tx, { user, language }) => lockCounter(tx, user, language))
  mountChange(
    app,
    deps,
    lock.unlockCounter,
    (tx, call, checked: CheckedUnlocking) => unlockCounter(tx, deps, call, call.body.user_id, checked),
    {
      prepare: ({ user, body, request, reply }) =>
        checkUnlocking(deps, user, body, readClientInfo(request, reply, deps.config.production)),
    },
  )
}

export function cashRoutes(app: FastifyInstance, deps: Deps): void {
  lockRoutes(app, deps)
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
  mount(app, own.getOwnShift, ({ user, scope }) => findOwnShift(db, { ...toSeller(user), access: user.access, scope }))
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
  ...toSeller(user),
  access: user.access,
  scope,
  now,
})
