import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Missing } from './Missing.tsx'
import { useDeskWords } from './words.ts'

/** A failed call: an unexpected one with its request id, an expected one with its own sentence. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const problem = error instanceof CallError ? error.problem : undefined
  const isExpected = error instanceof CallError && error.status >= 400 && error.status < 500
  return (
    <EmptyState
      picture={error instanceof CallError && error.status === 0 ? 'offline' : 'failed'}
      live
      title={isExpected ? describeFailure(site, error) : t('desk.failed')}
      action={
        <Button variant="outline" size="md" onClick={onRetry}>
          {t('desk.try_again')}
        </Button>
      }
    >
      {problem?.request_id === undefined
        ? !isExpected && describeFailure(site, error)
        : t('desk.request_id', { id: problem.request_id })}
    </EmptyState>
  )
}

/**
 * The failed call of a screen that shows one record: one that does not exist, is outside of what the person may see, or that no
 * id can name, is a page that does not exist.
 */
export function RecordFailure(props: { error: Error; onRetry: () => void }) {
  const { error } = props
  const isMissing = error instanceof CallError && [404, 410, 422].includes(error.status)
  return isMissing ? <Missing /> : <Failure {...props} />
}
