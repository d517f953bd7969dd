import { useEffect, useState } from 'react'
import { autoRetries, retryAfter_ms } from '#contract/page-retries.ts'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { countRetries, recordRetry } from './retries.ts'

/**
 * Code that failed to load: reloads automatically (a new version may have been deployed), then on request. Code that is
 * merely late may still come, so that only the reader reloads.
 */
export function LoadingFailure({ isLate = false }: { isLate?: boolean }) {
  const { t } = useTranslation()
  const online = useOnline()
  const [tries] = useState(countRetries)
  const automatic = online && tries < autoRetries && !isLate

  useEffect(() => {
    if (!automatic) return
    const timer = setTimeout(() => {
      if (recordRetry()) window.location.reload()
    }, retryAfter_ms)
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
      title={t(tries < autoRetries ? 'shell.failure.loading_issue' : 'shell.failure.loading_error')}
      action={<RetryActions tries={tries} onRetry={retry} />}
      className="py-16"
    >
      {automatic ? t('shell.failure.retrying') : t('shell.failure.loading_text')}
    </EmptyState>
  )
}

export function RetryActions({ tries, onRetry }: { tries: number; onRetry: () => void }) {
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
