import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { SimulatedSms } from '#server/providers/sms/provider.ts'
import { devSmsRoutes } from './dev-sms.ts'

const taken: SimulatedSms[] = [
  {
    provider: 'africastalking',
    provider_id: 'ATXid_1',
    to: '+2348031234567',
    sender: null,
    text: 'Your code is 042917',
    taken_at: '2026-11-29T09:00:00.000Z',
  },
  {
    provider: 'twilio',
    provider_id: 'SM1',
    to: '+14165550123',
    sender: '+15005550006',
    text: 'Votre code <b>est</b> 042917',
    taken_at: '2026-11-29T09:01:00.000Z',
  },
]

test('shows what the stand-ins have taken, newest first, escaped and by number', async () => {
  const app = Fastify()
  devSmsRoutes(app, taken)
  const all = await app.inject({ url: '/dev/sms.json' })
  expect(all.json<SimulatedSms[]>().map(({ provider_id }) => provider_id)).toEqual(['SM1', 'ATXid_1'])
  const [found, ...more] = (await app.inject({ url: '/dev/sms.json?to=%2B234+803' })).json<SimulatedSms[]>()
  expect([found?.provider_id, more]).toEqual(['ATXid_1', []])
  const page = await app.inject({ url: '/dev/sms', headers: { 'accept-language': 'fr' } })
  expect(page.body).toContain('Votre code &lt;b&gt;est')
  expect(page.body).toContain('<html lang="fr">')
  expect(page.body).toContain('De +15005550006')
  expect((await app.inject({ url: '/dev/sms?to=999' })).body).toContain('No text messages yet')
  await app.close()
})
