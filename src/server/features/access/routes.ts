import type { FastifyInstance } from 'fastify'
import * as limits from '#contract/access/desk.ts'
import * as people from '#contract/accounts/desk/people.ts'
import * as roles from '#contract/accounts/desk/roles.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeLimits, getLimitsRecord } from './amount-limits.ts'
import { mountCommand } from './command.ts'
import { assignRoles, findGrantable, getPerson } from './people-commands.ts'
import { requireRecentLogin } from './recent-login.ts'
import { changeRole, createRole, deleteRole, getRole } from './role-commands.ts'

/** Roles, and who has them. What changes them asks for the password again. */
export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, roles.getRole, ({ params }) => getRole(db, params.id))
  mountCommand(app, deps, roles.createRole, async (tx, { user, body }, now) => {
    await requireRecentLogin(tx, user, now)
    return createRole(tx, user, body, now)
  })
  mountCommand(app, deps, roles.changeRole, async (tx, { user, params, body }, now) => {
    await requireRecentLogin(tx, user, now)
    return changeRole(tx, user, params.id, body, now)
  })
  mountCommand(app, deps, roles.deleteRole, async (tx, { user, params, query }, now) => {
    await requireRecentLogin(tx, user, now)
    return deleteRole(tx, user, params.id, query.version)
  })
  mount(app, limits.getLimits, ({ language }) => getLimitsRecord(db, language))
  mountCommand(app, deps, limits.updateLimits, async (tx, { user, body, language }, now) => {
    await requireRecentLogin(tx, user, now)
    return changeLimits(tx, body, language)
  })
  mount(app, people.getPerson, ({ user, language, params }) =>
    getPerson(db, { ...user, language }, params.id, deps.clock()),
  )
  mount(app, people.listGrantable, ({ user }) => findGrantable(db, user))
  mountCommand(app, deps, people.assignRoles, async (tx, { user, language, params, body }, now) => {
    await requireRecentLogin(tx, user, now)
    return assignRoles(tx, { ...user, language }, params.id, body, now)
  })
}
