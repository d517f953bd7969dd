import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/addresses/addresses.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { makeAddressDefault, removeAddress, replaceAddress, saveAddress } from './commands.ts'
import { findAddresses } from './queries.ts'

export function addressesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listAddresses, ({ user, language }) => findAddresses(deps.db, user.user_id, language))
  mount(app, contract.createAddress, ({ user: { user_id }, language, body, retry }) =>
    saveAddress(deps, { user_id, language }, body, retry),
  )
  mount(app, contract.changeAddress, ({ user: { user_id }, language, params, body }) =>
    replaceAddress(deps, { user_id, language }, params.id, body),
  )
  mount(app, contract.deleteAddress, ({ user, params }) => removeAddress(deps, user.user_id, params.id))
  mount(app, contract.setDefaultAddress, ({ user: { user_id }, language, params }) =>
    makeAddressDefault(deps, { user_id, language }, params.id),
  )
}
