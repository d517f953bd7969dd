import { CallError } from '#web/lib/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useDeskWords } from './words.ts'

/** A failed call: an unexpected one with its request id, an expected one with its own sentence. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useDeskWords()
  const problem = error instanceof CallError ? error.problem : undefined
  const isExpected = error instanceof CallError && error.status >= 400 && error.status < 500
  return (
    <EmptyState
      picture={error instanceof CallError && error.status === 0 ? 'offline' : 'failed'}
      live
      title={isExpected ? error.message : t('desk.failed')}
      action={
        <Button size="md" onClick={onRetry}>
          {t('desk.try_again')}
        </Button>
      }
    >
      {problem?.request_id !== undefined && t('desk.request_id', { id: problem.request_id })}
    </EmptyState>
  )
}
