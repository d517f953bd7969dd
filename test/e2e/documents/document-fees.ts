import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { send } from '../kit/drivers.ts'

/** A day some days from now in Nigeria, as in `2026-11-24`: fees begin and end there, an hour before UTC. */
export const nigerianDayFromNow = (days: number) => toNigerianDay(new Date(Date.now() + days * 86_400_000))

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
