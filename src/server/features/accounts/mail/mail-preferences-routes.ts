import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/account.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { updateMailPreferences, updateMailPreferencesByKey, getMailPreferences } from './mail-preferences.ts'

/** One-click unsubscribe posts `List-Unsubscribe=One-Click` as a form; the URL identifies the user. */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

export function mailPreferencesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getMailPreferences, ({ user }) => getMailPreferences(deps.db, user.user_id))
  mountChange(app, deps, contract.updateMailPreferences, (tx, { user, body }) =>
    updateMailPreferences(tx, user.user_id, body),
  )
  void app.register(async (scope) => {
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) => done(null))
    mountChange(scope, deps, contract.unsubscribe, (tx, { params }) =>
      updateMailPreferencesByKey(tx, params.key, { reminders: false }),
    )
    mountChange(scope, deps, contract.subscribeAgain, (tx, { params }) =>
      updateMailPreferencesByKey(tx, params.key, { reminders: true }),
    )
  })
}
