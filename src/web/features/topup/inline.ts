/** The parts of Paystack's script that are used here. */
interface Popup {
  resumeTransaction(
    access_code: string,
    callbacks: { onSuccess: () => void; onCancel: () => void; onError: (error: unknown) => void },
  ): unknown
}
declare global {
  interface Window {
    PaystackPop?: new () => Popup
  }
}

/** Time limit for loading the script; after it, the provider's own page is used. */
const patience_ms = 10_000

let loading: Promise<void> | undefined

/** Loads a provider's script once; can be retried after a failure. */
function load(url: string): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => reject(new Error('late')), patience_ms)
    script.src = url
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    script.onerror = () => reject(new Error('blocked'))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

export type InlineEnd = 'paid' | 'closed' | 'unavailable'

/** Shows Paystack's form over the page; `unavailable` if it cannot be shown and the provider's page has to be used. */
export async function payInline(script_url: string, access_code: string): Promise<InlineEnd> {
  try {
    await load(script_url)
    const Popup = window.PaystackPop
    if (Popup === undefined) return 'unavailable'
    return await new Promise<InlineEnd>((resolve) => {
      new Popup().resumeTransaction(access_code, {
        onSuccess: () => resolve('paid'),
        onCancel: () => resolve('closed'),
        onError: () => resolve('unavailable'),
      })
    })
  } catch {
    return 'unavailable'
  }
}
