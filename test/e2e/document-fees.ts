import { send } from './drivers.ts'

/** A day some days from now in UTC, as in `2026-11-24`. */
export const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Ends the example fees of a state as staff: real ones replace them, or none are known. */
export async function endExampleFees(base: string, token: string, state: string): Promise<void> {
  const list = `/api/v1/admin/document-fees?region=${state}&example=true&state=current&size=50`
  const { items } = await send<{ items: { id: string }[] }>(base, 'GET', list, { token })
  for (const { id } of items)
    await send(base, 'POST', `/api/v1/admin/document-fees/${id}/end`, { token, body: { valid_to: dayFromNow(-1) } })
}
