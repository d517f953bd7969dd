import type { FastifyInstance } from 'fastify'
import * as requests from '#contract/partners/desk/partner-requests.ts'
import * as partners from '#contract/partners/desk/partners.ts'
import * as contract from '#contract/partners/partners.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { claimPark, proveClaim, requireProved, withdrawClaim, type Claimant } from './claims.ts'
import { listCharger, listSpace, withdrawListing } from './listings.ts'
import { findParkChargers, getOperator, releasePark } from './queries.ts'
import * as staff from './staff-commands.ts'
import * as review from './staff-requests.ts'

const toClaimant = ({
  user,
  request,
  language,
  locale,
}: Pick<Call<typeof contract.claimPark>, 'user' | 'request' | 'language' | 'locale'>) =>
  ({ user_id: user.user_id, ip: request.ip, language, locale }) satisfies Claimant

/** Operators of car parks: what they claim and offer, and what staff decides. */
export function partnersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, contract.getOperator, ({ user }) => getOperator(db, user.user_id))
  mountChange(app, deps, contract.claimPark, (tx, call) => claimPark(tx, deps, toClaimant(call), call.body, call.now))
  mountChange(
    app,
    deps,
    contract.proveClaim,
    (tx, call) => proveClaim(tx, deps, toClaimant(call), { id: call.params.id, code: call.body.code }, call.now),
    { finish: requireProved },
  )
  mountChange(app, deps, contract.withdrawClaim, (tx, call) => withdrawClaim(tx, call, call.params.id))
  mountChange(app, deps, contract.releasePark, (tx, { user, params, now }) =>
    releasePark(tx, user.user_id, params.id, now),
  )
  mountChange(app, deps, contract.listSpace, (tx, call) => listSpace(tx, deps, toClaimant(call), call.body, call.now))
  mountChange(app, deps, contract.listCharger, (tx, call) =>
    listCharger(tx, deps, toClaimant(call), call.body, call.now),
  )
  mountChange(app, deps, contract.withdrawListing, (tx, call) => withdrawListing(tx, call, call.params.id))
  mount(app, contract.listParkChargers, ({ params }) => findParkChargers(db, params.parkId))

  mount(app, partners.getDeskPartner, ({ scope, params }) => staff.getDeskPartner(db, scope, params.id))
  mountChange(app, deps, partners.createDeskPartner, (tx, { scope, body, now }) =>
    staff.createPartner(tx, scope, body, now),
  )
  mountChange(app, deps, partners.updateDeskPartner, (tx, { scope, params, body, now }) =>
    staff.updatePartner(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, partners.activatePartner, (tx, { scope, params, now }) =>
    staff.switchPartner(tx, scope, params.id, true, now),
  )
  mountChange(app, deps, partners.deactivatePartner, (tx, { scope, params, now }) =>
    staff.switchPartner(tx, scope, params.id, false, now),
  )
  mountChange(app, deps, partners.addPartnerPark, (tx, { scope, params, body, now }) =>
    staff.addPark(tx, scope, params.id, body.park, now),
  )
  mountChange(app, deps, partners.removePartnerPark, (tx, { scope, params, body, now }) =>
    staff.removePark(tx, scope, params.id, body.park, now),
  )

  mount(app, requests.getDeskClaim, ({ params }) => review.getDeskClaim(db, params.id))
  mountChange(app, deps, requests.approveClaim, (tx, { params, now }) => review.approveClaim(tx, deps, params.id, now))
  mountChange(app, deps, requests.sendClaimCode, (tx, { params, body, now }) =>
    review.sendClaimCode(tx, deps, params.id, body.contact, now),
  )
  mountChange(app, deps, requests.refuseClaim, (tx, { params, body, now }) =>
    review.refuseClaim(tx, deps, params.id, body.reason, now),
  )
  mount(app, requests.getDeskListing, ({ params }) => review.getDeskListing(db, params.id))
  mountChange(app, deps, requests.approveListing, (tx, { params, now }) =>
    review.approveListing(tx, deps, params.id, now),
  )
  mountChange(app, deps, requests.refuseListing, (tx, { params, body, now }) =>
    review.refuseListing(tx, deps, params.id, body.reason, now),
  )
}
