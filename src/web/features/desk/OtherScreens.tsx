import { Suspense } from 'react'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskScreen } from '#contract/lists/screens.ts'
import { settings } from '#contract/settings/settings.ts'
import { pageConfig } from '#web/api/config.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'

// Its call has schemas, which others do not need.
const DemoDesk = lazyPanel(async () => (await import('./DemoDesk.tsx')).DemoDesk)

/** The way to each screen that the person may open. */
export function Start({ screens, mayCheck }: { screens: readonly DeskScreen[]; mayCheck: boolean }) {
  const { t, translateKey } = useDeskWords()
  useDeskTitle(t('desk.title'))
  if (screens.length === 0)
    return (
      <EmptyState
        picture="denied"
        level={1}
        title={t('desk.denied')}
        action={mayCheck && <ButtonLink to={paths.guard()}>{t('desk.to_guard')}</ButtonLink>}
      >
        {t(mayCheck ? 'desk.guard_only' : 'desk.no_role')}
      </EmptyState>
    )
  return (
    <>
      <h1 className="mb-4 text-xl">{t('desk.title')}</h1>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {screens.map(({ name }) => (
          <li key={name}>
            <PageLink
              to={paths.desk(name)}
              className="block h-full rounded-xl border border-line bg-card p-4 hover:border-act"
            >
              <span className="block font-bold">{translateKey(`desk.lists.${areaOf(name)}.title`)}</span>
              <span className="block text-sm text-ink-2">{translateKey(`desk.lists.${areaOf(name)}.description`)}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `mayCheck`: whether the person checks passes, for which there is a page of its own. */
export function Denied({ mayCheck }: { mayCheck: boolean }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  useDeskTitle(t('desk.denied'))
  return (
    <EmptyState
      picture="denied"
      level={1}
      title={t('desk.denied')}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {mayCheck && <ButtonLink to={paths.guard()}>{t('desk.to_guard')}</ButtonLink>}
          <ButtonLink to={paths.desk()} variant={mayCheck ? 'outline' : 'primary'}>
            {t('desk.to_desk')}
          </ButtonLink>
        </span>
      }
    >
      {site('errors.forbidden')}
    </EmptyState>
  )
}

/** What visitors who are not signed in see at an address of the desk. */
export function SignedOut() {
  const { t } = useDeskWords()
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
}
