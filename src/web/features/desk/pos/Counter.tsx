import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createSale } from '#contract/orders/desk/pos.ts'
import { call, type CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { addToDraft, type Draft, emptyDraft } from '../orders/phone/draft.ts'
import { DraftCart } from '../orders/phone/DraftCart.tsx'
import { emptyHandover } from '../orders/phone/handover.ts'
import { SlotStep, VehicleStep } from '../orders/phone/HandoverStep.tsx'
import { PlacingRefusal } from '../orders/phone/PlacingRefusal.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { salePriceQuery } from './api.ts'
import { CashDialog } from './CashDialog.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { ItemGrid } from './ItemGrid.tsx'
import { OrdersToPay } from './OrdersToPay.tsx'
import { PayDialog, type Paid } from './PayDialog.tsx'

type Sale = AnswerOf<typeof createSale>

/** The register of an open shift: what is sold, this sale, and what the drawer should hold. */
export function Counter({ shift }: { shift: OwnShift }) {
  const { t, locale } = useDeskWords()
  const { register } = shift
  // The board and the record of an order lead here to take its payment.
  const order_number = useSearchParams()[0].get('order') ?? ''
  const [dialog, setDialog] = useState<'cash' | 'close' | 'to_pay' | undefined>(
    order_number === '' ? undefined : 'to_pay',
  )
  const [sold, setSold] = useState<Sale>()
  const show = ({ amount, currency }: OwnShift['expected']) => formatMoney(amount, currency, locale)
  return (
    <>
      <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-full sm:basis-0">
          <h1 className="text-xl wrap-anywhere">
            {t('desk.pos.shift', { number: shift.number, register: register.name })}
          </h1>
          <p className="text-sm text-ink-2 tabular-nums">
            {register.branch} · {t('desk.pos.drawer', { amount: show(shift.expected) })}
          </p>
        </div>
        <Button variant="outline" size="md" onClick={() => setDialog('to_pay')}>
          {t('desk.pos.to_pay.open')}
        </Button>
        <Button variant="outline" size="md" onClick={() => setDialog('cash')}>
          {t('desk.pos.cash.open')}
        </Button>
        <Button variant="outline" size="md" onClick={() => setDialog('close')}>
          {t('desk.pos.close.open')}
        </Button>
      </header>
      <Sell shift={shift} sold={sold} setSold={setSold} />
      {dialog === 'to_pay' && (
        <OrdersToPay register={register} number={order_number} onPaid={setSold} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'cash' && <CashDialog shift={shift} onClose={() => setDialog(undefined)} />}
      {dialog === 'close' && <CloseDialog shift={shift} onClose={() => setDialog(undefined)} />}
    </>
  )
}

interface SellProps {
  shift: OwnShift
  /** What was sold or paid last, until the next sale begins. */
  sold: Sale | undefined
  setSold: (sale: Sale | undefined) => void
}

function Sell({ shift, sold, setSold }: SellProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: vehicleTypes } = useVehicleTypes()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const { register } = shift
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [handover, setHandover] = useState(emptyHandover)
  const [isPaying, setPaying] = useState(false)
  const [answered, setAnswered] = useState<CallError>()
  // One for all attempts, so that a sale whose answer was lost is booked once.
  const id = useRef(crypto.randomUUID())
  const lines = draft.lines.map(({ line }) => line)
  const price = useQuery(salePriceQuery(lines))
  const { cart, slots } = (lines.length > 0 ? price.data : undefined) ?? { cart: undefined, slots: null }
  const total = cart?.amounts?.total
  const times = slots?.days.flatMap(({ items }) => items) ?? []
  const slot = times.some(({ starts_at }) => starts_at === handover.slot) ? handover.slot : (times[0]?.starts_at ?? '')
  const hasProblem = cart?.lines.some(({ problem }) => problem !== null && problem !== 'price_changed') === true
  const isReady = total !== undefined && !price.isFetching && !hasProblem && (slots === null || slot !== '')
  const change = (next: Partial<typeof handover>) => setHandover((before) => ({ ...before, ...next }))
  const clear = () => {
    setDraft(emptyDraft)
    setHandover(emptyHandover)
    id.current = crypto.randomUUID()
  }
  const pay = async (paid: Paid) => {
    const { plate, vehicle_type_id, key } = handover
    const body = {
      id: id.current,
      lines: [...lines],
      total: total!.amount,
      ...(slots !== null && { slot }),
      ...(plate.trim() !== '' && { plate: plate.trim(), vehicle_type_id }),
      ...(key !== undefined && cart?.needs_key === true && { key }),
      ...paid,
    }
    const sale = await run(
      () => call('POST /api/v1/pos/sales', { body, retryKey: crypto.randomUUID() }),
      t('desk.pos.done.title'),
    )
    if (sale === undefined) return
    setSold(sale)
    setPaying(false)
    clear()
  }
  const errorOf = (field: string) => errors[field]
  const isOfPayment =
    refusal?.code === 'slip_used' ||
    refusal?.code === 'cash_short' ||
    errors['terminal'] !== undefined ||
    errors['tendered'] !== undefined
  // What stands in the way of the sale itself is mended beside it.
  const isShown = isPaying && (refusal === undefined || refusal === answered || isOfPayment)
  const isAtField = ['plate', 'vehicle_type_id', 'key', 'slot'].some((field) => errors[field] !== undefined)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Card as="section" padding="lg">
        <h2 className="mb-3 text-md font-bold">{t('desk.pos.items')}</h2>
        <ItemGrid
          branch={register.branch_slug}
          vehicleClass={vehicleTypes?.find((type) => type.id === handover.vehicle_type_id)?.vehicle_class}
          onAdd={(line) => {
            setSold(undefined)
            setDraft((before) => addToDraft(before, line, crypto.randomUUID()))
          }}
        />
      </Card>
      <Card as="section" padding="lg" className="grid gap-4 lg:sticky lg:top-20">
        <h2 className="text-md font-bold">{t('desk.pos.sale')}</h2>
        {sold !== undefined && (
          <SoldNotice sale={sold} width={register.receipt_width} onNext={() => setSold(undefined)} />
        )}
        {lines.length === 0 ? (
          <p className="text-ink-2">{t('desk.pos.empty')}</p>
        ) : (
          <>
            <DraftCart
              draft={draft}
              onChange={setDraft}
              cart={cart}
              failure={price.error === null ? undefined : describeFailure(site, price.error)}
              takesCoupons={false}
            />
            {slots !== null &&
              (times.length === 0 ? (
                <Notice tone="warning">{t('desk.pos.work.no_time')}</Notice>
              ) : (
                <SlotStep slots={slots} value={{ ...handover, slot }} onChange={change} errorOf={errorOf} />
              ))}
            {(cart?.needs_vehicle === true || cart?.needs_key === true) && (
              <VehicleStep
                vehicles={[]}
                needsKey={cart.needs_key}
                value={handover}
                onChange={change}
                errorOf={errorOf}
              />
            )}
            {refusal !== undefined && refusal !== answered && !isOfPayment && !isAtField && (
              <PlacingRefusal
                refusal={refusal}
                total={total}
                timezone={register.timezone}
                onSlot={(starts_at) => change({ slot: starts_at })}
              />
            )}
            <div className="flex flex-wrap gap-3">
              <Button
                className="flex-1"
                disabled={!isReady}
                onClick={() => {
                  setAnswered(refusal)
                  setPaying(true)
                }}
              >
                {t('desk.pos.pay', {
                  amount: total === undefined ? '…' : formatMoney(total.amount, total.currency, locale),
                })}
              </Button>
              <Button variant="outline" onClick={clear}>
                {t('desk.pos.clear')}
              </Button>
            </div>
          </>
        )}
      </Card>
      {isShown && total !== undefined && (
        <PayDialog
          register={register}
          total={total}
          errors={errors}
          refusal={refusal === answered ? undefined : refusal}
          onPay={pay}
          onClose={() => setPaying(false)}
        />
      )}
      {dialog}
    </div>
  )
}

interface SoldNoticeProps {
  sale: Sale
  /** Of the register's paper, in millimetres. */
  width: string
  onNext: () => void
}

/** What was just sold: its number, the change, and its receipt. */
function SoldNotice({ sale: { order_number, token, cash }, width, onNext }: SoldNoticeProps) {
  const { t, locale } = useDeskWords()
  const change = cash?.change
  return (
    <div role="status" className="grid gap-3 rounded-xl bg-free-soft p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-xl font-bold tabular-nums">
          {change === undefined || change.amount === 0
            ? t('desk.pos.done.no_change')
            : t('desk.pos.done.change', { amount: formatMoney(change.amount, change.currency, locale) })}
        </span>
        <span className="text-ink-2">
          {t('desk.pos.done.token', { token })} · {order_number}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          variant="outline"
          size="md"
          to={`${paths.desk(`order-receipts/${order_number}`)}?width=${width}`}
          target="_blank"
        >
          {t('desk.pos.done.receipt')}
        </ButtonLink>
        <Button size="md" onClick={onNext}>
          {t('desk.pos.done.next')}
        </Button>
      </div>
    </div>
  )
}
