import type { FastifyInstance } from 'fastify'
import * as limits from '#contract/access/desk.ts'
import * as people from '#contract/accounts/desk/people.ts'
import * as roles from '#contract/accounts/desk/roles.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { updateLimits, getLimitsRecord } from './amount-limits.ts'
import { mountChange } from './change.ts'
import { assignRoles, findGrantable, getPerson } from './people-commands.ts'
import { askPassword } from './recent-login.ts'
import { updateRole, createRole, deleteRole, getRole } from './role-commands.ts'

/** Roles, and who has them. What changes them asks for the password again. */
export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, roles.getRole, ({ params }) => getRole(db, params.id))
  mountChange(app, deps, roles.createRole, (tx, { user, body, now }) => createRole(tx, user, body, now), {
    check: askPassword,
  })
  mountChange(
    app,
    deps,
    roles.updateRole,
    (tx, { user, params, body, now }) => updateRole(tx, user, params.id, body, now),
    { check: askPassword },
  )
  mountChange(
    app,
    deps,
    roles.deleteRole,
    (tx, { user, params, query }) => deleteRole(tx, user, params.id, query.version),
    { check: askPassword },
  )
  mount(app, limits.getLimits, ({ language }) => getLimitsRecord(db, language))
  mountChange(app, deps, limits.updateLimits, (tx, { body, language }) => updateLimits(tx, body, language), {
    check: askPassword,
  })
  mount(app, people.getPerson, ({ user, language, params }) =>
    getPerson(db, { ...user, language }, params.id, deps.clock()),
  )
  mount(app, people.listGrantable, ({ user }) => findGrantable(db, user, 'employees.update'))
  mountChange(
    app,
    deps,
    people.assignRoles,
    (tx, { user, language, params, body, now }) => assignRoles(tx, { ...user, language }, params.id, body, now),
    { check: askPassword },
  )
}
