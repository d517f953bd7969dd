import { useLocation } from 'react-router'
import { autoRetries } from '#contract/page-retries.ts'
import { useHydrating, useRendered } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useStartCover } from '../PageLoader.tsx'

/**
 * Shown if the code of a page from the server hangs or is gone, by the script in the HTML
 * (server/rendering/start-script.ts). It works without any other script. Hydration removes it.
 */
export function StartFailure() {
  const { t } = useTranslation()
  const { isFrame } = useRendered()
  const { pathname, search } = useLocation()
  const isCovered = useStartCover()
  if (!useHydrating()) return null
  const actions = (
    <>
      <a href={pathname + search} data-start-retry="" className={buttonStyles('primary', 'md')}>
        {t('common.try_again')}
      </a>
      <a href={paths.home()} hidden data-after-retries="2" className={buttonStyles('outline', 'md')}>
        {t('common.go_home')}
      </a>
    </>
  )
  const text = t('shell.failure.loading_text')
  if (!isFrame)
    return (
      <aside
        id="start-failure"
        hidden
        role="alert"
        data-nosnippet=""
        data-wait={isCovered ? '8000' : '15000'}
        className="fixed inset-x-0 bottom-0 z-70 border-t border-line bg-card px-4 py-3"
      >
        <div className="mx-auto flex max-w-3xl flex-wrap items-center justify-center gap-x-4 gap-y-2">
          <p>{text}</p>
          {actions}
        </div>
      </aside>
    )
  return (
    <div
      id="start-failure"
      hidden
      role="alert"
      data-nosnippet=""
      data-wait="8000"
      className="fixed inset-0 z-80 grid place-content-center bg-paper"
    >
      <EmptyState
        picture="failed"
        title={
          <>
            <span data-until-retries={autoRetries}>{t('shell.failure.loading_issue')}</span>
            <span hidden data-after-retries={autoRetries}>
              {t('shell.failure.loading_error')}
            </span>
          </>
        }
        action={actions}
      >
        {text}
      </EmptyState>
    </div>
  )
}
