import { readdirSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { BrowserRouter, useLocation } from 'react-router'
import { onTestFinished, expect, test } from 'vitest'
import type { Language } from '#contract/places/places.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { common as enCommon } from '#i18n/en/common.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { common as frCommon } from '#i18n/fr/common.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { createTranslate } from '#i18n/translate.ts'
import { createApp } from '#server/app.ts'
import { lockerList, lockerRecord } from '#test/kits/desk/trial-desk/contract.ts'
import { lockerRoutes, lockerTable } from '#test/kits/desk/trial-desk/server.ts'
import { lockerWords } from '#test/kits/desk/trial-desk/words.ts'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { createQueryClient } from '#web/api/queries.ts'
import { changeLanguage, startI18n } from '#web/i18n.ts'
import { FollowLinks } from '#web/shell/FollowLinks.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import { DeskWordsContext, type DeskWords } from '../words.ts'
import { RecordScreen } from './RecordScreen.tsx'

/** A server that has the trial resource too, with a person who may do everything. */
async function startTrial(): Promise<string> {
  const world = await startPageWorld()
  await world.database.exec(lockerTable)
  const app = await createApp(world.deps)
  lockerRoutes(app, world.deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    cleanup()
    await app.close()
  })
  window.happyDOM.setURL(url)
  return (await world.buildDriver({ role: 'admin' })).token
}

/** The desk's screens at the address, as `DeskScreens` chooses them. */
function TrialScreen() {
  const [, , , id] = useLocation().pathname.split('/')
  if (id === undefined) return <ListScreen list={lockerList} record={lockerRecord} />
  return <RecordScreen key={id} description={lockerRecord} id={id} />
}

async function openTrial(token: string, language: Language) {
  localStorage.setItem('parkwell_user_token', token)
  history.replaceState(null, '', '/desk/trial-lockers')
  await startI18n(language)
  await changeLanguage(language)
  const { list, record } = lockerWords[textLanguageOf(language)]
  const shipped = { en, fr }[textLanguageOf(language)]
  const translateKey = createTranslate(language, {
    desk: {
      ...shipped,
      lists: { ...shipped.lists, trial_lockers: list },
      row_states: { ...shipped.row_states, trial_lockers: list.states },
      records: { ...shipped.records, trial_lockers: record },
    },
  })
  const site = createTranslate(language, { common: { en: enCommon, fr: frCommon }[textLanguageOf(language)] })
  const labelled = (name: string, value: string) => site('common.labelled', { name, value })
  const words: DeskWords = { t: translateKey, translateKey, labelled, language, locale: language, isWhole: true }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <DeskWordsContext value={words}>
          <FollowLinks />
          <Suspense>
            <TrialScreen />
          </Suspense>
        </DeskWordsContext>
      </BrowserRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('a description, its calls and its words make list, form, record and actions, with no component', async () => {
  const token = await startTrial()
  const user = await openTrial(token, 'en')
  expect(await screen.findByText('Lockers appear here once you create them.')).toBeTruthy()
  await user.click(await screen.findByRole('link', { name: 'New locker' }))
  await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'North gate')
  await user.click(screen.getByRole('button', { name: en.form.create }))
  // The schema of the call refuses a locker without doors.
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Doors/ }).getAttribute('aria-invalid')).toBe('true'))
  await user.type(screen.getByRole('textbox', { name: /Doors/ }), '12')
  await user.click(screen.getByRole('button', { name: en.form.create }))
  expect(await screen.findByRole('heading', { name: 'North gate', level: 1 })).toBeTruthy()
  expect(screen.getByText('Open')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Lock' }))
  expect(await screen.findByText('Locked')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Lockers' }))
  const table = await screen.findByRole('table')
  expect(within(table).getAllByRole('row')[1]!.textContent).toMatch(/^North gateLocked12/)
  await waitFor(() => expect(screen.getByRole('button', { name: /^Locked/ }).textContent).toContain('1'))
  await openTrial(token, 'fr')
  expect(await screen.findByRole('heading', { name: 'Consignes', level: 1 })).toBeTruthy()
  expect(await screen.findByRole('columnheader', { name: /Portes/ })).toBeTruthy()
})

test('a resource takes a description, a source with its commands, and words', () => {
  expect(readdirSync('test/kits/desk/trial-desk').toSorted()).toEqual(['contract.ts', 'server.ts', 'words.ts'])
})
