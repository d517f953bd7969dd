/*
 * An error report in Sentry's envelope format, without its client, which is a hundred times larger
 * (docs/decisions/0019). Contains no cookies, queries or input.
 */

interface Frame {
  function: string
  filename: string
  lineno: number
  colno: number
  in_app: true
}

/**
 * Parses `at f (https://host/a.js:1:2)` (Chromium) and `f@https://host/a.js:1:2` (other browsers); innermost frame
 * last.
 */
export function parseStackFrames(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line): Frame[] => {
      const found = /^\s*(?:at (?:(.*?) \()?|(.*?)@)(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/.exec(line)
      if (found === null) return []
      const [, chromium, otherBrowser, filename, row, column] = found
      const name = chromium || otherBrowser || '?'
      return [{ function: name, filename: filename!, lineno: Number(row), colno: Number(column), in_app: true }]
    })
    .slice(0, 50)
    .toReversed()
}

/** The envelope endpoint of a DSN (`https://KEY@host/PROJECT`). */
export function envelopeAddress(dsn: string): string {
  const { protocol, host, username, pathname } = new URL(dsn)
  const [, before, project] = /^(.*?)\/([^/]+)\/?$/.exec(pathname) ?? []
  return `${protocol}//${host}${before ?? ''}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`
}

export function buildEnvelope(error: Error, page: { path: string; language: string }, sent_at = new Date()): string {
  const event_id = crypto.randomUUID().replaceAll('-', '')
  const event = {
    event_id,
    timestamp: sent_at.getTime() / 1_000,
    platform: 'javascript',
    level: 'error',
    request: { url: page.path },
    tags: { language: page.language },
    exception: {
      values: [{ type: error.name, value: error.message, stacktrace: { frames: parseStackFrames(error.stack ?? '') } }],
    },
  }
  return [{ event_id, sent_at: sent_at.toISOString() }, { type: 'event' }, event]
    .map((part) => JSON.stringify(part))
    .join('\n')
}

/** Sent as plain text, which needs no CORS preflight. */
export async function sendEnvelope(dsn: string, error: Error): Promise<void> {
  const page = { path: window.location.origin + window.location.pathname, language: document.documentElement.lang }
  await fetch(envelopeAddress(dsn), {
    method: 'POST',
    body: buildEnvelope(error, page),
    headers: { 'content-type': 'text/plain;charset=UTF-8' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
}
