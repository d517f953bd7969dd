import { beforeEach, expect, test } from 'vitest'
import { endSession, keepSignedInMark, startSession } from './session.ts'

beforeEach(endSession)

test('a cookie says whether somebody is signed in, for the server’s rendering', () => {
  expect(document.cookie).not.toContain('signed_in')
  startSession('token')
  expect(document.cookie).toContain('signed_in=1')
  endSession()
  expect(document.cookie).not.toContain('signed_in')
})

test('a session that began without the cookie gets it, and a visitor does not', () => {
  keepSignedInMark()
  expect(document.cookie).not.toContain('signed_in')
  localStorage.setItem('parkwell_user_token', 'token')
  keepSignedInMark()
  expect(document.cookie).toContain('signed_in=1')
})
