import { Component, lazy, Suspense, type ReactNode } from 'react'
import { CallError } from '#web/api/call.ts'
import { withCatalogue } from '#web/i18n.ts'
import { isLoadingFailure } from '#web/page/loadingFailures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingFailure, RetryActions } from './LoadingFailure.tsx'
import { report } from './reports.ts'

const DeniedPage = lazy(() => withCatalogue(() => import('../DeniedPage.tsx')))

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
