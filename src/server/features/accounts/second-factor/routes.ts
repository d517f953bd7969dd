import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as people from '#contract/accounts/desk/people.ts'
import * as contract from '#contract/accounts/second-factor.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Guess } from '../login/attempts.ts'
import {
  confirmSecondFactor,
  countFactorAttempt,
  renewRecoveryCodes,
  resetSecondFactor,
  setUpSecondFactor,
  verifySecondFactor,
} from './commands.ts'

/** Two-step verification: one's own, and its reset for colleagues who have lost it. */
export function secondFactorRoutes(
  app: FastifyInstance,
  deps: Deps,
  callerOf: (call: { request: FastifyRequest; reply: FastifyReply }) => ClientInfo,
): void {
  mountChange(app, deps, contract.setUpSecondFactor, (tx, { user, now }) => setUpSecondFactor(tx, user, now))
  mountChange(
    app,
    deps,
    contract.confirmSecondFactor,
    (tx, call, guess: Guess) => confirmSecondFactor(tx, deps, call, call.body.code, guess),
    { prepare: (call) => countFactorAttempt(deps, call.user, callerOf(call)) },
  )
  mountChange(
    app,
    deps,
    contract.verifySecondFactor,
    (tx, call, guess: Guess) => verifySecondFactor(tx, deps, call, call.body, guess),
    { prepare: (call) => countFactorAttempt(deps, call.user, callerOf(call)) },
  )
  mountChange(app, deps, contract.renewRecoveryCodes, (tx, { user, now }) => renewRecoveryCodes(tx, user, now))
  mountChange(
    app,
    deps,
    people.resetSecondFactor,
    (tx, { user, language, params, now }) => resetSecondFactor(tx, deps, { ...user, language }, params.id, now),
    { check: askPassword },
  )
}
