import { CallError } from '#web/api/call.ts'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface LoadFailedProps {
  error: Error | null
  onRetry: () => unknown
  level?: 1 | 2 | 3
  /** Beside a filled button, such as that of a search. */
  outlined?: boolean
}

/** Shown when a query failed, with a button to retry, outlined in a part of a page (level 3). */
export function LoadFailed({ error, onRetry, level, outlined = level === 3 }: LoadFailedProps) {
  const { t } = useTranslation()
  const online = useOnline()
  const offline = !online || (error instanceof CallError && error.status === 0)
  const title = offline ? t('park.offline') : t('common.something_wrong')
  const text = offline ? t('common.network_error') : error instanceof CallError ? error.problem?.message : undefined
  return (
    <EmptyState
      picture={offline ? 'offline' : 'failed'}
      title={title}
      live
      {...(level && { level })}
      action={
        <Button size="md" variant={outlined ? 'outline' : 'primary'} onClick={() => onRetry()}>
          {t('common.try_again')}
        </Button>
      }
    >
      {text !== undefined && text !== title && <p>{text}</p>}
    </EmptyState>
  )
}
