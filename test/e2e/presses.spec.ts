import { inTurn } from '#test/kits/rounds.ts'
import { type Drive, driveAsNewUser, driveAsReturningUser, drives, localeOfDrive } from './kit/drives.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'
import { countFields, countPresses } from './kit/presses.ts'

/* How many presses and fields lead from the home page to the pass, as `npm run shots -- drives` takes pictures of it. */

const mostPresses = { new: 7, returning: 3 }
/** Destination, plate, address and code; besides the provider’s form. */
const mostFields = { new: 4, returning: 1 }
const stayThere = async () => undefined

const options = { choosesCountry: true, reducedMotion: 'reduce', drawsMaps: false } as const

/*
 * A language changes no press: in a country of two languages, the new user's French and the returning user's English are
 * driven.
 */
const isDriven = (visitor: 'new' | 'returning', { country, language }: Drive) =>
  drives.filter((drive) => drive.country === country).length === 1 || (visitor === 'new') === (language === 'fr')

for (const drive of inTurn(
  drives.filter((each) => isDriven('new', each)),
  1,
)()) {
  const { country, language, timezoneId } = drive
  test.describe(`${country} ${language}`, () => {
    test.use({ ...options, locale: localeOfDrive(drive), timezoneId })

    testInTurn(1, 3)('books as a new user with few presses', { tag: '@phone' }, async ({ page, baseURL }) => {
      const [presses, fields] = [await countPresses(page), await countFields(page)]
      await driveAsNewUser(page, baseURL!, drive, stayThere)
      expect(fields.size, [...fields].join('\n')).toBeLessThanOrEqual(mostFields.new)
      expect(presses.length, presses.join('\n')).toBeLessThanOrEqual(mostPresses.new)
      // Stripe's form is in the page; other providers' pages stay in the history.
      if (country === 'CA') {
        await page.goBack()
        await expect(page).toHaveURL(/\/park\//)
      }
    })
  })
}

test.describe('in a country in turn', () => {
  test.use({ ...options, locale: 'en-CA', timezoneId: 'America/Toronto' })

  testInTurn(2, 3)('books as a returning user with few presses', { tag: '@phone' }, async ({ page, baseURL }) => {
    const [presses, fields] = [await countPresses(page), await countFields(page)]
    const findDrives = inTurn(
      drives.filter((each) => isDriven('returning', each)),
      1,
    )
    for (const drive of findDrives()) {
      await driveAsReturningUser(page, baseURL!, drive, stayThere)
      expect(fields.size, [drive.country, ...fields].join('\n')).toBeLessThanOrEqual(mostFields.returning)
      expect(presses.length, [drive.country, ...presses].join('\n')).toBeLessThanOrEqual(mostPresses.returning)
      expect(presses.length).toBeGreaterThan(0)
      // The next driver has another phone.
      await page.evaluate(() => localStorage.clear())
      await page.context().clearCookies()
      fields.clear()
      presses.length = 0
    }
  })
})
