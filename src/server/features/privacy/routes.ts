import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/account.ts'
import { eraseCustomer } from '#contract/accounts/desk/customer-record.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange, type Audited } from '#server/features/access/change.ts'
import { requireChangeable } from '#server/features/access/people-commands.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import { readClientInfo } from '#server/features/accounts/client-info.ts'
import { requireRight } from '#server/features/accounts/login/redeem-code.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { usualLeast_ms } from '#server/http/minimum-duration.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import {
  checkErasure,
  eraseAccount,
  purgeErased,
  sendErasureCode,
  eraseLockedAccount,
  type ErasureProof,
} from './commands.ts'
import { exportPersonalData, previewErasure } from './queries.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  mountChange(
    app,
    deps,
    eraseCustomer,
    (tx, { user, params, now }) => eraseForCustomer(tx, deps, user, params.id, now),
    { finish: () => purgeErased(deps) },
  )
  mount(app, contract.exportPersonalData, ({ user, reply }) => {
    reply.header('content-disposition', 'attachment; filename="parkwell-data.json"')
    return exportPersonalData(deps, user)
  })
  mount(app, contract.previewErasure, ({ user }) => previewErasure(deps.db, user.user_id, deps.clock()))
  mountChange(app, deps, contract.sendErasureCode, async (tx, { user, locale, now }) => {
    await sendErasureCode(tx, deps, user, now)
    return { message: translate(locale, 'accounts.erasure_code') }
  })
  mountChange(
    app,
    deps,
    contract.eraseAccount,
    (tx, { user, body, now }, proof: ErasureProof) =>
      eraseAccount(tx, deps, { user, give_up_balance: body.give_up_balance }, proof, now),
    {
      prepare: ({ user, body, request, reply }) =>
        checkErasure(deps, user, body, readClientInfo(request, reply, deps.config.production)),
      finish: async (redeemed) => {
        requireRight(redeemed)
        await purgeErased(deps)
      },
      least_ms: usualLeast_ms,
    },
  )
}

/**
 * Erases somebody's account at their request, as they would themselves. Throws `not_found`, `own_access`, `beyond_access`,
 * `reauth_required`, and `erasure_open` while bookings, debts or money are left.
 */
async function eraseForCustomer(
  tx: Tx,
  deps: Deps,
  staff: SignedIn,
  id: string,
  now: Date,
): Promise<Audited<undefined>> {
  await requireRecentLogin(tx, staff, now)
  const account = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) throw new AppError('not_found')
  await requireChangeable(tx, staff, id)
  const { open_bookings, owes, balances } = await previewErasure(tx, id, now)
  if (open_bookings > 0 || owes || balances.length > 0) throw new AppError('erasure_open')
  await eraseLockedAccount(tx, deps, account as Parameters<typeof eraseLockedAccount>[2], false)
  return { answer: undefined, changes: [{ kind: 'user', id, after: { erased: true } }] }
}
