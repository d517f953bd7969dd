import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/addresses/addresses.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { setDefaultAddress, deleteAddress, updateAddress, createAddress } from './commands.ts'
import { findAddresses } from './queries.ts'

export function addressesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listAddresses, ({ user, language }) => findAddresses(deps.db, user.user_id, language))
  mountChange(app, deps, contract.createAddress, (tx, call) => createAddress(tx, toReader(call), call.body, call.now))
  mountChange(app, deps, contract.updateAddress, (tx, call) =>
    updateAddress(tx, toReader(call), call.params.id, call.body),
  )
  mountChange(app, deps, contract.deleteAddress, (tx, { user, params }) => deleteAddress(tx, user.user_id, params.id))
  mountChange(app, deps, contract.setDefaultAddress, (tx, call) =>
    setDefaultAddress(tx, toReader(call), call.params.id),
  )
}

const toReader = ({ user, language }: { user: { user_id: string }; language: Language }) => ({
  user_id: user.user_id,
  language,
})
