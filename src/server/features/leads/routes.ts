import type { FastifyInstance } from 'fastify'
import { listCityPrices } from '#contract/city-prices.ts'
import * as contract from '#contract/leads.ts'
import * as staff from '#contract/staff-leads.ts'
import type { Deps } from '#server/deps.ts'
import { mount, type Call } from '#server/http.ts'
import { readApplication } from './applications.ts'
import { findCityPrices } from './city-prices.ts'
import { sendLead, type Sender } from './commands.ts'
import { cancelDemo, findAvailableSlots, getBookedDemo } from './demos.ts'
import { changeLead, getFile, listLeadsForStaff } from './staff.ts'

/** What a form has beside its file: fields and boundaries. */
const formMore_bytes = 64 * 1024

const senderOf = ({ request, user, language, retry }: Call<typeof contract.sendContact>): Sender => ({
  ip: request.ip,
  user_id: user?.user_id,
  language,
  retry,
})

export function leadsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  const take = <Kind extends Exclude<contract.LeadKind, 'career'>>(kind: Kind) =>
    mount(app, contract.leadCalls[kind] as typeof contract.sendContact, (call) =>
      sendLead(deps, kind, call.body as unknown as contract.LeadBody<Kind>, senderOf(call)),
    )
  for (const kind of contract.leadKinds) if (kind !== 'career') take(kind)
  void app.register(async (applications) => {
    applications.removeAllContentTypeParsers()
    applications.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: contract.maxApplication_bytes + formMore_bytes },
      async (_request: unknown, body: Buffer) => body,
    )
    mount(applications, contract.sendApplication, async (call) => {
      const type = call.request.headers['content-type'] ?? ''
      const { body, file, hash } = await readApplication({ type, body: call.request.body as Buffer })
      const sender = senderOf(call as unknown as Call<typeof contract.sendContact>)
      const retry = sender.retry && { ...sender.retry, body_hash: hash }
      return sendLead(deps, 'career', body, { ...sender, retry }, file)
    })
  })

  mount(app, contract.listDemoSlots, () => findAvailableSlots(db, clock()))
  mount(app, contract.getDemo, ({ params, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return getBookedDemo(deps, params.token)
  })
  mount(app, contract.cancelDemo, ({ body, language }) => cancelDemo(deps, body.token, language))
  mount(app, listCityPrices, ({ query }) => findCityPrices(db, query.country, clock()))

  mount(app, staff.listLeads, ({ query }) => listLeadsForStaff(db, query))
  mount(app, staff.changeLead, ({ params, body, user }) => changeLead(deps, user.user_id, params.id, body))
  mount(app, staff.getLeadFile, async ({ params, reply }) => {
    const { content, name } = await getFile(db, params.id)
    reply.type('application/pdf').header('cache-control', 'private, no-store')
    reply.header('content-disposition', `attachment; filename="${name}"`).header('x-content-type-options', 'nosniff')
    return content
  })
}
