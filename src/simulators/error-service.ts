/** The parts of an event that tests check. */
export interface ReportedEvent {
  event_id: string
  timestamp: number
  request: { url: string }
  tags: Record<string, string>
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] }
}

/** The DSN for `SENTRY_DSN`; the host does not exist. */
export const error_dsn = 'http://public@errors.example.com/7'

/** Reads a Sentry envelope sent to `error_dsn`, checking key, project and shape as strictly as Sentry. Throws otherwise. */
export function readEnvelope(url: string, body: string): ReportedEvent {
  const { pathname, searchParams } = new URL(url)
  if (pathname !== '/api/7/envelope/' || searchParams.get('sentry_key') !== 'public')
    throw new Error('wrong project or key')
  if (searchParams.get('sentry_version') !== '7') throw new Error('wrong version')
  const [head, item, payload, ...more] = body.trimEnd().split('\n')
  const { event_id } = JSON.parse(head!) as { event_id: string }
  const { type } = JSON.parse(item!) as { type: string }
  const event = JSON.parse(payload!) as ReportedEvent
  if (more.length > 0 || type !== 'event' || !/^[0-9a-f]{32}$/.test(event_id) || event.event_id !== event_id)
    throw new Error('not an event')
  return event
}
