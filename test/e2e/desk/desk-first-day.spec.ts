import { test, testInTurn } from '../kit/fixtures.ts'
import { startOwnProduct } from '../kit/server.ts'
import { logInOwner, lookAsOthers, makeSchedulesDue, setUpAsOwner } from './first-day.ts'

test.use({ drawsMaps: false, locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

testInTurn(1, 4)(
  'an owner sets up the product, and pages, receipts and emails are as they said @desktop',
  async ({ page }) => {
    test.setTimeout(240_000)
    const product = await startOwnProduct('first_day', {}, makeSchedulesDue)
    try {
      const day = { page, base: product.address, onScreen: async () => undefined }
      await logInOwner(page, product.address)
      await setUpAsOwner(day)
      await lookAsOthers(day)
    } finally {
      await product.stop()
    }
  },
)
