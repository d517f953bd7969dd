import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** Shown when a section failed to load, with a button to retry. */
export function LoadFailed({ onRetry }: { onRetry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="error"
      action={
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t('common.try_again')}
        </Button>
      }
    >
      {t('account.failed')}
    </Notice>
  )
}
