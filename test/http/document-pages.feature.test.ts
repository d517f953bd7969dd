import { afterAll, beforeAll, expect, test } from 'vitest'
import { documents as en } from '#i18n/en/documents.ts'
import { documents as fr } from '#i18n/fr/documents.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const get = (country: string, language: string) =>
  world.app.inject({
    url: '/vehicle-docs-renewal',
    headers: { cookie: country === '' ? '' : `country=${country}`, 'accept-language': language },
  })

test('vehicle documents are a page for Nigeria, and for readers whose country is not known', async () => {
  for (const country of ['NG', '']) {
    const { statusCode, body } = await get(country, 'en')
    expect(statusCode).toBe(200)
    expect(body).toContain('₦15,000')
  }
})

test('elsewhere they do not exist, and the page leads to what there is', async () => {
  for (const country of ['CA', 'SN', 'US'])
    for (const [language, words] of Object.entries({ en, fr })) {
      const { statusCode, body } = await get(country, language)
      expect([country, language, statusCode]).toEqual([country, language, 404])
      expect(body).toContain(words.elsewhere.title)
      expect(body).toContain('href="/marketplace')
    }
})
