import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { readClientInfo, mountPrivate } from '#server/features/accounts/mount-private.ts'
import { translate } from '#server/translate.ts'
import { eraseAccount, sendErasureCode } from './commands.ts'
import { exportPersonalData, previewErasure } from './queries.ts'

export function privacyRoutes(app: FastifyInstance, deps: Deps): void {
  mountPrivate(app, contract.exportPersonalData, ({ user, reply }) => {
    reply.header('content-disposition', 'attachment; filename="parkwell-data.json"')
    return exportPersonalData(deps, user)
  })
  mountPrivate(app, contract.previewErasure, ({ user }) => previewErasure(deps.db, user.user_id, deps.clock()))
  mountPrivate(app, contract.mailErasureCode, async ({ user, language }) => {
    await sendErasureCode(deps, user)
    return { message: translate(language, 'accounts.erasure_code') }
  })
  mountPrivate(app, contract.eraseAccount, ({ user, body, request }) =>
    eraseAccount(deps, user, body, readClientInfo(request)),
  )
}
