import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/** The parts of an event that tests check. */
export type ReportedEvent = {
  event_id: string
  timestamp: number
  request: { url: string }
  tags: Record<string, string>
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] }
}

export type ErrorService = {
  /** The DSN for `SENTRY_DSN`. */
  dsn: string
  /** Received events, oldest first. */
  readonly events: readonly ReportedEvent[]
  close(): Promise<void>
}

const public_key = 'public'
const project = '7'

/** Starts a loopback server for Sentry envelopes that checks key, project and shape as strictly as Sentry. */
export async function startErrorService(): Promise<ErrorService> {
  const events: ReportedEvent[] = []
  const app = Fastify({ forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post(`/api/${project}/envelope/`, (request, reply) => {
    void reply.header('access-control-allow-origin', '*')
    const { sentry_key, sentry_version } = request.query as Record<string, string>
    if (sentry_key !== public_key || sentry_version !== '7') return reply.code(403).send({ detail: 'bad key' })
    const [head, item, payload, ...more] = String(request.body).trimEnd().split('\n')
    try {
      const { event_id } = JSON.parse(head!) as { event_id: string }
      const { type } = JSON.parse(item!) as { type: string }
      const event = JSON.parse(payload!) as ReportedEvent
      if (more.length > 0 || type !== 'event' || !/^[0-9a-f]{32}$/.test(event_id) || event.event_id !== event_id)
        throw new Error('not an event')
      events.push(event)
      return reply.send({ id: event_id })
    } catch {
      return reply.code(400).send({ detail: 'invalid envelope' })
    }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    dsn: `http://${public_key}@127.0.0.1:${port}/${project}`,
    events,
    close: () => app.close(),
  }
}
