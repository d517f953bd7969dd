import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { additionPriceQuery } from './api.ts'
import { emptyDraft, toChosen } from './draft.ts'
import { emptyHandover } from './handover.ts'
import { PlacingRefusal } from './PlacingRefusal.tsx'
import { ChosenItems, hasProblem, SubstitutePanel, toVehicle } from './SubstitutePanel.tsx'
import { usePlacing } from './usePlacing.tsx'

/** Adds items to an order, or replaces the line that the address names. */
export function AddItemsPanel({ record }: { record: DeskRecord }) {
  const order = record as unknown as OrderRecord
  const [search] = useSearchParams()
  const line = order.lines.find(({ id }) => id === search.get('line'))
  return line === undefined ? <AddItems order={order} /> : <SubstitutePanel key={line.id} order={order} line={line} />
}

/** A second order for the same customer, destination and time, which they pay through a link. */
function AddItems({ order }: { order: OrderRecord }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const [draft, setDraft] = useState(emptyDraft)
  const [vehicle, setVehicle] = useState(emptyHandover)
  const { place, isSending, errors, refusal, dialog } = usePlacing()
  const [sentTotal, setSentTotal] = useState<Money>()
  const hasItems = draft.lines.length > 0
  const price = useQuery({ ...additionPriceQuery(order.id, draft), enabled: hasItems })
  const cart = hasItems ? price.data?.cart : undefined
  const total = cart?.amounts?.total ?? undefined
  // The total of the items before the last change would be refused as a price that has changed.
  const isPriced = total !== undefined && !price.isFetching
  if (!order.can_add) return <Notice>{t('desk.orders.phone.closed')}</Notice>
  const submit = () => {
    if (!isPriced) return
    setSentTotal(total)
    const body = { ...toChosen(draft), ...toVehicle(order, cart, vehicle), total: total.amount }
    void place(body, (retryKey) =>
      call('POST /api/v1/admin/online-orders/{id}/additions', { params: { id: order.id }, body, retryKey }),
    )
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-3xl text-ink-2">{t('desk.orders.phone.add_lead')}</p>
      <ChosenItems
        order={order}
        title={t('desk.orders.phone.cart')}
        draft={draft}
        onDraft={setDraft}
        cart={cart}
        failure={price.error === null || !hasItems ? undefined : describeFailure(site, price.error)}
        errors={errors}
        vehicle={vehicle}
        onVehicle={setVehicle}
      >
        {refusal !== undefined && <PlacingRefusal refusal={refusal} total={sentTotal} timezone={order.timezone} />}
        {hasItems && (
          <Button wide busy={isSending} disabled={!isPriced || hasProblem(cart)} onClick={submit}>
            {t('desk.orders.phone.place', {
              amount: total === undefined ? '…' : formatMoney(total.amount, total.currency, locale),
            })}
          </Button>
        )}
      </ChosenItems>
      {dialog}
    </div>
  )
}
