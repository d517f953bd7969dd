import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useCancelPreview } from './api-requests.ts'
import { useRequestChanges } from './api.ts'

/** Shows the refund before a request is cancelled. */
export default function CancelDialog({
  request: { id },
  onClosed,
}: {
  request: DocumentDetails
  onClosed: () => void
}) {
  const { t, locale } = useTranslation()
  const { change } = useRequestChanges()
  const { data, error } = useCancelPreview(id, true)
  const refund = data?.refund
  const failure = change.error ?? error
  const cancel = () =>
    change.mutateAsync({ id, status: 'cancelled' }).then(
      ({ refunded }) => {
        onClosed()
        toast(
          refunded === null
            ? t('documents.request.cancelled_free')
            : t('documents.request.cancelled', { amount: formatMoney(refunded.amount, refunded.currency, locale) }),
        )
      },
      () => undefined,
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      title={t('documents.quoted.cancel_sure')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" onClick={onClosed}>
            {t('documents.quoted.keep')}
          </Button>
          <Button variant="danger" disabled={refund === undefined} onClick={cancel}>
            {t('documents.quoted.cancel')}
          </Button>
        </>
      }
    >
      <div role="status">
        {refund !== undefined ? (
          <p>
            {refund.amount === 0
              ? t('documents.quoted.cancel_text')
              : t('documents.request.cancel_paid', { amount: formatMoney(refund.amount, refund.currency, locale) })}
          </p>
        ) : (
          error === null && <Skeleton className="h-6" />
        )}
      </div>
      {failure !== null && (
        <Notice tone="error" className="mt-3">
          {describeFailure(t, failure)}
        </Notice>
      )}
    </Dialog>
  )
}
