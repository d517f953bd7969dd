import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/mail-wishes.ts'
import type { Deps } from '#server/deps.ts'
import { changeWishes, changeWishesByKey, getWishes } from './mail-wishes.ts'
import { mountPrivate } from './mount-private.ts'

/** A mail program's form: `List-Unsubscribe=One-Click`. What it says is known by its address. */
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']

export function mailWishesRoutes(app: FastifyInstance, deps: Deps): void {
  mountPrivate(app, contract.getMailWishes, ({ user }) => getWishes(deps.db, user.user_id))
  mountPrivate(app, contract.changeMailWishes, ({ user, body }) => changeWishes(deps, user.user_id, body))
  void app.register(async (scope) => {
    scope.addContentTypeParser(forms, { parseAs: 'string', bodyLimit: 4_096 }, (_request, _body, done) => done(null))
    mountPrivate(scope, contract.unsubscribe, ({ params }) => changeWishesByKey(deps, params.key, { reminders: false }))
    mountPrivate(scope, contract.subscribeAgain, ({ params }) =>
      changeWishesByKey(deps, params.key, { reminders: true }),
    )
  })
}
