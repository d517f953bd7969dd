import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount } from '#server/http.ts'
import { translate } from '#server/translate.ts'
import { changeProfile, forgetPassword, logIn, logOut, resetPassword } from './commands.ts'
import { getProfile } from './queries.ts'
import { register } from './registration.ts'
import type { Caller } from './sessions.ts'
import { resendVerification, verifyEmail } from './verification.ts'

const callerOf = (request: FastifyRequest): Caller => ({ ip: request.ip, user_agent: request.headers['user-agent'] })

/** Answers about a person stay out of every cache, and a refusal for too many tries says when to come back. */
function mountPrivate<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Parameters<typeof mount<E>>[2],
): void {
  mount(app, endpoint, async (call) => {
    call.reply.header('cache-control', 'no-store')
    try {
      return await handler(call)
    } catch (error) {
      if (error instanceof AppError && typeof error.params['retry_after'] === 'number')
        call.reply.header('retry-after', String(error.params['retry_after']))
      throw error
    }
  })
}

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
    const { token, ...entered } = await logIn(deps, body, callerOf(request), language)
    return { access_token: token, token_type: 'Bearer' as const, ...entered }
  })
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
}
