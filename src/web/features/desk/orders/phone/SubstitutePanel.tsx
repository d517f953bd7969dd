import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Cart } from '#contract/cart/cart.ts'
import type { Money } from '#contract/fields.ts'
import { stockChoices, type OrderRecord, type OrderRecordLine } from '#contract/orders/desk/order-record.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { Stepper } from '#web/features/cart/Stepper.tsx'
import { narrowScreen } from '#web/features/lists/list/cardLayout.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useMediaQuery } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { substitutePriceQuery } from './api.ts'
import { addToDraft, type Draft, emptyDraft, toChosen } from './draft.ts'
import { DraftCart } from './DraftCart.tsx'
import { emptyHandover, type Handover } from './handover.ts'
import { VehicleStep } from './HandoverStep.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { PlacingRefusal } from './PlacingRefusal.tsx'
import { usePlacing } from './usePlacing.tsx'

interface ChosenItemsProps {
  order: OrderRecord
  title: string
  draft: Draft
  onDraft: (change: (before: Draft) => Draft) => void
  cart: Cart | undefined
  /** Why it cannot be priced. */
  failure: string | undefined
  errors: Record<string, string>
  vehicle: Handover
  onVehicle: (vehicle: Handover) => void
  /** The way to send it. */
  children: ReactNode
}

/** What is still missing of a vehicle that an order's items need. */
export const findMissing = (order: OrderRecord, cart: Cart | undefined) => ({
  needsVehicle: cart?.needs_vehicle === true && order.plate === null,
  needsKey: cart?.needs_key === true && order.key_holder === null,
})

/** What is sent of a vehicle, as far as the order has none. */
export function toVehicle(order: OrderRecord, cart: Cart | undefined, { plate, vehicle_type_id, key }: Handover) {
  const { needsVehicle, needsKey } = findMissing(order, cart)
  return {
    ...(needsVehicle && plate.trim() !== '' && { plate: plate.trim(), vehicle_type_id }),
    ...(needsKey && key !== undefined && { key }),
  }
}

/** Whether something that was chosen cannot be had as it is. */
export const hasProblem = (cart: Cart | undefined): boolean =>
  cart?.lines.some(({ problem }) => problem !== null && problem !== 'price_changed') === true

/** The branch's items beside those that were chosen for an order. */
export function ChosenItems(props: ChosenItemsProps) {
  const { order, title, draft, onDraft, cart, failure, errors, vehicle, onVehicle, children } = props
  const { t } = useDeskWords()
  const { data: vehicleTypes } = useVehicleTypes()
  const { needsVehicle, needsKey } = findMissing(order, cart)
  const chosen = useRef<HTMLHeadingElement>(null)
  const isNarrow = useMediaQuery(narrowScreen)
  const hasLines = draft.lines.length > 0
  useEffect(() => {
    // On a phone, it is below everything that could be chosen.
    if (hasLines && isNarrow) chosen.current?.scrollIntoView({ block: 'start' })
  }, [hasLines, isNarrow])
  const vehicleClass =
    order.plate === null ? undefined : vehicleTypes?.find(({ name }) => name === order.vehicle_type)?.vehicle_class
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card as="section" padding="lg">
        <h2 className="mb-3 text-md font-bold">{t('desk.orders.phone.items')}</h2>
        <ItemPicker
          branch={order.branch_slug}
          vehicleClass={vehicleClass}
          onAdd={(line) => onDraft((before) => addToDraft(before, line, crypto.randomUUID()))}
        />
      </Card>
      <Card as="section" padding="lg" className="grid gap-4">
        <h2 ref={chosen} className="scroll-mt-20 text-md font-bold">
          {title}
        </h2>
        <DraftCart
          draft={draft}
          onChange={(changed) => onDraft(() => changed)}
          cart={cart}
          failure={failure}
          couponError={errors['promo_code']}
        />
        {(needsVehicle || needsKey) && (
          <VehicleStep
            vehicles={[]}
            needsKey={needsKey}
            value={vehicle}
            onChange={(change) => onVehicle({ ...vehicle, ...change })}
            errorOf={(field) => errors[field]}
          />
        )}
        {children}
      </Card>
    </div>
  )
}

