import type { EndpointKey } from '#contract/endpoints.ts'
import { minute_ms } from '#contract/time.ts'
import { CallError, type InputOf, send } from './call.ts'

/** The object URL of a saved file must stay valid until the browser has read it. */
const lifetime_ms = minute_ms

/** A list of a million rows takes a minute, and longer over a slow connection. */
const most_ms = 30 * minute_ms

/** Downloads a file with the session's token and saves it under `name`. Throws CallError as `call` does. */
export async function download<Key extends EndpointKey>(
  endpoint: Key,
  params: InputOf<Key>['params'],
  name: string,
  query?: InputOf<Key>['query'],
): Promise<void> {
  const response = await send(endpoint, { params, query } as unknown as InputOf<Key>, '*/*', most_ms)
  const file = await response.blob().catch(() => {
    throw new CallError(0, undefined)
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), lifetime_ms)
}
