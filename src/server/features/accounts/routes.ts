import type { FastifyInstance } from 'fastify'
import * as account from '#contract/account.ts'
import * as contract from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/translate.ts'
import { changePassword, revokeSession, revokeOtherSessions, getLoginMethods, listSessions } from './account.ts'
import { updateProfile, requestPasswordReset, logIn, logOut, resetPassword } from './commands.ts'
import { mailPreferencesRoutes } from '#server/features/accounts/mail/mail-preferences-routes.ts'
import { readClientInfo, mountPrivate } from './mount-private.ts'
import { getProfile } from './queries.ts'
import { register } from '#server/features/accounts/login/registration.ts'
import type { LoginResult } from '#server/features/accounts/login/sessions.ts'
import { logInWithProvider } from '#server/features/accounts/login/social.ts'
import { resendVerification, verifyEmail } from '#server/features/accounts/login/verification.ts'

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  mountPrivate(app, contract.register, async ({ body, language, request }) => {
    await register(deps, body, readClientInfo(request), language)
    return { message: translate(language, 'accounts.registered', { email: body.email }), email: body.email }
  })
  mountPrivate(app, contract.verifyEmail, ({ body, language, request }) =>
    verifyEmail(deps, body, readClientInfo(request), language),
  )
  mountPrivate(app, contract.resendVerification, async ({ body, language }) => {
    await resendVerification(deps, body.email)
    return { message: translate(language, 'accounts.resent') }
  })
  mountPrivate(app, contract.login, async ({ body, language, request }) => {
    return withToken(await logIn(deps, body, readClientInfo(request), language))
  })
  mountPrivate(app, contract.socialLogin, async ({ body, language, request }) =>
    withToken(await logInWithProvider(deps, body, readClientInfo(request), language)),
  )
  mountPrivate(app, contract.logout, ({ user }) => logOut(deps, user.session_id))
  mountPrivate(app, contract.forgotPassword, async ({ body, language }) => {
    await requestPasswordReset(deps, body.email)
    return { message: translate(language, 'accounts.forgotten') }
  })
  mountPrivate(app, contract.resetPassword, ({ body, request }) => resetPassword(deps, body, readClientInfo(request)))
  mountPrivate(app, contract.getProfile, ({ user, language }) => getProfile(deps.db, user.user_id, language))
  mountPrivate(app, contract.changeProfile, ({ user, body, language }) =>
    updateProfile(deps, user.user_id, body, language),
  )
  mountPrivate(app, account.getLoginMethods, ({ user }) => getLoginMethods(deps.db, user.user_id))
  mountPrivate(app, account.changePassword, async ({ user, body, language, request }) =>
    withToken(await changePassword(deps, user, body, readClientInfo(request), language)),
  )
  mountPrivate(app, account.listSessions, ({ user }) => listSessions(deps, user))
  mountPrivate(app, account.endOtherSessions, ({ user }) => revokeOtherSessions(deps, user))
  mountPrivate(app, account.endSession, ({ user, params }) => revokeSession(deps, user, params.id))
  mailPreferencesRoutes(app, deps)
}

const withToken = <T extends LoginResult>({ token, ...entered }: T) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  ...entered,
})
