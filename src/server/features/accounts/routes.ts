import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as account from '#contract/accounts/account.ts'
import * as contract from '#contract/accounts/auth.ts'
import * as pins from '#contract/accounts/counter-pin.ts'
import * as people from '#contract/accounts/desk/people.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import { usualLeast_ms } from '#server/http/minimum-duration.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import {
  changePassword,
  checkPasswordChange,
  revokeSession,
  revokeOtherSessions,
  getLoginMethods,
  listSessions,
  type PasswordChange,
} from './account.ts'
import { readClientInfo, type ClientInfo } from './client-info.ts'
import {
  checkCredentials,
  checkNewPassword,
  logIn,
  logOut,
  requestPasswordReset,
  requireVerified,
  resetPassword,
  updateProfile,
  type CheckedPassword,
} from './commands.ts'
import { clearCounterPin, deleteOwnPin, getOwnPin, hashPin, setOwnPin } from './counter-pins.ts'
import { disableAccount, enableAccount, logOutAccount } from './disabled-accounts.ts'
import { invitationsRoutes } from './invitations/routes.ts'
import { countAttempt, limits, type Guess } from './login/attempts.ts'
import { checkConfirmation, confirmLogin, sendConfirmationCode } from './login/confirm-login.ts'
import { logInWithEmail, requestEmailLogin, requireEmailCodes } from './login/email-login.ts'
import { countCodeAttempt, requireRight } from './login/redeem-code.ts'
import { checkRegistration, register, type CheckedRegistration } from './login/registration.ts'
import { withToken } from './login/sessions.ts'
import { checkToken, logInWithProvider, type CheckedToken } from './login/social.ts'
import { resendVerification, verifyEmail } from './login/verification.ts'
import { mailPreferencesRoutes } from './mail/mail-preferences-routes.ts'
import { getProfile } from './queries.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'

type CallOf<More> = { request: FastifyRequest; reply: FastifyReply } & More
type CallerOf = (call: CallOf<object>) => ClientInfo

