import { type Drive, driveAsNewUser, driveAsReturningUser, drives, localeOfDrive } from './kit/drives.ts'
import { expect, test } from './kit/fixtures.ts'
import { countFields, countPresses } from './kit/presses.ts'

/* How many presses and fields lead from the home page to the pass, as `npm run shots -- drives` takes pictures of it. */

const mostPresses = { new: 7, returning: 3 }
/** Destination, plate, address and code; besides the provider’s form. */
const mostFields = { new: 4, returning: 1 }
const stayThere = async () => undefined

/*
 * Every country as both kinds of visitor, and every drive once: a language changes no press. In a country of two languages,
 * the new user's French and the returning user's English are driven.
 */
const isDriven = (visitor: 'new' | 'returning', { country, language }: Drive) =>
  drives.filter((drive) => drive.country === country).length === 1 || (visitor === 'new') === (language === 'fr')

for (const drive of drives) {
  const { country, language, timezoneId } = drive
  test.describe(`${country} ${language}`, () => {
    test.use({
      choosesCountry: true,
      locale: localeOfDrive(drive),
      timezoneId,
      reducedMotion: 'reduce',
      drawsMaps: false,
    })

    if (isDriven('new', drive))
      test('books as a new user with few presses', { tag: '@phone' }, async ({ page, baseURL }) => {
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

    if (isDriven('returning', drive))
      test('books as a returning user with few presses', { tag: '@phone' }, async ({ page, baseURL }) => {
        const [presses, fields] = [await countPresses(page), await countFields(page)]
        await driveAsReturningUser(page, baseURL!, drive, stayThere)
        expect(fields.size, [...fields].join('\n')).toBeLessThanOrEqual(mostFields.returning)
        expect(presses.length, presses.join('\n')).toBeLessThanOrEqual(mostPresses.returning)
      })
  })
}