/** Replaces units of a line: at once, or with a link to pay what the new item costs more. */
export function SubstitutePanel({ order, line }: { order: OrderRecord; line: OrderRecordLine }) {
  const { t, translateKey, labelled, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const left = line.quantity - line.refunded_quantity
  const [draft, setDraft] = useState(emptyDraft)
  const [vehicle, setVehicle] = useState(emptyHandover)
  const [chosenUnits, setUnits] = useState(left)
  const [stock, setStock] = useState<(typeof stockChoices)[number]>('return')
  const [sentTotal, setSentTotal] = useState<Money>()
  const { place, isSending, errors, refusal, dialog } = usePlacing()
  const quantity = Math.max(1, Math.min(chosenUnits, left))
  const hasItems = draft.lines.length > 0
  const price = useQuery({
    ...substitutePriceQuery({ id: order.id, line_id: line.id }, draft, quantity),
    enabled: hasItems && order.can_replace && left > 0,
  })
  const priced = hasItems ? price.data : undefined
  const total = priced?.cart.amounts?.total
  const isPriced = total !== undefined && !price.isFetching
  const back = (
    <ButtonLink to={paths.desk(`online-orders/${order.order_number}`)} variant="outline" size="md" className="w-fit">
      {t('desk.orders.substitute.back')}
    </ButtonLink>
  )
  if (!order.can_replace || left === 0)
    return (
      <div className="grid gap-4">
        <Notice>{t('desk.orders.substitute.over')}</Notice>
        {back}
      </div>
    )
  const show = ({ amount, currency }: Money) => formatMoney(amount, currency, locale)
  const item = `${quantity} × ${line.name}`
  const isDearer = priced !== undefined && priced.due.amount > 0
  const offered = order.substitutions.find(({ line_id, is_done }) => line_id === line.id && !is_done)
  const label =
    priced === undefined
      ? t('desk.orders.substitute.replace')
      : isDearer
        ? t('desk.orders.substitute.offer', { amount: show(priced.due) })
        : priced.back.amount > 0
          ? t('desk.orders.substitute.replace_back', { amount: show(priced.back) })
          : t('desk.orders.substitute.replace')
  const submit = () => {
    if (!isPriced) return
    setSentTotal(total)
    const body = {
      ...toChosen(draft),
      ...toVehicle(order, priced?.cart, vehicle),
      quantity,
      stock,
      version: order.version,
      total: total.amount,
    }
    void place(
      body,
      (retryKey) =>
        call('POST /api/v1/admin/online-orders/{id}/lines/{line_id}/substitute', {
          params: { id: order.id, line_id: line.id },
          body,
          retryKey,
        }),
      t(isDearer ? 'desk.orders.substitute.offer_sent' : 'desk.orders.substitute.done'),
    )
  }
  return (
    <div className="grid gap-4">
      <h2 className="text-lg font-bold wrap-anywhere">{t('desk.orders.substitute.title', { item: line.name })}</h2>
      <p className="max-w-3xl text-ink-2">{t('desk.orders.substitute.lead')}</p>
      {back}
      {offered !== undefined && (
        <Notice tone="warning">{t('desk.orders.substitute.withdraws', { name: offered.name })}</Notice>
      )}
      {left > 1 && (
        <div className="flex items-center gap-3">
          <span className="font-semibold">{t('desk.orders.substitute.units')}</span>
          <Stepper
            label={labelled(t('desk.orders.substitute.units'), line.name)}
            value={quantity}
            most={left}
            onChange={setUnits}
          />
        </div>
      )}
      <ChosenItems
        order={order}
        title={t('desk.orders.substitute.instead')}
        draft={draft}
        onDraft={setDraft}
        cart={priced?.cart}
        failure={price.error === null || !hasItems ? undefined : describeFailure(site, price.error)}
        errors={errors}
        vehicle={vehicle}
        onVehicle={setVehicle}
      >
        {line.has_stock && (
          <Field label={t('desk.orders.substitute.stock')}>
            <NativeSelect
              value={stock}
              onChange={({ target }) => setStock(target.value as typeof stock)}
              options={stockChoices.map((value) => ({
                value,
                label: translateKey(`desk.words.stock_choices.${value}`),
              }))}
            />
          </Field>
        )}
        {priced !== undefined && total !== undefined && (
          <AmountTable
            caption={t('desk.orders.substitute.due')}
            rows={[
              { label: t('desk.orders.substitute.total'), amount: show(total) },
              {
                label: t('desk.orders.substitute.refund', { item }),
                amount: formatMoney(-priced.refund.amount, priced.refund.currency, locale),
              },
            ]}
            total={
              isDearer
                ? { label: t('desk.orders.substitute.due'), amount: show(priced.due) }
                : priced.back.amount > 0
                  ? { label: t('desk.orders.substitute.returned'), amount: show(priced.back) }
                  : { label: t('desk.orders.substitute.even'), amount: show(priced.back) }
            }
          />
        )}
        {priced !== undefined && priced.limit !== null && (
          <Notice tone="error">{t('desk.orders.substitute.limit', { limit: show(priced.limit) })}</Notice>
        )}
        {refusal !== undefined && <PlacingRefusal refusal={refusal} total={sentTotal} timezone={order.timezone} />}
        {hasItems && (
          <Button
            wide
            busy={isSending}
            disabled={!isPriced || hasProblem(priced?.cart) || (priced !== undefined && priced.limit !== null)}
            onClick={submit}
          >
            {label}
          </Button>
        )}
      </ChosenItems>
      {dialog}
    </div>
  )
}
