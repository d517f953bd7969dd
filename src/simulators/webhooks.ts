import type { ProviderName } from '#server/providers/payments/provider.ts'

interface Attempt {
  at: string
  status: number | null
  error: string | null
}

export interface SentWebhook {
  readonly provider: ProviderName
  readonly event_type: string
  readonly reference: string
  readonly body: string
  /** Destination; null when no address was configured. */
  url: string | null
  delivered: boolean
  /** One per attempt; none while it is held. */
  readonly attempts: Attempt[]
}

export type WebhookUrls = Partial<Record<ProviderName, string>>

/** A webhook to send; `sign` is called for each attempt, because some providers sign the time. */
export interface Notice {
  provider: ProviderName
  event_type: string
  reference: string
  body: string
  sign: (body: string, now: Date) => Record<string, string>
}

export interface WebhookOffice {
  readonly sent: SentWebhook[]
  setUrls(urls: WebhookUrls): void
  /** Sends a webhook and resolves after the first attempt, whatever its result; never rejects. */
  send(notice: Notice): Promise<void>
  /** Keeps a webhook until `release`. */
  hold(notice: Notice): void
  release(): Promise<void>
  settled(): Promise<void>
  close(): void
}

export interface WebhookOfficeOptions {
  urls: WebhookUrls
  retry_delays_ms: readonly number[]
  now: () => Date
}

const answerWithin_ms = 5_000
const remembered = 1_000

/** Delivers webhooks as providers do: failures are retried with increasing delays. */
export function createWebhookOffice(options: WebhookOfficeOptions): WebhookOffice {
  const urls: WebhookUrls = { ...options.urls }
  const sent: SentWebhook[] = []
  const held: { notice: Notice; record: SentWebhook }[] = []
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()

  const record = (notice: Notice): SentWebhook => {
    const { provider, event_type, reference, body } = notice
    const entry: SentWebhook = { provider, event_type, reference, body, url: null, delivered: false, attempts: [] }
    sent.push(entry)
    if (sent.length > remembered) sent.shift()
    return entry
  }

  const attempt = async (notice: Notice, entry: SentWebhook): Promise<void> => {
    const at = options.now()
    entry.url = urls[notice.provider] ?? null
    const { status, error } = await post(entry.url, notice, at, closing.signal)
    entry.attempts.push({ at: at.toISOString(), status, error })
    entry.delivered = status !== null && status >= 200 && status < 300
  }

  const tryAgain = async (notice: Notice, entry: SentWebhook): Promise<void> => {
    for (const delay_ms of options.retry_delays_ms) {
      if (entry.delivered || !(await waited(delay_ms, closing.signal))) return
      await attempt(notice, entry)
    }
  }

  const deliver = async (notice: Notice, entry: SentWebhook): Promise<void> => {
    const first = attempt(notice, entry)
    const whole = first.then(() => tryAgain(notice, entry)).finally(() => underWay.delete(whole))
    underWay.add(whole)
    await first
  }

  return {
    sent,
    setUrls(changed) {
      Object.assign(urls, changed)
    },
    send: (notice) => deliver(notice, record(notice)),
    hold(notice) {
      held.push({ notice, record: record(notice) })
    },
    async release() {
      await Promise.all(held.splice(0).map(({ notice, record: entry }) => deliver(notice, entry)))
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close() {
      closing.abort()
    },
  }
}

async function post(url: string | null, notice: Notice, now: Date, closing: AbortSignal): Promise<Omit<Attempt, 'at'>> {
  if (url === null) return { status: null, error: 'no address to send it to' }
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...notice.sign(notice.body, now) },
      body: notice.body,
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerWithin_ms)]),
    })
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Resolves to false when aborted early. The timer keeps no process alive. */
function waited(delay_ms: number, closing: AbortSignal): Promise<boolean> {
  if (closing.aborted) return Promise.resolve(false)
  return new Promise((resolve) => {
    const timer = setTimeout(done, delay_ms, true)
    timer.unref()
    closing.addEventListener('abort', stop)
    function stop() {
      clearTimeout(timer)
      done(false)
    }
    function done(whole: boolean) {
      closing.removeEventListener('abort', stop)
      resolve(whole)
    }
  })
}
