import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/disputes/desk.ts'
import { identity } from '#contract/settings/company.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { askAboutDispute, getDispute, getDisputeRecord, checkDispute } from './dispute-records.ts'
import type { drawDisputePack } from './draw-pack.ts'
import { readDisputePack } from './read-pack.ts'

const drawing = { module: new URL('./draw-pack.ts', import.meta.url).href, name: 'drawDisputePack' }

/** Payments that were disputed, for staff who answer the provider. */
export function disputesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, workers } = deps
  mount(app, contract.getDisputeRecord, ({ params, user: { access } }) =>
    getDisputeRecord(db, params.id, { access, now: deps.clock() }),
  )
  mountChange(app, deps, contract.checkDispute, (tx, { params, now }) => checkDispute(tx, params.id, now), {
    finish: (_, { params, user: { access }, now }) => askAboutDispute(deps, params.id, { access, now }),
  })
  // The log has each download before the file is drawn. Throws `overloaded` when too many wait.
  mountChange(
    app,
    deps,
    contract.downloadDisputePack,
    async (tx, { params: { id } }) => {
      const { reference, provider_dispute_id } = await getDispute(tx, id)
      return {
        answer: { reference },
        changes: [{ kind: 'dispute', id, after: { reference, provider_dispute_id } }],
      }
    },
    {
      finish: async ({ reference }, { params, reply }) => {
        const pack = await readDisputePack(deps, params.id)
        const file = await workers.documents.run<typeof drawDisputePack>(drawing, pack)
        reply
          .type('application/pdf')
          .header('content-disposition', `attachment; filename="${identity.slug}-dispute-${reference}.pdf"`)
          .header('cache-control', 'private, no-store')
        return Buffer.from(file)
      },
    },
  )
}
