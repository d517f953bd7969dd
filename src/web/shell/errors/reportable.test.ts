import { expect, test } from 'vitest'
import { CallError } from '#web/api/call.ts'
import { isReportable } from './reportable.ts'

test.each([
  [new TypeError('x is not a function'), true],
  [new CallError(503, undefined), true],
  // The page handles these itself.
  [new CallError(0, undefined), false],
  [new CallError(404, undefined), false],
  [new Error('ResizeObserver loop completed with undelivered notifications.'), false],
  [new Error('ResizeObserver loop limit exceeded'), false],
  ['a rejection that is no Error', false],
  [{ message: 'looks like one' }, false],
  [undefined, false],
])('%s: %s', (error, reported) => expect(isReportable(error)).toBe(reported))
