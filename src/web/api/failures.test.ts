import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { web } from '#i18n/en/web.ts'
import { createSentences } from '#web/page/translation.ts'
import { call, CallError } from './call.ts'
import { describeFailure } from './failures.ts'
import { parseRefusal } from './forms.ts'

const { t } = createSentences('en', web, () => undefined).for('NG')
const network = 'Network error. Please check your internet connection and try again.'

afterEach(() => vi.unstubAllGlobals())

/** The failure of a call that is answered with this, or not at all. */
async function failWith(response: Response | undefined): Promise<CallError> {
  const answer = response === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(response)
  vi.stubGlobal('fetch', () => answer)
  const failure: unknown = await call('GET /api/v1/countries', {}).catch((error: unknown) => error)
  if (!(failure instanceof CallError)) throw new Error('did not fail')
  return failure
}

test.each([
  ['a message and a code', Response.json({ message: 'Too late', code: 'late' }, { status: 409 }), 'Too late', 'late'],
  [
    'a message without a code',
    Response.json({ message: 'Closed for repairs' }, { status: 503 }),
    'Closed for repairs',
    'unknown',
  ],
  ['no message', Response.json({ detail: 'x' }, { status: 500 }), 'Something went wrong', 'unknown'],
  ['no object', Response.json('x', { status: 500 }), 'Something went wrong', 'unknown'],
  ['no JSON', new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'Something went wrong', 'unknown'],
  ['no response', undefined, network, 'network'],
])('a failed call with %s shows the specified sentence', async (_case, response, sentence, code) => {
  const failure = await failWith(response)
  expect(describeFailure(t, failure)).toBe(sentence)
  expect(failure.code).toBe(code)
  expect(parseRefusal(failure, []).code).toBe(code)
})

/** Failures of other kinds: crashes that are reported, logins at a provider, forms' own sentences and Stripe's. */
const others = /shell\/errors\/|auth\/Social|auth\/social|api\/(forms|failures)\.ts|page\/loadingFailures|topup\/stripe/

test('no page shows the message of a failed call itself, which is no sentence without the server’s', () => {
  const files = globSync('src/web/**/*.{ts,tsx}').filter((file) => !/\.test\./.test(file) && !others.test(file))
  const shows = (file: string) => /\b(error|failure|failureReason)\??\.message\b/.test(readFileSync(file, 'utf8'))
  expect(files.filter(shows)).toEqual([])
})
