import { beforeEach, expect, test } from 'vitest'
import { endSession, isRemembered, readToken, resumeSession, startSession } from './session.ts'

beforeEach(endSession)

test('a cookie says whether somebody is signed in, for the server’s rendering', () => {
  expect(document.cookie).not.toContain('signed_in')
  startSession('token')
  expect(document.cookie).toContain('signed_in=1')
  endSession()
  expect(document.cookie).not.toContain('signed_in')
})

test('a session that began without the cookie gets it, and a visitor does not', () => {
  resumeSession()
  expect(document.cookie).not.toContain('signed_in')
  localStorage.setItem('parkwell_user_token', 'token')
  resumeSession()
  expect(document.cookie).toContain('signed_in=1')
})

/** The browser keeps storage and cookies with a time, and forgets the others. */
const closeBrowser = () => {
  document.cookie = 'signed_in=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'
}

test('a session without Remember me ends when the browser is closed, with the data of the account', () => {
  startSession('token', false)
  localStorage.setItem('profile', '{}')
  localStorage.setItem('recentSearches', '[]')
  expect([localStorage.getItem('parkwell_user_token'), isRemembered()]).toEqual(['token', false])
  // Another page of the open browser.
  resumeSession()
  expect(readToken()).toBe('token')
  closeBrowser()
  resumeSession()
  const left = ['profile', 'recentSearches'].map((key) => localStorage.getItem(key))
  expect([readToken(), ...left]).toEqual([null, null, null])
})

test('a remembered session outlasts the browser, also after one that did not', () => {
  startSession('first', false)
  startSession('second')
  closeBrowser()
  resumeSession()
  expect([readToken(), isRemembered()]).toEqual(['second', true])
  expect(document.cookie).toContain('signed_in=1')
})

test('logging out keeps the email address for the next login', () => {
  localStorage.setItem('email', 'ada@example.com')
  startSession('token')
  endSession()
  expect(localStorage.getItem('email')).toBe('ada@example.com')
})
