import { mostScans } from '#contract/gate/guard-scans.ts'
import { minute_ms } from '#contract/time.ts'
import { call, CallError } from '#web/api/call.ts'
import { retention_ms, sendScans, type StoredKeys, type Phone, type PhoneProblem } from './phone.ts'

/** How long the keys of passes are used before they are read again. */
const keys_ms = 10 * minute_ms

const problems: Readonly<Record<string, PhoneProblem>> = {
  device_revoked: 'revoked',
  device_unknown: 'reset',
  not_your_park: 'not_your_park',
  not_found: 'not_your_park',
}

let running: Promise<void> | undefined
let following: Promise<void> | undefined

/**
 * Sends the scans that wait, then reads what has changed on the list. Without a network, the phone is `offline` from then
 * on. A call during an exchange is followed by another one: the network or the car park may have changed since that began.
 * Throws CallError for refusals that no other attempt changes, such as a role that was taken away.
 */
export function synchronize(phone: Phone): Promise<void> {
  if (running !== undefined) {
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = undefined
        return synchronize(phone)
      })
    return following
  }
  running = navigator.locks
    .request('guard-sync', () => exchange(phone))
    .finally(() => {
      running = undefined
    })
  return running
}

/** Sends a scan that was just recorded: the exchange that runs may have read those that wait before. */
export async function sendRecorded(phone: Phone): Promise<void> {
  await running?.catch(() => undefined)
  const isUnsent = phone.readState().scans.some(({ result }) => result === undefined)
  if (isUnsent) await synchronize(phone)
}

async function exchange(phone: Phone): Promise<void> {
  try {
    await upload(phone)
    await readList(phone)
    // The network may have gone after the last answer.
    if (phone.readState().device !== undefined) phone.setState({ connection: navigator.onLine ? 'online' : 'offline' })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    await handleRefusal(phone, error)
  }
}

async function handleRefusal(phone: Phone, error: CallError): Promise<void> {
  const isPassing = error.status === 0 || error.status === 429 || error.status >= 500
  if (isPassing) return phone.setState({ connection: 'offline' })
  const problem = problems[error.code]
  if (problem === 'revoked' || problem === 'reset') return phone.wipe(problem)
  // No longer this person's car park, or no longer a guard: the list is none of their business.
  if (problem === 'not_your_park' || error.status === 403) await phone.leavePark()
  phone.setState({ connection: 'online', ...(problem && { problem }) })
  if (problem === undefined) throw error
}

async function upload(phone: Phone): Promise<void> {
  const { device } = phone.readState()
  if (device === undefined) return
  let waiting = await phone.readUnsent()
  while (waiting.length > 0) {
    const scans = waiting.slice(0, mostScans)
    const answer = await sendScans({ device_id: device.id, sent_at: phone.now().toISOString(), scans })
    await phone.keepResults(new Map(answer.results.map(({ nonce, outcome, reason }) => [nonce, { outcome, reason }])))
    if (answer.stopped !== null) return phone.setState({ problem: 'chain' })
    waiting = waiting.slice(scans.length)
  }
}

async function readList(phone: Phone): Promise<void> {
  const { device, park, keys } = phone.readState()
  if (device === undefined || park === undefined) return
  const stored = phone.kept?.park_code === park.park_code ? phone.kept : undefined
  const sent_ms = Date.now()
  const answer = await call('GET /api/v1/guard/parks/{code}/list', {
    params: { code: park.park_code },
    query: { since: stored?.cursor, device_id: device.id },
  })
  const exchange = { sent_ms, answered_ms: Date.now(), server_ms: Date.parse(answer.at) }
  const newKeys = await readKeys(keys, answer.at)
  // Another car park was chosen meanwhile.
  if (phone.readState().park?.park_code !== park.park_code) return
  const { at, cursor } = answer
  const items = mergeItems(answer.complete ? [] : (stored?.items ?? []), answer.items, at)
  await phone.keepList({ park_code: answer.park.park_code, at, cursor, items }, newKeys, answer.park, exchange)
}

async function readKeys(known: StoredKeys | undefined, at: string): Promise<StoredKeys> {
  if (known !== undefined && Date.parse(at) - Date.parse(known.at) < keys_ms) return known
  return { keys: (await call('GET /api/v1/passes/keys', {})).keys, at }
}

/** Adds what has changed by its code, without bookings that ended more than 24 hours ago. */
export function mergeItems<T extends { booking_code: string; end_time: string }>(
  stored: readonly T[],
  changed: readonly T[],
  at: string,
): T[] {
  const merged = new Map([...stored, ...changed].map((entry) => [entry.booking_code, entry]))
  return [...merged.values()].filter(({ end_time }) => Date.parse(end_time) > Date.parse(at) - retention_ms)
}
