import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as desk from '#contract/sms/desk.ts'
import * as numbers from '#contract/sms/numbers.ts'
import {
  receiveAfricasTalkingReply,
  receiveAfricasTalkingReport,
  receiveTwilioReply,
  receiveTwilioReport,
} from '#contract/sms/sms.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import { readClientInfo } from '#server/features/accounts/client-info.ts'
import type { Guess } from '#server/features/accounts/login/attempts.ts'
import { countCodeAttempt, requireRight } from '#server/features/accounts/login/redeem-code.ts'
import { mount } from '#server/http/mount.ts'
import { endConsents, stopTextsByKey, updateTextTopic } from './consents.ts'
import { rememberProviders } from './desk.ts'
import { numberLoginRoutes } from './number-login-routes.ts'
import { confirmTextNumber, getTextSettings, sendTextCode } from './numbers.ts'
import { getGateway, testGateway, updateGateway } from './records.ts'
import { receiveReply, receiveReport } from './reports.ts'

/** Text messages: what they are sent with, for staff, and the reports of the providers. */
export function smsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  rememberProviders(deps)
  mount(app, desk.getSmsGateway, ({ params, language }) => getGateway(db, deps, params.id, { language, now: clock() }))
  mountChange(
    app,
    deps,
    desk.updateSmsGateway,
    (tx, { params, body, language, now }) => updateGateway(tx, deps, params.id, body, { language, now }),
    { check: askPassword },
  )
  mountChange(app, deps, desk.testSmsGateway, (tx, { params, user, language, now }) =>
    testGateway(tx, deps, params.id, { user_id: user.user_id, language, now }),
  )
  customerRoutes(app, deps)
  numberLoginRoutes(app, deps)
  void app.register(async (scope) => reportRoutes(scope, deps))
}

/** The number of an account, and what it has agreed to. */
function customerRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps
  const callerOf = ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) =>
    readClientInfo(request, reply, config.production)
  mount(app, numbers.getTextSettings, ({ user }) => getTextSettings(db, deps, user.user_id, clock()))
  mountChange(app, deps, numbers.sendTextCode, (tx, call) =>
    sendTextCode(tx, deps, call, call.body.phone, callerOf(call)),
  )
  mountChange(
    app,
    deps,
    numbers.confirmTextNumber,
    (tx, { body, now }, guess: Guess) => confirmTextNumber(tx, deps, { code: body.code, guess, now }),
    { prepare: (call) => countCodeAttempt(deps, call.user.email, callerOf(call)), finish: requireRight },
  )
  mountChange(app, deps, numbers.updateTextTopic, async (tx, { user, body, now }) => {
    await updateTextTopic(tx, user.user_id, body, now)
    return getTextSettings(tx, deps, user.user_id, now)
  })
  mountChange(app, deps, numbers.stopTexts, async (tx, { user, now }) => {
    await endConsents(tx, { user_id: user.user_id }, 'settings', now)
    return getTextSettings(tx, deps, user.user_id, now)
  })
  mountChange(app, deps, numbers.stopTextsByKey, (tx, { params, now }) => stopTextsByKey(tx, params.key, now))
}

/** Reports are forms, in a scope of their own because calls take JSON alone. */
function reportRoutes(scope: FastifyInstance, deps: Deps): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const formOf = (body: unknown) => new URLSearchParams(typeof body === 'string' ? body : '')
  mount(scope, receiveTwilioReport, async ({ request }) => {
    const url = deps.publicUrl() + request.url
    await receiveReport(deps, 'twilio', { url, token: '', form: formOf(request.body), headers: request.headers })
    return { received: true as const }
  })
  mount(scope, receiveAfricasTalkingReport, async ({ request, params }) => {
    const { token } = params
    const form = formOf(request.body)
    await receiveReport(deps, 'africastalking', { url: '', token, form, headers: request.headers })
    return { received: true as const }
  })
  mount(scope, receiveTwilioReply, ({ request }) => {
    const url = deps.publicUrl() + request.url
    return receiveReply(deps, 'twilio', { url, token: '', form: formOf(request.body), headers: request.headers })
  })
  mount(scope, receiveAfricasTalkingReply, ({ request, params }) => {
    const form = formOf(request.body)
    return receiveReply(deps, 'africastalking', { url: '', token: params.token, form, headers: request.headers })
  })
}
