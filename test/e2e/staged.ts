import { type ErrorService, startErrorService } from '#simulators/error-service.ts'
import { type FirebaseStandIn, startFirebase } from '#simulators/firebase.ts'
import { type IpLookupStandIn, startIpLookup } from '#simulators/ip-lookup.ts'
import { type Clocked, startClocked } from './clocked.ts'
import { expect, test as base } from './fixtures.ts'

/** A product whose surroundings journeys set: the clock, its rows, where browsers are, Google and Apple, the error service. */
export type Staged = Clocked & { lookup: IpLookupStandIn; firebase: FirebaseStandIn; errors: ErrorService }

/** Journeys on such a product; those that one worker walks share it. */
export const test = base.extend<{ baseURL: string }, { staged: Staged }>({
  staged: [
    async ({}, use) => {
      const [lookup, firebase, errors] = await Promise.all([startIpLookup(), startFirebase(), startErrorService()])
      const clocked = await startClocked(undefined, {
        IP_LOOKUP_URLS: lookup.urls.join(','),
        SENTRY_DSN: errors.dsn,
        FIREBASE_PROJECT_ID: firebase.project_id,
        FIREBASE_API_KEY: 'key',
        FIREBASE_AUTH_DOMAIN: 'login.example.com',
        FIREBASE_JWKS_URL: firebase.jwks_url,
      })
      await use({ ...clocked, lookup, firebase, errors })
      await clocked.stop()
      await Promise.all([lookup.close(), firebase.close(), errors.close()])
    },
    // Other workers are busy meanwhile.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ staged }, use) => use(staged.address),
})

export { expect }
