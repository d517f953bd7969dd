import { type ErrorService, startErrorService } from '#simulators/error-service.ts'
import { type FirebaseStandIn, startFirebase } from '#simulators/firebase.ts'
import { type IpLookupStandIn, startIpLookup } from '#simulators/ip-lookup.ts'
import { type InProcessServer, startInProcessServer } from './in-process-server.ts'
import { expect, test as base } from './fixtures.ts'

/** An in-process server with simulated outside services: IP lookup, Google and Apple sign-in, error reporting. */
export type Environment = InProcessServer & { lookup: IpLookupStandIn; firebase: FirebaseStandIn; errors: ErrorService }

/** Tests with such an environment, one per worker. */
export const test = base.extend<{ baseURL: string }, { environment: Environment }>({
  environment: [
    async ({}, use) => {
      const [lookup, firebase, errors] = await Promise.all([startIpLookup(), startFirebase(), startErrorService()])
      const server = await startInProcessServer(undefined, {
        IP_LOOKUP_URLS: lookup.urls.join(','),
        SENTRY_DSN: errors.dsn,
        FIREBASE_PROJECT_ID: firebase.project_id,
        FIREBASE_API_KEY: 'key',
        FIREBASE_AUTH_DOMAIN: 'login.example.com',
        FIREBASE_JWKS_URL: firebase.jwks_url,
      })
      await use({ ...server, lookup, firebase, errors })
      await server.stop()
      await Promise.all([lookup.close(), firebase.close(), errors.close()])
    },
    // Starting is slow while other workers are busy.
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ environment }, use) => use(environment.address),
})

export { expect }
