import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/account.ts'
import { eraseCustomer } from '#contract/accounts/desk/customer-record.ts'
import type { Deps } from '#server/deps.ts'
import { mountAskingCommand } from '#server/features/access/command.ts'
import { readClientInfo } from '#server/features/accounts/client-info.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import { eraseAccount, purgeErased, sendErasureCode } from './commands.ts'
import { exportPersonalData, previewErasure } from './queries.ts'
import { eraseForCustomer } from './staff-erasure.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  mountAskingCommand(
    app,
    deps,
    eraseCustomer,
    (tx, { user, params }, now) => eraseForCustomer(tx, deps, user, params.id, now),
    () => purgeErased(deps),
  )
  mount(app, contract.exportPersonalData, ({ user, reply }) => {
    reply.header('content-disposition', 'attachment; filename="parkwell-data.json"')
    return exportPersonalData(deps, user)
  })
  mount(app, contract.previewErasure, ({ user }) => previewErasure(deps.db, user.user_id, deps.clock()))
  mount(app, contract.mailErasureCode, async ({ user, language }) => {
    await sendErasureCode(deps, user)
    return { message: translate(language, 'accounts.erasure_code') }
  })
  mount(app, contract.eraseAccount, ({ user, body, request, reply }) =>
    eraseAccount(deps, user, body, readClientInfo(request, reply, deps.config.production)),
  )
}
