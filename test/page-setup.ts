import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, beforeEach, inject } from 'vitest'

// Styles are not loaded, so nothing is hidden by them, and working out what is visible is slow.
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 })

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

beforeEach(() => {
  window.happyDOM.setURL(inject('product_url'))
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => cleanup())
