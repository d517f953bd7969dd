import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { paystackWebhook, stripeWebhook, waveWebhook } from '#contract/wallet/wallet.ts'
import { settings } from '#server/settings.ts'

const guide = readFileSync('docs/going-live.md', 'utf8')

/** The events that the stand-ins send, as their source writes them; a part after `${` is not known. */
const sentEvents = readdirSync('src/simulators', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(payouts\/)?(stripe|paystack|wave)/.test(name) && name.endsWith('.ts'))
  .flatMap((name) => [
    ...readFileSync(`src/simulators/${name}`, 'utf8').matchAll(
      /['`]((?:checkout\.session|payment_intent|charge|refund|transfer|account)\.[a-z_.]+)/g,
    ),
  ])
  .map(([, event]) => event!)

describe('the guide to going live', () => {
  test('names the webhook addresses', () => {
    for (const { path } of [paystackWebhook, stripeWebhook, waveWebhook])
      expect(guide).toContain(`\`PUBLIC_URL${path}\``)
  })

  test('names every key and secret of the providers', () => {
    const names = Object.keys(settings).filter((name) => /_(KEY|SECRET)$/.test(name))
    expect(names.length).toBeGreaterThan(8)
    for (const name of names) expect(guide).toContain(`\`${name}\``)
  })

  test('names every event that is worth selecting', () => {
    expect(new Set(sentEvents).size).toBeGreaterThan(15)
    for (const event of sentEvents) expect(guide).toContain(event)
  })
})
