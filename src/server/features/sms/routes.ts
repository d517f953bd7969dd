import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/sms/desk.ts'
import { receiveAfricasTalkingReport, receiveTwilioReport } from '#contract/sms/sms.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import { mount } from '#server/http/mount.ts'
import { rememberProviders } from './desk.ts'
import { getGateway, testGateway, updateGateway } from './records.ts'
import { receiveReport } from './reports.ts'

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
  void app.register(async (scope) => reportRoutes(scope, deps))
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
}
