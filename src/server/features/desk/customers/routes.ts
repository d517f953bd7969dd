import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/desk/customer-record.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { requireChangeable } from '#server/features/access/people-commands.ts'
import { listSessions } from '#server/features/accounts/account.ts'
import { disableAccount, enableAccount, logOutAccount } from '#server/features/accounts/disabled-accounts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { mount } from '#server/http/mount.ts'
import { findWalletOf, getCustomerRecord, requireVisibleCustomer } from './customers.ts'

const toReader = ({ user, language }: { user: SignedIn; language: Language }) => ({ ...user, language })

/** An account in the desk: what staff sees and does. Erasing it is privacy's. */
export function customerRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, contract.getCustomerRecord, (call) => getCustomerRecord(db, toReader(call), call.params.id, deps.clock()))
  mountChange(app, deps, contract.disableCustomer, async (tx, call) => {
    const { changes } = await disableAccount(tx, toReader(call), call.params.id, call.body.reason, call.now)
    return { answer: await getCustomerRecord(tx, toReader(call), call.params.id, call.now), changes }
  })
  mountChange(app, deps, contract.enableCustomer, async (tx, call) => {
    const { changes } = await enableAccount(tx, toReader(call), call.params.id, call.now)
    return { answer: await getCustomerRecord(tx, toReader(call), call.params.id, call.now), changes }
  })
  mountChange(app, deps, contract.logOutCustomer, async (tx, call) => {
    const { changes } = await logOutAccount(tx, toReader(call), call.params.id, call.now)
    return { answer: await getCustomerRecord(tx, toReader(call), call.params.id, call.now), changes }
  })
  mount(app, contract.listCustomerDevices, async ({ params, user }) => {
    await requireVisibleCustomer(db, user, params.id, deps.clock())
    return { items: await listSessions(deps, { user_id: params.id, session_id: user.session_id }) }
  })
  mountChange(app, deps, contract.logOutCustomerDevice, (tx, { user, params }) => logOutDevice(tx, user, params))
  mountChange(app, deps, contract.readCustomerWallet, async (tx, { params }) => ({
    answer: { items: await findWalletOf(tx, params.id) },
    changes: [{ kind: 'user', id: params.id }],
  }))
}

/** Ends one session of a customer. Throws like `requireChangeable`, and `not_found`. */
async function logOutDevice(tx: Tx, actor: SignedIn, { id, device }: { id: string; device: string }) {
  await requireChangeable(tx, actor, id)
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', device)
    .where('user_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw new AppError('not_found')
  return { answer: undefined, changes: [{ kind: 'user', id, after: { device_logged_out: true } }] }
}
