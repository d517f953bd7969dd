import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { formatPhone } from '#contract/phone-format.ts'
import * as contract from '#contract/sms/number-login.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { readClientInfo, type ClientInfo } from '#server/features/accounts/client-info.ts'
import { countAttempt, limits, type Guess } from '#server/features/accounts/login/attempts.ts'
import { requestEmailLogin } from '#server/features/accounts/login/email-login.ts'
import { countCodeAttempt, requireRight } from '#server/features/accounts/login/redeem-code.ts'
import { withToken } from '#server/features/accounts/login/sessions.ts'
import { usualLeast_ms } from '#server/http/minimum-duration.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import {
  findLoginCountries,
  logInWithNumber,
  logInWithNumberAndEmail,
  requestNumberLogin,
  requireProof,
} from './number-login.ts'

/** Logging in with a mobile number; each call takes as long whether or not there is an account. */
export function numberLoginRoutes(app: FastifyInstance, deps: Deps): void {
  const { config } = deps
  const least_ms = usualLeast_ms
  const callerOf = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) =>
    readClientInfo(request, reply, config.production)
  mount(app, contract.listTextCountries, async () => ({ countries: await findLoginCountries(deps.db, deps) }))
  mountChange(
    app,
    deps,
    contract.requestNumberLogin,
    async (tx, { body, language, locale, now }, caller: ClientInfo) => {
      const number = await requestNumberLogin(tx, deps, body, caller, { language, now })
      return { message: translate(locale, 'accounts.email_login', { email: formatPhone(number) }), number }
    },
    {
      prepare: async (call) => {
        const caller = callerOf(call)
        await countAttempt(deps, [limits.numberLogin(config, caller.ip)], 'rate_limited')
        return caller
      },
      least_ms,
    },
  )
  mountChange(
    app,
    deps,
    contract.logInWithNumber,
    (tx, call, guess: Guess) => logInWithNumber(tx, deps, call.body, guess, call),
    {
      prepare: (call) => countCodeAttempt(deps, call.body.number, callerOf(call)),
      finish: (redeemed) => {
        const { login, proof } = requireRight(redeemed)
        return { login: login === null ? null : withToken(login), proof }
      },
      least_ms,
    },
  )
  mountChange(
    app,
    deps,
    contract.requestNumberEmail,
    async (tx, { body, language, locale, now }, caller: ClientInfo) => {
      await requireProof(tx, body, now)
      await requestEmailLogin(tx, deps, body, caller, { language, now })
      return { message: translate(locale, 'accounts.email_login', { email: body.email }) }
    },
    {
      prepare: async (call) => {
        const caller = callerOf(call)
        await countAttempt(deps, [limits.emailLogin(config, caller.ip)], 'rate_limited')
        return caller
      },
      least_ms,
    },
  )
  mountChange(
    app,
    deps,
    contract.logInWithNumberAndEmail,
    (tx, call, guess: Guess) => logInWithNumberAndEmail(tx, deps, call.body, guess, call),
    {
      prepare: (call) => countCodeAttempt(deps, call.body.email, callerOf(call)),
      finish: (redeemed) => withToken(requireRight(redeemed)),
      least_ms,
    },
  )
}
