import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { deskScreens } from '#contract/desk/screens.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { DeskWordsContext, useDeskWords, useLoadedWords } from '#web/features/lists/words.ts'
import { lazyPanel, lazyPart } from '#web/page/lazyPart.tsx'
import { Opening, OpeningProfile } from '#web/page/Opening.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { DeskScreens } from './DeskScreens.tsx'
import { DeskShell } from './DeskShell.tsx'

const FactorReminder = lazyPart(async () => (await import('./people/FactorReminder.tsx')).FactorReminder)
const SignedOut = lazyPanel(async () => (await import('./OtherScreens.tsx')).SignedOut)
const LockScreen = lazyPanel(async () => (await import('./pos/lock/LockScreen.tsx')).LockScreen)
const FactorDoor = lazyPanel(async () => (await import('./people/SecondFactor.tsx')).FactorDoor)

/** The back office, for people with a role in it. */
export default function DeskPage() {
  const { t } = useTranslation()
  const { words, isMissing, retry } = useLoadedWords()
  const queries = useQueryClient()
  // It says at once that there is no network, with the time of what it shows, in place of waiting for one.
  useState(() => queries.setQueryDefaults(['desk'], { networkMode: 'always', refetchOnReconnect: true }))
  if (words === undefined) return <Opening label={t('shell.loading_page')} isMissing={isMissing} onRetry={retry} />
  return (
    <DeskWordsContext value={words}>
      <Desk />
    </DeskWordsContext>
  )
}

function Desk() {
  const { t } = useDeskWords()
  const isSignedIn = useSignedIn()
  const { data: profile } = useProfile()
  // New recovery codes are read before the desk opens.
  const [isReadingCodes, setReadingCodes] = useState(false)
  if (!isSignedIn)
    return (
      <Suspense fallback={<Opening label={t('desk.loading')} />}>
        <SignedOut />
      </Suspense>
    )
  if (profile === undefined) return <OpeningProfile label={t('desk.loading')} />
  if (isReadingCodes || profile.second_factor === 'needed' || profile.second_factor === 'overdue')
    return (
      <Suspense fallback={<Opening label={t('desk.loading')} />}>
        <FactorDoor profile={profile} onReading={setReadingCodes} />
      </Suspense>
    )
  if (profile.counter?.is_locked === true)
    return (
      <Suspense fallback={<Opening label={t('desk.loading')} />}>
        <LockScreen />
      </Suspense>
    )
  const screens = deskScreens.filter(({ permission }) => profile.permissions.includes(permission))
  return (
    <DeskShell screens={screens} profile={profile}>
      {profile.second_factor === 'due' && (
        <Suspense>
          <FactorReminder due_at={profile.second_factor_due_at} />
        </Suspense>
      )}
      <DeskScreens screens={screens} profile={profile} />
    </DeskShell>
  )
}
