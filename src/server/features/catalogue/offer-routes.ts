import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalogue/desk/offers.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountCommand } from '#server/features/access/command.ts'
import type { Scope } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { changeOffer, createOffer, getOffer, removeOffer, switchOffer } from './offers.ts'

/** What staff does with offers. */
export function offerRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getOffer, ({ scope, params, language }) => getOffer(deps.db, scope, params.id, language === 'fr'))
  mountCommand(app, deps, contract.createOffer, (tx, call, now) =>
    inLanguage(tx, call, createOffer(tx, call.scope, call.body, now)),
  )
  mountCommand(app, deps, contract.updateOffer, (tx, call) =>
    inLanguage(tx, call, changeOffer(tx, call.scope, call.params.id, call.body)),
  )
  mountCommand(app, deps, contract.deleteOffer, (tx, { scope, params, query }) =>
    removeOffer(tx, scope, params.id, query.version),
  )
  mountCommand(app, deps, contract.activateOffer, (tx, call) =>
    inLanguage(tx, call, switchOffer(tx, call.scope, call.params.id, 'active')),
  )
  mountCommand(app, deps, contract.deactivateOffer, (tx, call) =>
    inLanguage(tx, call, switchOffer(tx, call.scope, call.params.id, 'inactive')),
  )
}

/** Names the items of an offer in the reader's language; the audit log has them in English. */
async function inLanguage(
  tx: Tx,
  { scope, language }: { scope: Scope; language: Language },
  done: Promise<{ answer: contract.Offer; changes: AuditedChange[] }>,
) {
  const { answer, changes } = await done
  return { answer: language === 'fr' ? await getOffer(tx, scope, answer.id, true) : answer, changes }
}