export function accountsRoutes(app: FastifyInstance, deps: Deps): void {
  const callerOf: CallerOf = ({ request, reply }) => readClientInfo(request, reply, deps.config.production)
  loginRoutes(app, deps, callerOf)
  invitationsRoutes(app, deps, callerOf)
  secondFactorRoutes(app, deps, callerOf)
  mount(app, contract.getProfile, ({ user, language }) => getProfile(deps.db, user.user_id, language, user))
  mountChange(app, deps, contract.updateProfile, (tx, { user, body, language }) =>
    updateProfile(tx, user, body, language),
  )
  mount(app, account.getLoginMethods, ({ user }) => getLoginMethods(deps.db, user.user_id))
  mountChange(
    app,
    deps,
    account.changePassword,
    (tx, call, checked: PasswordChange) => changePassword(tx, deps, call.user, checked, call),
    { prepare: (call) => checkPasswordChange(deps, call.user, call.body, callerOf(call)), finish: withToken },
  )
  mountChange(
    app,
    deps,
    account.confirmLogin,
    (tx, { user, body, now }, guess: Guess | undefined) =>
      confirmLogin(tx, deps, { user, code: body.code }, guess, now),
    {
      prepare: (call) => checkConfirmation(deps, call.user, call.body, callerOf(call)),
      finish: requireRight,
      least_ms: usualLeast_ms,
    },
  )
  mountChange(app, deps, account.sendConfirmationCode, async (tx, { user, locale, now }) => {
    await sendConfirmationCode(tx, deps, user, now)
    return { message: translate(locale, 'accounts.confirmation_code') }
  })
  mount(app, account.listSessions, ({ user }) => listSessions(deps, user))
  mountChange(app, deps, account.revokeOtherSessions, (tx, { user }) => revokeOtherSessions(tx, user))
  mountChange(app, deps, account.revokeSession, (tx, { user, params }) => revokeSession(tx, user, params.id))
  mailPreferencesRoutes(app, deps)
  mount(app, pins.getOwnPin, ({ user }) => getOwnPin(deps.db, user.user_id))
  mountChange(app, deps, pins.setOwnPin, (tx, { user, now }, hash: string) => setOwnPin(tx, user.user_id, hash, now), {
    prepare: ({ body }) => hashPin(body.pin),
    check: askPassword,
  })
  mountChange(app, deps, pins.deleteOwnPin, async (tx, { user }) => {
    await deleteOwnPin(tx, user.user_id)
  })
  mountChange(app, deps, people.clearCounterPin, (tx, { user, language, params, now }) =>
    clearCounterPin(tx, { ...user, language }, params.id, now),
  )
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

/** What visitors call; `least_ms` stands where the time would tell whether an address has an account. */
function loginRoutes(app: FastifyInstance, deps: Deps, callerOf: CallerOf): void {
  mountChange(
    app,
    deps,
    contract.register,
    async (tx, { body, language, locale, now }, checked: CheckedRegistration) => {
      await register(tx, deps, { country_code: deps.config.COUNTRIES[0], ...body }, checked, { language, now })
      return { message: translate(locale, 'accounts.registered', { email: body.email }), email: body.email }
    },
    { prepare: (call) => checkRegistration(deps, call.body, callerOf(call)), least_ms: usualLeast_ms },
  )
  const countTry = (call: CallOf<{ body: { email: string } }>) =>
    countCodeAttempt(deps, call.body.email, callerOf(call))
  mountChange(
    app,
    deps,
    contract.verifyEmail,
    (tx, call, guess: Guess) => verifyEmail(tx, deps, call.body.code, guess, call),
    { prepare: countTry, finish: requireRight, least_ms: usualLeast_ms },
  )
  mountChange(
    app,
    deps,
    contract.resendVerification,
    async (tx, { body, locale, now }) => {
      await resendVerification(tx, deps, body.email, now)
      return { message: translate(locale, 'accounts.resent') }
    },
    { least_ms: usualLeast_ms },
  )
  mountChange(
    app,
    deps,
    contract.logIn,
    (tx, call, checked: CheckedPassword) => logIn(tx, deps, call.body, checked, call),
    {
      prepare: (call) => checkCredentials(deps, call.body, callerOf(call)),
      finish: (entered) => withToken(requireVerified(entered)),
    },
  )
  mountChange(
    app,
    deps,
    contract.requestEmailLogin,
    async (tx, { body, language, locale, now }, caller: ClientInfo) => {
      await requireEmailCodes(tx, deps, body.country_code)
      await requestEmailLogin(tx, deps, body, caller, { language, now })
      return { message: translate(locale, 'accounts.email_login', { email: body.email }) }
    },
    {
      prepare: async (call) => {
        const caller = callerOf(call)
        await countAttempt(deps, [limits.emailLogin(deps.config, caller.ip)], 'rate_limited')
        return caller
      },
      least_ms: usualLeast_ms,
    },
  )
  mountChange(
    app,
    deps,
    contract.logInWithEmail,
    (tx, call, guess: Guess) => logInWithEmail(tx, deps, call.body, guess, call),
    { prepare: countTry, finish: (redeemed) => withToken(requireRight(redeemed)), least_ms: usualLeast_ms },
  )
  mountChange(
    app,
    deps,
    contract.logInWithProvider,
    (tx, call, checked: CheckedToken) =>
      logInWithProvider(tx, deps, { country_code: deps.config.COUNTRIES[0], ...call.body }, checked, call),
    { prepare: (call) => checkToken(deps, call.body, callerOf(call)), finish: withToken },
  )
  mountChange(app, deps, contract.logOut, (tx, { user }) => logOut(tx, user.session_id))
  mountChange(
    app,
    deps,
    contract.requestPasswordReset,
    async (tx, { body, locale, now }) => {
      await requestPasswordReset(tx, deps, body.email, now)
      return { message: translate(locale, 'accounts.forgotten') }
    },
    { least_ms: usualLeast_ms },
  )
  mountChange(
    app,
    deps,
    contract.resetPassword,
    (tx, call, guess: Guess) => resetPassword(tx, deps, call.body, guess, call.now),
    {
      prepare: (call) => checkNewPassword(deps, call.body, callerOf(call)),
      finish: (redeemed) => void requireRight(redeemed),
      least_ms: usualLeast_ms,
    },
  )
}
