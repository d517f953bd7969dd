import { useSearchParams } from 'react-router'
import { useSignedIn } from '#web/api/session.ts'
import { safeNext } from '#web/paths.ts'

/**
 * Where the sign-in pages lead: `query` is passed on to the next of them; `goTo` is the page to open after the
 * login, undefined until then.
 */
export function useNext(): { query: { next?: string }; goTo: string | undefined } {
  const [search] = useSearchParams()
  const signedIn = useSignedIn()
  const next = search.get('next')
  return { query: next === null ? {} : { next }, goTo: signedIn ? safeNext(next) : undefined }
}
