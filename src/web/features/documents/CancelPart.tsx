import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRequestChanges } from './api.ts'

const CancelDialog = lazy(() => import('./CancelDialog.tsx'))

/** Changes a quote, or cancels a request once its refund was shown. */
export function CancelPart({ request }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { change } = useRequestChanges()
  const [isCancelling, setCancelling] = useState(false)
  const { id, number, can } = request
  if (!can.cancel && !can.reopen) return null
  const reopen = () =>
    change.mutateAsync({ id, status: 'draft' }).then(
      () => navigate(paths.content('vehicle-docs-renewal', { request: number, step: 1 })),
      (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' }),
    )
  return (
    <div className="mt-3 grid gap-2.5">
      {can.reopen && (
        <Button variant="outline" wide onClick={reopen}>
          {t('documents.quoted.edit')}
        </Button>
      )}
      {can.cancel && (
        <Button variant="ghost" wide className="text-bad" onClick={() => setCancelling(true)}>
          {t('documents.quoted.cancel')}
        </Button>
      )}
      {isCancelling && (
        <Suspense fallback={null}>
          <CancelDialog request={request} onClosed={() => setCancelling(false)} />
        </Suspense>
      )}
    </div>
  )
}
