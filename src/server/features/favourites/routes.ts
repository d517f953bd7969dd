import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/favourites/favourites.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { add, joinFavourites, findFavourites, remove } from './commands.ts'

export function favouritesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listFavourites, ({ user }) => findFavourites(deps.db, user.user_id))
  mountChange(app, deps, contract.joinFavourites, (tx, { user, body, now }) =>
    joinFavourites(tx, user.user_id, body.park_ids, now),
  )
  mountChange(app, deps, contract.addFavourite, (tx, { user, params, now }) =>
    add(tx, user.user_id, params.park_id, now),
  )
  mountChange(app, deps, contract.removeFavourite, (tx, { user, params }) => remove(tx, user.user_id, params.park_id))
}
