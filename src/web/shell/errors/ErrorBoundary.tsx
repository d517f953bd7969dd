import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { withCatalogue } from '#web/i18n.ts'
import { CallError } from '#web/lib/call.ts'
import { useOnline } from '#web/lib/media.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { report } from './reports.ts'
import { countRetries, isLoadingFailure, recordRetry } from './retries.ts'

const DeniedPage = lazy(() => withCatalogue(() => import('#web/shell/DeniedPage.tsx')))

/** Number of automatic reloads, and their delay after the failure (specification). */
const AUTO_RETRIES = 2
const RETRY_AFTER_MS = 500

interface ErrorBoundaryProps {
  children: ReactNode
  /** A change of this value resets the boundary. */
  page?: string
}

interface State {
  error: unknown
  page: string | undefined
  tries: number
}

/** Shows an error page with ways to continue. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: undefined, page: this.props.page, tries: 0 }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps({ page }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return page === state.page ? null : { page, error: undefined, tries: 0 }
  }

  override componentDidCatch(error: unknown) {
    report(error)
  }

  override render() {
    const { error, tries } = this.state
    if (error === undefined) return this.props.children
    if (isLoadingFailure(error)) return <LoadingFailure />
    if (error instanceof CallError && error.status === 403)
      return (
        <Suspense fallback={null}>
          <DeniedPage />
        </Suspense>
      )
    return <Failure tries={tries} onRetry={() => this.setState({ error: undefined, tries: tries + 1 })} />
  }
}

function Failure({ tries, onRetry }: { tries: number; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      picture="failed"
      level={1}
      live
      title={t('shell.failure.title')}
      action={<RetryActions tries={tries} onRetry={onRetry} />}
      className="py-16"
    >
      {t('shell.failure.text')}
    </EmptyState>
  )
}

/** Code that failed to load: reloads automatically (a new version may have been deployed), then on request. */
function LoadingFailure() {
  const { t } = useTranslation()
  const online = useOnline()
  const [tries] = useState(countRetries)
  const automatic = online && tries < AUTO_RETRIES

  useEffect(() => {
    if (!automatic) return
    const timer = setTimeout(() => {
      if (recordRetry()) window.location.reload()
    }, RETRY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [automatic])

  const retry = () => {
    recordRetry()
    window.location.reload()
  }
  return (
    <EmptyState
      picture={online ? 'failed' : 'offline'}
      level={1}
      live
      title={t(tries < AUTO_RETRIES ? 'shell.failure.loading_issue' : 'shell.failure.loading_error')}
      action={<RetryActions tries={tries} onRetry={retry} />}
      className="py-16"
    >
      {automatic ? t('shell.failure.retrying') : t('shell.failure.loading_text')}
    </EmptyState>
  )
}

function RetryActions({ tries, onRetry }: { tries: number; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button size="md" onClick={onRetry}>
        {t('common.try_again')}
      </Button>
      {tries > 1 && (
        <Button size="md" variant="outline" onClick={() => window.location.assign('/')}>
          {t('common.go_home')}
        </Button>
      )}
    </>
  )
}
