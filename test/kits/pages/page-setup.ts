import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import * as React from 'react'
import { afterEach, beforeEach, inject } from 'vitest'
import { endSession, startSession } from '#web/api/session.ts'
import { closeLogin } from '#web/features/account/loginDialog.ts'
import { forgetDraft } from '#web/features/auth/draft.ts'
import { dismissToast, toasts } from '#web/ui/overlay/toast.ts'

// Styles are not loaded, so nothing is hidden by them, and working out what is visible is slow.
configure({
  defaultHidden: true,
  asyncUtilTimeout: 40_000,
  // Each try of a wait would print the whole document into its error.
  getElementError: (message) => new Error(message ?? 'not found'),
})

// React keeps a stack for each of the first 10,000 elements that it makes in a second, for its developer tools. Reading
// them took a tenth of the work; of what it warns of, nothing depends on them.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const { [internals]: shared } = React as unknown as Record<typeof internals, object>
Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

// A browser gives the answer 304 to a script that asked with a version of its own. happy-dom looks for it in its cache, and
// throws where nobody can catch it.
window.happyDOM.settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ request }) => {
    if (request.headers.has('if-none-match')) request.headers.set('cache-control', 'no-cache')
  },
}

beforeEach(() => {
  window.happyDOM.setURL(inject('product_url'))
  localStorage.clear()
  sessionStorage.clear()
  document.cookie = 'country=; path=/; max-age=0'
})
// Files of one worker share the app's modules and what those keep in memory.
afterEach(() => {
  cleanup()
  closeLogin()
  // A logout lasts until the page is loaded again, or somebody logs in.
  startSession('of no account')
  endSession()
  forgetDraft()
  for (const { id } of toasts.get()) dismissToast(id)
})
