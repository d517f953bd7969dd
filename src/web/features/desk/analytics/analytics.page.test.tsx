import { cleanup, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { analyticsFunnelNames, analyticsFunnels, analyticsList } from '#contract/desk/analytics.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { adminMember } from '#test/e2e/kit/drivers.ts'
import { logIn } from '#test/kits/pages/desk-page-kit.ts'
import { openPage } from '#test/kits/pages/page-kit.tsx'

let token: string
beforeAll(async () => {
  token = await logIn(adminMember)
})

test.each([
  ['en', 'NG', en],
  ['fr', 'SN', fr],
] as const)(
  'shows every step of every funnel by its name, and how it is counted (%s)',
  async (language, country, words) => {
    cleanup()
    await openPage('/desk/analytics?period=today&example=true', { token, country, language })
    for (const funnel of analyticsFunnelNames) {
      const { title, by_day, how } = words.analytics.funnels[funnel]
      const table = within(await screen.findByRole('table', { name: title }))
      const names = table.getAllByRole('rowheader').map((row) => row.textContent)
      expect(names).toEqual(analyticsFunnels[funnel].map((step) => words.words.analytics_steps[step]))
      expect(await screen.findByRole('heading', { name: by_day })).toBeTruthy()
      // Spaces that do not break are read as others.
      expect(screen.getByText(how.replaceAll(/\s+/g, ' '))).toBeTruthy()
    }
    const { columns } = words.lists.analytics_days
    for (const column of Object.keys(analyticsList.columns)) expect(columns).toHaveProperty(column)
    // A word that is missing is shown by its key.
    expect(screen.queryByText(/desk\.(words|analytics|lists)\./)).toBeNull()
  },
)
