import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import type { OrderRecord } from '#contract/orders/desk/order-record.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { additionPriceQuery } from './api.ts'
import { addToDraft, emptyDraft, toChosen } from './draft.ts'
import { DraftCart } from './DraftCart.tsx'
import { emptyHandover } from './handover.ts'
import { VehicleStep } from './HandoverStep.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { PlacingRefusal } from './PlacingRefusal.tsx'
import { usePlacing } from './usePlacing.tsx'

/** Adds items to an order: a second order for the same customer, destination and time, which they pay through a link. */
export function AddItemsPanel({ record }: { record: DeskRecord }) {
  const order = record as unknown as OrderRecord
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: vehicleTypes } = useVehicleTypes()
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
  const hasProblem = cart?.lines.some(({ problem }) => problem !== null && problem !== 'price_changed') === true
  if (!order.can_add) return <Notice>{t('desk.orders.phone.closed')}</Notice>
  const needsVehicle = cart?.needs_vehicle === true && order.plate === null
  const needsKey = cart?.needs_key === true && order.key_holder === null
  const vehicleClass =
    order.plate === null ? undefined : vehicleTypes?.find(({ name }) => name === order.vehicle_type)?.vehicle_class
  const submit = () => {
    if (!isPriced) return
    setSentTotal(total)
    const { plate, vehicle_type_id, key } = vehicle
    const body = {
      ...toChosen(draft),
      ...(needsVehicle && plate.trim() !== '' && { plate: plate.trim(), vehicle_type_id }),
      ...(needsKey && key !== undefined && { key }),
      total: total.amount,
    }
    void place(body, (retryKey) =>
      call('POST /api/v1/admin/online-orders/{id}/additions', { params: { id: order.id }, body, retryKey }),
    )
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-3xl text-ink-2">{t('desk.orders.phone.add_lead')}</p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card as="section" padding="lg">
          <h2 className="mb-3 text-md font-bold">{t('desk.orders.phone.items')}</h2>
          <ItemPicker
            branch={order.branch_slug}
            vehicleClass={vehicleClass}
            onAdd={(line) => setDraft((before) => addToDraft(before, line, crypto.randomUUID()))}
          />
        </Card>
        <Card as="section" padding="lg" className="grid gap-4">
          <h2 className="text-md font-bold">{t('desk.orders.phone.cart')}</h2>
          <DraftCart
            draft={draft}
            onChange={setDraft}
            cart={cart}
            failure={price.error === null || !hasItems ? undefined : describeFailure(site, price.error)}
            couponError={errors['promo_code']}
          />
          {(needsVehicle || needsKey) && (
            <VehicleStep
              vehicles={[]}
              needsKey={needsKey}
              value={vehicle}
              onChange={(change) => setVehicle({ ...vehicle, ...change })}
              errorOf={(field) => errors[field]}
            />
          )}
          {refusal !== undefined && <PlacingRefusal refusal={refusal} total={sentTotal} timezone={order.timezone} />}
          {hasItems && (
            <Button wide busy={isSending} disabled={!isPriced || hasProblem} onClick={submit}>
              {t('desk.orders.phone.place', {
                amount: total === undefined ? '…' : formatMoney(total.amount, total.currency, locale),
              })}
            </Button>
          )}
        </Card>
      </div>
      {dialog}
    </div>
  )
}
