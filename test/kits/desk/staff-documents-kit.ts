import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import * as contract from '#contract/documents/desk/document-requests.ts'
import { addStaffFile } from '#contract/documents/desk/staff-files.ts'
import type { DocumentForm } from '#contract/documents/document-form.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { getWallet } from '#contract/wallet/wallet.ts'
import { buildFees, buildDocumentQuote, payQuote } from '../document-kit.ts'
import { createWorld, type Driver, type World } from '../world.ts'

/** Documents that a request may ask for. */
export const licence = { kind: 'vehicle_licence', term_months: 12 } as const
export const worthiness = { kind: 'road_worthiness', term_months: null } as const
export const insurance = { kind: 'third_party_insurance', term_months: null } as const

/** A request that was just paid; returns its id. */
export async function buildPaidRequest(
  world: World,
  customer: Driver,
  documents: DocumentForm['documents'],
  handover: 'delivery' | 'pickup' = 'pickup',
): Promise<string> {
  const paid = await payQuote(world, customer, await buildDocumentQuote(world, customer, { documents, handover }))
  if (paid.status !== 200) throw new Error(JSON.stringify(paid.problem))
  return paid.body.id
}

export interface StaffAnswer {
  status: number
  body: contract.DeskDocument
  problem: Problem
}

/** Makes a call of staff on a request. */
export const runAsStaff = (world: World, { token }: Driver, endpoint: Endpoint, id: string, body?: object) =>
  world.call(endpoint, { token, params: { id }, ...(body && { body }) } as never) as Promise<StaffAnswer>

/** Uploads a picture as staff, with `purpose=report` or `purpose=scan&kind=…`. */
export async function callUploadAsStaff(
  world: World,
  { token }: Driver,
  id: string,
  query: string,
): Promise<contract.DeskDocument> {
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#339966' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([Uint8Array.from(photo)]), 'scan.png')
  const body = new Response(form)
  const answer = await world.app.inject({
    method: 'POST',
    url: `${addStaffFile.path.replace('{id}', id)}?${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return answer.json<contract.DeskDocument>()
}

/** The body of a result: issued, or not. */
export const issued = (kind: string) => ({
  kind,
  result: 'issued',
  document_number: `NG-${kind}`,
  issued_on: '2026-11-23',
  expires_on: '2027-11-22',
  agency_reason: null,
})
export const rejected = (kind: string, result = 'rejected') => ({
  ...issued(kind),
  result,
  document_number: null,
  issued_on: null,
  expires_on: null,
  agency_reason: 'The plate is not registered',
})

/**
 * Opens a world with known fees and a member of staff for the tests of a file; before each of them it is a Monday morning in
 * Nigeria, and there is a new customer with money. Its hooks fill in `desk`.
 */
export function setUpDesk() {
  const desk = {} as { world: World; staff: Driver; customer: Driver }
  beforeAll(async () => {
    desk.world = await createWorld()
    desk.staff = await desk.world.buildDriver({ role: 'staff' })
    await buildFees(desk.world)
  })
  afterAll(() => desk.world.close())
  beforeEach(async () => {
    desk.world.clock.now = new Date('2026-11-23T07:30:00Z')
    desk.customer = await desk.world.buildDriver({ country_code: 'NG', balance_minor: 50_000_000n })
  })
  return {
    desk,
    run: (endpoint: Endpoint, id: string, body?: object) => runAsStaff(desk.world, desk.staff, endpoint, id, body),
    upload: (id: string, query: string) => callUploadAsStaff(desk.world, desk.staff, id, query),
    newPaid: (documents: DocumentForm['documents'], handover?: 'delivery' | 'pickup') =>
      buildPaidRequest(desk.world, desk.customer, documents, handover),
    /** Of the customer's wallet, in naira. */
    balance: async () => (await desk.world.call(getWallet, { token: desk.customer.token })).body.data.balance,
  }
}
