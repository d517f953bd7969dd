import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { cancelPreviewQuery, useCancelPreview, useOrderChanges } from './api.ts'

/** Shows the refund before an order is cancelled. */
export default function CancelOrderDialog({ order, onClosed }: { order: OrderDetails; onClosed: () => void }) {
  const { t, locale } = useTranslation()
  const preview = useCancelPreview(order.id, true)
  const { cancel } = useOrderChanges()
  const additions = useAdditions(order)
  const [isChanged, setChanged] = useState(false)
  const format = (amount: number) => formatMoney(amount, order.total.currency, locale)
  const refund = preview.data?.refund.amount
  const confirm = async () => {
    // Cancel only for the refund that is shown.
    const fresh = await preview.refetch()
    if (fresh.data === undefined || fresh.isError) return
    if (fresh.data.refund.amount !== refund) {
      setChanged(true)
      return
    }
    const answer = await cancel.mutateAsync(order.id).catch(() => undefined)
    if (answer === undefined) return
    for (const number of additions.chosen) {
      const added = await cancel.mutateAsync(number).catch(() => undefined)
      if (added === undefined) toast(t('orders.cancel_addition_failed', { number }), { tone: 'error' })
    }
    toast(
      answer.refunded.amount > 0
        ? t('orders.canceled_done', { amount: format(answer.refunded.amount) })
        : t('orders.canceled_done_none'),
    )
    onClosed()
  }
  const isUnpaid = order.payment_status === 'unpaid'
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      title={t('orders.cancel_title')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" onClick={onClosed}>
            {t('orders.cancel_keep')}
          </Button>
          <Button variant="danger" disabled={refund === undefined} busy={cancel.isPending} onClick={confirm}>
            {t('orders.cancel_confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {refund === undefined ? (
          preview.error === null ? (
            <div role="status">
              <span className="sr-only">{t('orders.calculating')}</span>
              <Skeleton className="h-20" />
            </div>
          ) : (
            <Notice
              tone="error"
              action={
                <Button variant="alt" size="md" onClick={() => preview.refetch()}>
                  {t('common.try_again')}
                </Button>
              }
            >
              {describeFailure(t, preview.error)}
            </Notice>
          )
        ) : (
          <div role="status" className="rounded-lg bg-sunk px-4 py-4">
            <p className="text-lg font-black amount">
              {isUnpaid
                ? t('orders.cancel_free')
                : refund === 0
                  ? t('orders.cancel_none')
                  : refund === order.total.amount
                    ? t('orders.cancel_all', { amount: format(refund) })
                    : t('orders.cancel_part', { amount: format(refund) })}
            </p>
            {refund > 0 && <p className="mt-1 text-ink-2">{t('orders.cancel_text')}</p>}
          </div>
        )}
        {additions.offered.map(({ number, amount }) => (
          <div key={number} className="grid gap-2">
            <p>{t('orders.cancel_addition_text', { number })}</p>
            <Checkbox
              label={
                amount > 0
                  ? t('orders.cancel_addition', { number, amount: format(amount) })
                  : t('orders.cancel_addition_free', { number })
              }
              checked={additions.chosen.includes(number)}
              onChange={({ target }) => additions.choose(number, target.checked)}
            />
          </div>
        ))}
        {isChanged && refund !== undefined && (
          <Notice tone="warning" live>
            {t('orders.cancel_part', { amount: format(refund) })}
          </Notice>
        )}
        {cancel.error !== null && <Notice tone="error">{describeFailure(t, cancel.error)}</Notice>}
      </div>
    </Dialog>
  )
}

/** The orders that add to one and can be canceled with it; all of them are, unless their customer keeps some. */
function useAdditions({ amended_by }: OrderDetails) {
  const previews = useQueries({ queries: amended_by.map((number) => cancelPreviewQuery(number)) })
  const [excluded, setExcluded] = useState<readonly string[]>([])
  const offered = amended_by.flatMap((number, at) => {
    const refund = previews[at]?.data?.refund
    return refund === undefined ? [] : [{ number, amount: refund.amount }]
  })
  return {
    offered,
    chosen: offered.map(({ number }) => number).filter((number) => !excluded.includes(number)),
    choose: (number: string, isChosen: boolean) =>
      setExcluded((before) => (isChosen ? before.filter((candidate) => candidate !== number) : [...before, number])),
  }
}
