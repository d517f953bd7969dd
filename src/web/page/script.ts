/** Time limit for a provider's script and form; after it, the provider's own page is used. */
export const patience_ms = 5_000

const loading = new Map<string, Promise<void>>()

/** Loads a provider's script once; can be retried after a failure. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url)
  if (known !== undefined) return known
  const load = new Promise<void>((resolve, reject) => {
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
    loading.delete(url)
    throw error
  })
  loading.set(url, load)
  return load
}
