import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/**
 * Stripe's SDK, loaded when it is first needed: its 200 modules are 6 MB of memory, and many a server starts often and
 * takes no payment. Without waiting, because a webhook is verified at once.
 */
export const stripeSdk = (): typeof Stripe => load('stripe') as typeof Stripe

/** The release of the API that the SDK speaks, by which Stripe.js is named too: `endive` in `2026-10-28.endive`. */
export const stripeRelease = 'endive'
