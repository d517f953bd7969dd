import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentDetails } from '#contract/documents.ts'
import { describeFailure } from '#web/lib/failures.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useRequestChanges } from './api.ts'
import { useCancelPreview } from './api-requests.ts'

/** Changes a quote, or cancels a request once its refund was shown. */
export function CancelPart({ request }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const { change } = useRequestChanges()
  const [isSure, setSure] = useState(false)
  const { id, number, can } = request
  const preview = useCancelPreview(id, isSure)
  if (!can.cancel && !can.reopen) return null
  const tell = (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' })
  const reopen = () =>
    change
      .mutateAsync({ id, status: 'draft' })
      .then(() => navigate(paths.content('vehicle-docs-renewal', { request: number, step: 1 })), tell)
  const cancel = () =>
    change.mutateAsync({ id, status: 'cancelled' }).then(({ refunded }) => {
      setSure(false)
      toast(
        refunded === null
          ? t('documents.request.cancelled_free')
          : t('documents.request.cancelled', { amount: formatMoney(refunded.amount, refunded.currency, locale) }),
      )
    }, tell)
  const refund = preview.data?.refund
  return (
    <div className="mt-3 grid gap-2.5">
      {can.reopen && (
        <Button variant="outline" wide onClick={reopen}>
          {t('documents.quoted.edit')}
        </Button>
      )}
      {can.cancel && !isSure && (
        <Button variant="ghost" wide className="text-bad" onClick={() => setSure(true)}>
          {t('documents.quoted.cancel')}
        </Button>
      )}
      {isSure && (
        <Notice tone="warning" live title={t('documents.quoted.cancel_sure')}>
          {preview.error !== null && <p>{describeFailure(t, preview.error)}</p>}
          {refund !== undefined && (
            <p>
              {refund.amount === 0
                ? t('documents.quoted.cancel_text')
                : t('documents.request.cancel_paid', { amount: formatMoney(refund.amount, refund.currency, locale) })}
            </p>
          )}
          <div className="mt-2 flex flex-wrap gap-2.5">
            <Button size="md" variant="danger" disabled={refund === undefined} onClick={cancel}>
              {t('documents.quoted.cancel')}
            </Button>
            <Button size="md" variant="outline" onClick={() => setSure(false)}>
              {t('documents.quoted.keep')}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  )
}
