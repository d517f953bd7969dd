// Each function is sent to the browser as its source text, so it may use nothing outside of itself.

/** What the login page hands to our page: an event of Firebase's library, or none when the driver cancelled. */
interface Result {
  key: string
  redirectUrl?: string
  event?: { type: string }
}

/** Runs in our page in place of Google's API script: opens the frame and passes its events to Firebase's library. */
export function apiScript() {
  type Handler = (message: unknown) => unknown
  type Frame = ReturnType<typeof createFrame>
  const createFrame = (element: HTMLIFrameElement) => {
    const handlers: Record<string, Handler> = {}
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source === element.contentWindow && origin === location.origin)
        handlers['authEvent']?.({ type: 'authEvent', authEvent: data })
    })
    return {
      register: (name: string, handler: Handler) => {
        handlers[name] = handler
        element.contentWindow?.postMessage('registered', location.origin)
      },
      send: (_name: string, _message: unknown, done?: (answer: unknown) => void) => {
        try {
          done?.([{ webStorageSupport: true }])
        } catch {
          // The library's callback always throws; Google's script ignores that too.
        }
      },
      ping: (done: () => void) => {
        done()
        return new Promise(() => undefined)
      },
      restyle: () => undefined,
    }
  }
  const open = ({ url, where }: { url: string; where: HTMLElement }, done: (frame: Frame) => unknown) =>
    new Promise((resolve, reject) => {
      const element = document.createElement('iframe')
      element.src = url
      element.hidden = true
      element.onload = () => resolve(done(createFrame(element)))
      element.onerror = reject
      where.append(element)
    })
  const iframes = { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: class {}, getContext: () => ({ open }) }
  Object.assign(window, {
    gapi: { load: (_name: string, { callback }: { callback: () => void }) => callback(), iframes },
  })
  // As Google's script, whose address names the function to call.
  const name = URL.parse((document.currentScript as HTMLScriptElement | null)?.src ?? '')?.searchParams.get('onload')
  if (name) (window as unknown as Record<string, () => void>)[name]?.()
}

/** Runs in the frame: hands over the event of a popup as it comes, and that of a redirect from the tab's storage. */
export function frameScript() {
  const query = new URLSearchParams(location.search)
  const key = `${query.get('apiKey')}:${query.get('appName')}`
  window.addEventListener('message', ({ origin, data }) => {
    if (origin !== location.origin) return
    if (data !== 'registered') {
      const { key: given, event } = data as Result
      if (given === key) parent.postMessage(event, location.origin)
      return
    }
    const stored = sessionStorage.getItem(`simulated_login ${key}`)
    sessionStorage.removeItem(`simulated_login ${key}`)
    const none = { type: 'unknown', eventId: null, error: { code: 'auth/no-auth-event', message: 'none' } }
    parent.postMessage(stored === null ? none : JSON.parse(stored), location.origin)
  })
}

/** Runs in the provider's page after the form: a popup tells its opener's frame and closes, a redirect returns. */
export function resultScript() {
  const { key, redirectUrl, event } = JSON.parse(document.body.dataset['result']!) as Result
  if (redirectUrl !== undefined) {
    if (event !== undefined) sessionStorage.setItem(`simulated_login ${key}`, JSON.stringify(event))
    location.replace(redirectUrl)
    return
  }
  const opener = window.opener as Window | null
  for (let index = 0; event !== undefined && opener !== null && index < opener.length; index += 1)
    opener[index]!.postMessage({ key, event } satisfies Result, location.origin)
  window.close()
}
