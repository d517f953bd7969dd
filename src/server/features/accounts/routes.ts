import type { FastifyInstance } from 'fastify'
import * as account from '#contract/account.ts'
import * as contract from '#contract/auth.ts'
import type { Deps } from '#server/deps.ts'
import { translate } from '#server/translate.ts'
import { changePassword, endOneSession, endOtherSessions, getWaysIn, listSessions } from './account.ts'
import { changeProfile, forgetPassword, logIn, logOut, resetPassword } from './commands.ts'
import { mailWishesRoutes } from './mail-wishes-routes.ts'
import { callerOf, mountPrivate } from './mount-private.ts'
import { getProfile } from './queries.ts'
import { register } from './registration.ts'
import type { Entered } from './sessions.ts'
import { logInSocially } from './social.ts'
import { resendVerification, verifyEmail } from './verification.ts'

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  mountPrivate(app, contract.register, async ({ body, language, request }) => {
    await register(deps, body, callerOf(request), language)
    return { message: translate(language, 'accounts.registered', { email: body.email }), email: body.email }
  })
  mountPrivate(app, contract.verifyEmail, ({ body, language, request }) =>
    verifyEmail(deps, body, callerOf(request), language),
  )
  mountPrivate(app, contract.resendVerification, async ({ body, language }) => {
    await resendVerification(deps, body.email)
    return { message: translate(language, 'accounts.resent') }
  })
  mountPrivate(app, contract.login, async ({ body, language, request }) => {
    return withToken(await logIn(deps, body, callerOf(request), language))
  })
  mountPrivate(app, contract.socialLogin, async ({ body, language, request }) =>
    withToken(await logInSocially(deps, body, callerOf(request), language)),
  )
  mountPrivate(app, contract.logout, ({ user }) => logOut(deps, user.session_id))
  mountPrivate(app, contract.forgotPassword, async ({ body, language }) => {
    await forgetPassword(deps, body.email)
    return { message: translate(language, 'accounts.forgotten') }
  })
  mountPrivate(app, contract.resetPassword, ({ body, request }) => resetPassword(deps, body, callerOf(request)))
  mountPrivate(app, contract.getProfile, ({ user, language }) => getProfile(deps.db, user.user_id, language))
  mountPrivate(app, contract.changeProfile, ({ user, body, language }) =>
    changeProfile(deps, user.user_id, body, language),
  )
  mountPrivate(app, account.getWaysIn, ({ user }) => getWaysIn(deps.db, user.user_id))
  mountPrivate(app, account.changePassword, async ({ user, body, language, request }) =>
    withToken(await changePassword(deps, user, body, callerOf(request), language)),
  )
  mountPrivate(app, account.listSessions, ({ user }) => listSessions(deps, user))
  mountPrivate(app, account.endOtherSessions, ({ user }) => endOtherSessions(deps, user))
  mountPrivate(app, account.endSession, ({ user, params }) => endOneSession(deps, user, params.id))
  mailWishesRoutes(app, deps)
}

const withToken = <T extends Entered>({ token, ...entered }: T) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  ...entered,
})
