import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { listCityPrices } from '#contract/city-prices.ts'
import * as contract from '#contract/leads.ts'
import * as staff from '#contract/staff-leads.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, type Call } from '#server/http.ts'
import { toValidationError } from '#server/validation.ts'
import { findCityPrices } from './city-prices.ts'
import { sendLead, type Sender } from './commands.ts'
import { cancelDemo, findAvailableSlots, getBookedDemo } from './demos.ts'
import { readPdf } from './pdf.ts'
import { changeLead, getFile, listLeadsForStaff } from './staff.ts'

/** Allowance for the fields and boundaries of a multipart form, beside its file. */
const formOverhead_bytes = 64 * 1024

const readSender = ({ request, user, language, retry }: Call<typeof contract.sendContact>): Sender => ({
  ip: request.ip,
  user_id: user?.user_id,
  language,
  retry,
})

export function leadsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  const mountForm = <Kind extends Exclude<contract.LeadKind, 'career'>>(kind: Kind) =>
    mount(app, contract.leadCalls[kind] as typeof contract.sendContact, (call) =>
      sendLead(deps, kind, call.body as unknown as contract.LeadBody<Kind>, readSender(call)),
    )
  for (const kind of contract.leadKinds) if (kind !== 'career') mountForm(kind)
  void app.register(async (applications) => {
    applications.removeAllContentTypeParsers()
    applications.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: contract.maxApplication_bytes + formOverhead_bytes },
      async (_request: unknown, body: Buffer) => body,
    )
    mount(applications, contract.sendApplication, async (call) => {
      const type = call.request.headers['content-type'] ?? ''
      const { body, file, hash } = await readApplication({ type, body: call.request.body as Buffer })
      const sender = readSender(call as unknown as Call<typeof contract.sendContact>)
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

/**
 * Parses a job application. `hash` covers the fields and the file but not the multipart boundaries, which change on a
 * retry. Throws `malformed_body`, `payload_too_large`, and a 422 for an invalid field, a non-PDF or an active PDF.
 */
async function readApplication(form: {
  type: string
  body: Buffer
}): Promise<{ body: contract.LeadBody<'career'>; file: Buffer | undefined; hash: Buffer }> {
  const parts = await new Response(new Uint8Array(form.body), { headers: { 'content-type': form.type } })
    .formData()
    .catch(() => Promise.reject(new AppError('malformed_body')))
  const fields = parts.get('fields')
  if (typeof fields !== 'string') throw new AppError('malformed_body')
  const input = readJson(fields)
  const parsed = z.safeParse(contract.leadForms.career, input)
  if (!parsed.success) throw toValidationError(parsed.error.issues, input)
  const file = await readPdf(parts.get('file'))
  const hash = createHash('sha256')
    .update(fields)
    .update(file ?? '')
    .digest()
  return { body: parsed.data, file, hash }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('malformed_body')
  }
}
