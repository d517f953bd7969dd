import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as account from '#contract/accounts/account.ts'
import * as contract from '#contract/accounts/auth.ts'
import * as people from '#contract/accounts/desk/people.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import { changePassword, revokeSession, revokeOtherSessions, getLoginMethods, listSessions } from './account.ts'
import { readClientInfo } from './client-info.ts'
import { updateProfile, requestPasswordReset, logIn, logOut, resetPassword } from './commands.ts'
import { disableAccount, enableAccount, logOutAccount } from './disabled-accounts.ts'
import { confirmLogin, sendConfirmationCode } from './login/confirm-login.ts'
import { logInWithEmail, requestEmailLogin } from './login/email-login.ts'
import { register } from './login/registration.ts'
import type { LoginResult } from './login/sessions.ts'
import { logInWithProvider } from './login/social.ts'
import { resendVerification, verifyEmail } from './login/verification.ts'
import { mailPreferencesRoutes } from './mail/mail-preferences-routes.ts'
import { getProfile } from './queries.ts'

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  const callerOf = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) =>
    readClientInfo(request, reply, deps.config.production)
  mount(app, contract.register, async ({ body, language, request, reply }) => {
    await register(deps, body, callerOf({ request, reply }), language)
    return { message: translate(language, 'accounts.registered', { email: body.email }), email: body.email }
  })
  mount(app, contract.verifyEmail, ({ body, language, request, reply }) =>
    verifyEmail(deps, body, callerOf({ request, reply }), language),
  )
  mount(app, contract.resendVerification, async ({ body, language }) => {
    await resendVerification(deps, body.email)
    return { message: translate(language, 'accounts.resent') }
  })
  mount(app, contract.logIn, async ({ body, language, request, reply }) => {
    return withToken(await logIn(deps, body, callerOf({ request, reply }), language))
  })
  mount(app, contract.requestEmailLogin, async ({ body, language, request, reply }) => {
    await requestEmailLogin(deps, body, callerOf({ request, reply }), language)
    return { message: translate(language, 'accounts.email_login', { email: body.email }) }
  })
  mount(app, contract.logInWithEmail, async ({ body, language, request, reply }) =>
    withToken(await logInWithEmail(deps, body, callerOf({ request, reply }), language)),
  )
  mount(app, contract.logInWithProvider, async ({ body, language, request, reply }) =>
    withToken(await logInWithProvider(deps, body, callerOf({ request, reply }), language)),
  )
  mount(app, contract.logOut, ({ user }) => logOut(deps, user.session_id))
  mount(app, contract.requestPasswordReset, async ({ body, language }) => {
    await requestPasswordReset(deps, body.email)
    return { message: translate(language, 'accounts.forgotten') }
  })
  mount(app, contract.resetPassword, ({ body, request, reply }) =>
    resetPassword(deps, body, callerOf({ request, reply })),
  )
  mount(app, contract.getProfile, ({ user, language }) => getProfile(deps.db, user.user_id, language))
  mountChange(app, deps, contract.updateProfile, (tx, { user, body, language }) =>
    updateProfile(tx, user.user_id, body, language),
  )
  mount(app, account.getLoginMethods, ({ user }) => getLoginMethods(deps.db, user.user_id))
  mount(app, account.changePassword, async ({ user, body, language, request, reply }) =>
    withToken(await changePassword(deps, user, body, callerOf({ request, reply }), language)),
  )
  mount(app, account.confirmLogin, ({ user, body, request, reply }) =>
    confirmLogin(deps, user, body, callerOf({ request, reply })),
  )
  mount(app, account.sendConfirmationCode, async ({ user, language }) => {
    await sendConfirmationCode(deps, user)
    return { message: translate(language, 'accounts.confirmation_code') }
  })
  mount(app, account.listSessions, ({ user }) => listSessions(deps, user))
  mountChange(app, deps, account.revokeOtherSessions, (tx, { user }) => revokeOtherSessions(tx, user))
  mountChange(app, deps, account.revokeSession, (tx, { user, params }) => revokeSession(tx, user, params.id))
  mailPreferencesRoutes(app, deps)
  mountChange(app, deps, people.disablePerson, (tx, { user, language, params, body, now }) =>
    disableAccount(tx, { ...user, language }, params.id, body.reason, now),
  )
  mountChange(app, deps, people.enablePerson, (tx, { user, language, params, now }) =>
    enableAccount(tx, { ...user, language }, params.id, now),
  )
  mountChange(app, deps, people.logOutPerson, (tx, { user, language, params, now }) =>
    logOutAccount(tx, { ...user, language }, params.id, now),
  )
}

const withToken = <T extends LoginResult>({ token, ...entered }: T) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  ...entered,
})
