import type { Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { CallError, type CallInput, send } from './call.ts'

/** The object URL of a saved file must stay valid until the browser has read it. */
const lifetime_ms = 60_000

/** Downloads a file with the session's token and saves it under `name`. Throws CallError as `call` does. */
export async function download<E extends Endpoint>(
  endpoint: E,
  params: ParamsOf<E>,
  name: string,
  query?: CallInput<E>['query'],
): Promise<void> {
  const response = await send(endpoint, { params, query } as unknown as CallInput<E>, '*/*')
  const file = await response.blob().catch(() => {
    throw new CallError(0, undefined)
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), lifetime_ms)
}
