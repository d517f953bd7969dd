import { lazy, Suspense } from 'react'
import { brand } from '#brand.ts'
import { deskScreens } from '#contract/desk/screens.ts'
import { pageConfig } from '#web/api/config.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { DeskWordsContext, useDeskWords, useLoadedWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { DeskScreens } from './DeskScreens.tsx'
import { DeskShell } from './DeskShell.tsx'

// Its call has schemas, which nobody else needs to see a list.
const DemoDesk = lazy(async () => ({ default: (await import('./DemoDesk.tsx')).DemoDesk }))

/** The back office, for people with a role in it. */
export default function DeskPage() {
  const { t } = useTranslation()
  const words = useLoadedWords()
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
  if (!isSignedIn)
    return (
      <main id="main" tabIndex={-1} className="grid min-h-dvh place-content-center px-4 outline-none">
        <EmptyState
          picture="denied"
          level={1}
          title={t('desk.signed_out')}
          action={<Button onClick={() => openLogin()}>{t('desk.log_in')}</Button>}
        >
          {t('desk.signed_out_text', { brand: brand.name })}
        </EmptyState>
        <Suspense>{pageConfig.demo_desk && <DemoDesk />}</Suspense>
      </main>
    )
  if (profile === undefined) return <Waiting label={t('desk.loading')} />
  const screens = deskScreens.filter(({ permission }) => profile.permissions.includes(permission))
  return (
    <DeskShell screens={screens} profile={profile}>
      <DeskScreens screens={screens} permissions={profile.permissions} />
    </DeskShell>
  )
}
