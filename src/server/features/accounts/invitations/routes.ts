import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as desk from '#contract/accounts/desk/invitations.ts'
import * as contract from '#contract/accounts/invitations.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { findGrantable } from '#server/features/access/people-commands.ts'
import { askPassword } from '#server/features/access/recent-login.ts'
import { mount } from '#server/http/mount.ts'
import type { ClientInfo } from '../client-info.ts'
import {
  acceptInvitation,
  checkInvitee,
  findInvitation,
  registerWithInvitation,
  type CheckedInvitee,
} from './accept.ts'
import { createInvitation, getInvitation, resendInvitation, withdrawInvitation } from './desk.ts'

/** Invitations by staff and operators, and what the invited do with their link. */
export function invitationsRoutes(
  app: FastifyInstance,
  deps: Deps,
  callerOf: (call: { request: FastifyRequest; reply: FastifyReply }) => ClientInfo,
): void {
  const { db, clock } = deps
  mount(app, desk.listInvitable, ({ user }) => findGrantable(db, user, 'invitations.create'))
  mount(app, desk.getDeskInvitation, ({ user, language, params }) =>
    getInvitation(db, { ...user, language }, params.id, clock()),
  )
  mountChange(
    app,
    deps,
    desk.createInvitation,
    (tx, { user, language, body, now }) => createInvitation(tx, deps, { ...user, language }, body, now),
    { check: askPassword },
  )
  mountChange(
    app,
    deps,
    desk.resendInvitation,
    (tx, { user, language, params, now }) => resendInvitation(tx, deps, { ...user, language }, params.id, now),
    { check: askPassword },
  )
  mountChange(app, deps, desk.withdrawInvitation, (tx, { user, language, params, now }) =>
    withdrawInvitation(tx, { ...user, language }, params.id, now),
  )
  mount(app, contract.getInvitation, ({ params, language }) => findInvitation(db, params.token, language, clock()))
  mountChange(app, deps, contract.acceptInvitation, (tx, call) => acceptInvitation(tx, call, call.params.token))
  mountChange(
    app,
    deps,
    contract.registerWithInvitation,
    (tx, { params, body, language, request, now }, checked: CheckedInvitee) => {
      const details = { ...body, country_code: body.country_code ?? deps.config.COUNTRIES[0]! }
      return registerWithInvitation(tx, { token: params.token, details, language, request, now }, checked)
    },
    {
      prepare: (call) => checkInvitee(deps, call.params.token, call.body, callerOf(call)),
      finish: ({ token, ...entered }) => ({ access_token: token, token_type: 'Bearer' as const, ...entered }),
    },
  )
}
