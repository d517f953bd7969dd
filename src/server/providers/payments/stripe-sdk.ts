import { createRequire } from 'node:module'
import type Stripe from 'stripe'

const load = createRequire(import.meta.url)

/**
 * Returns Stripe's SDK, which is loaded on first use: its 218 modules take 6 MB, and many servers have no payments in
 * Stripe's countries. Loaded synchronously, because webhooks are verified synchronously.
 */
export const stripeSdk = (): typeof Stripe => load('stripe') as typeof Stripe

/** Stripe.js is released under the name of the SDK's API version: `endive` in `2026-10-28.endive`. */
export const stripeRelease = 'endive'
