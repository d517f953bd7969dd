import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { deskScreens } from '#contract/desk/screens.ts'
import { settings } from '#contract/settings/settings.ts'
import { pageConfig } from '#web/api/config.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { DeskWordsContext, useDeskWords, useLoadedWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { DeskScreens } from './DeskScreens.tsx'
import { DeskShell } from './DeskShell.tsx'

// Its call has schemas, which nobody else needs to see a list.
const DemoDesk = lazyPanel(async () => (await import('./DemoDesk.tsx')).DemoDesk)

const FactorDoor = lazyPanel(async () => (await import('./people/SecondFactor.tsx')).FactorDoor)

/** The back office, for people with a role in it. */
export default function DeskPage() {
  const { t } = useTranslation()
  const words = useLoadedWords()
  const queries = useQueryClient()
  // It says at once that there is no network, with the time of what it shows, in place of waiting for one.
  useState(() => queries.setQueryDefaults(['desk'], { networkMode: 'always', refetchOnReconnect: true }))
  if (words === undefined) return <Waiting label={t('shell.loading_page')} />
  return (
    <DeskWordsContext value={words}>
      <Desk />
    </DeskWordsContext>
  )
}

const Waiting = ({ label }: { label: string }) => (
  <div className="grid min-h-dvh place-content-center text-xl text-ink-3">
    <Spinner label={label} />
  </div>
)

function Desk() {
  const { t } = useDeskWords()
  const isSignedIn = useSignedIn()
  const { data: profile } = useProfile()
  // New recovery codes are read before the desk opens.
  const [isReadingCodes, setReadingCodes] = useState(false)
  if (!isSignedIn)
    return (
      <main id="main" tabIndex={-1} className="grid min-h-dvh place-content-center px-4 outline-none">
        <EmptyState
          picture="denied"
          level={1}
          title={t('desk.signed_out')}
          action={<Button onClick={() => openLogin()}>{t('desk.log_in')}</Button>}
        >
          {t('desk.signed_out_text', { brand: settings().company.name })}
        </EmptyState>
        <Suspense>{pageConfig.demo_desk && <DemoDesk />}</Suspense>
      </main>
    )
  if (profile === undefined) return <Waiting label={t('desk.loading')} />
  if (isReadingCodes || profile.second_factor === 'needed' || profile.second_factor === 'overdue')
    return (
      <Suspense fallback={<Waiting label={t('desk.loading')} />}>
        <FactorDoor profile={profile} onReading={setReadingCodes} />
      </Suspense>
    )
  const screens = deskScreens.filter(({ permission }) => profile.permissions.includes(permission))
  return (
    <DeskShell screens={screens} profile={profile}>
      {profile.second_factor === 'due' && <FactorReminder due_at={profile.second_factor_due_at} />}
      <DeskScreens screens={screens} profile={profile} />
    </DeskShell>
  )
}

/** Says by when two-step verification must be set up. */
function FactorReminder({ due_at }: { due_at: string | null }) {
  const { t, locale } = useDeskWords()
  const { pathname } = useLocation()
  const screen = paths.desk('profile/second-factor')
  if (pathname === screen) return null
  const day = due_at === null ? '' : formatDateTime(new Date(due_at), deviceZone(), locale)
  return (
    <Notice
      tone="warning"
      className="mb-4 print:hidden"
      action={
        <PageLink to={screen} className="font-semibold text-act underline">
          {t('desk.factor.set_up')}
        </PageLink>
      }
    >
      {t('desk.factor.due', { day })}
    </Notice>
  )
}
