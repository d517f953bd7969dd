import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { send } from '../kit/drivers.ts'
import { signInStaff } from '../shop/orders.ts'

/** A day some days from now in Nigeria, as in `2026-11-24`: fees begin and end there, an hour before UTC. */
const nigerianDayFromNow = (days: number) => toNigerianDay(new Date(Date.now() + days * 86_400_000))

/** Ends the example fees of a state, or those of one kind, as staff: real ones replace them, or none are known. */
export async function endExampleFees(base: string, token: string, state: string, kind?: string): Promise<void> {
  const query = new URLSearchParams({
    region: state,
    example: 'true',
    state: 'current',
    size: '50',
    ...(kind && { kind }),
  })
  const list = `/api/v1/admin/document-fees?${query}`
  const { items } = await send<{ items: { id: string }[] }>(base, 'GET', list, { token })
  const body = { valid_to: nigerianDayFromNow(-1) }
  for (const { id } of items) await send(base, 'POST', `/api/v1/admin/document-fees/${id}/end`, { token, body })
}

/** In whole naira; the premium of private insurance, 15,000, is shipped. */
const fees = [
  ['vehicle_licence', 'government', 4_000],
  ['vehicle_licence', 'service', 2_000],
  ['road_worthiness', 'government', 6_000],
  ['road_worthiness', 'service', 2_500],
  ['third_party_insurance', 'service', 1_000],
  ['delivery', 'delivery', 3_000],
] as const

const everyVehicle = {
  category: null,
  use: null,
  term_months: null,
  engine_from_cc: null,
  engine_to_cc: null,
  valid_to: null,
}

/** Enters the fees of a state instead of the examples, with those of another inspection if they are given, and opens an inspection centre there. */
export async function prepareState(base: string, state: string, reinspection?: number): Promise<string> {
  const token = await signInStaff(base)
  const today = nigerianDayFromNow(0)
  await endExampleFees(base, token, state)
  const all = [...fees, ...(reinspection === undefined ? [] : [['reinspection', 'government', reinspection] as const])]
  for (const [kind, part, amount] of all)
    await send(base, 'POST', '/api/v1/admin/document-fees', {
      token,
      body: {
        ...everyVehicle,
        kind,
        part,
        state,
        amount,
        valid_from: today,
        source: 'Licensing office',
        observed_on: today,
      },
    })
  const name = `Inspection Centre ${state}`
  const centre = { name, state, city: 'Centre', address: '1 Ring Road', phone: null, capacity_per_hour: 4 }
  const { id } = await send<{ id: string }>(base, 'POST', '/api/v1/admin/inspection-centres', {
    token,
    body: { ...centre, opening_hours: 'Mo-Su 08:00-16:00' },
  })
  await send(base, 'POST', `/api/v1/admin/inspection-centres/${id}/activate`, { token })
  return name
}
