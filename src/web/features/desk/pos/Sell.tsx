import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createSale } from '#contract/orders/desk/pos.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { addToDraft, type Draft } from '../orders/phone/draft.ts'
import { DraftCart } from '../orders/phone/DraftCart.tsx'
import { SlotStep, VehicleStep } from '../orders/phone/HandoverStep.tsx'
import { PlacingRefusal } from '../orders/phone/PlacingRefusal.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { salePriceQuery } from './api.ts'
import { EventDialog } from './EventDialog.tsx'
import { ItemGrid } from './ItemGrid.tsx'
import { useIdleLock } from './lock/useLock.ts'
import { priceOffline, toCharged } from './offlinePrice.ts'
import { describeRemoved, findRemoved, fromParked, newSale, type OpenSale, toPriced } from './openSale.ts'
import { ParkDialog, ParkedList } from './ParkedSales.tsx'
import { PayDialog, type Paid } from './PayDialog.tsx'
import { CustomerDialog, SaleOptions } from './SaleOptions.tsx'
import { SoldNotice } from './SoldNotice.tsx'
import { findOfflineProblem, type Till, type TillState } from './till.ts'
import { WalletWait } from './WalletWait.tsx'

type Sale = AnswerOf<typeof createSale>

interface SellProps {
  shift: OwnShift
  /** Who has unlocked the counter; undefined for who logged in on the device. */
  operator_id: string | undefined
  /** What is being sold. */
  sale: OpenSale
  setSale: Dispatch<SetStateAction<OpenSale>>
  /** What was sold or paid last, until the next sale begins. */
  sold: Sale | undefined
  setSold: (sale: Sale | undefined) => void
  till: Till | undefined
  stored: TillState
  isOffline: boolean
  /** A call found out that the network is gone. */
  onLost: () => void
}

/** What is sold, and this sale until it is paid. */
export function Sell({ shift, operator_id, sale, setSale, sold, setSold, till, stored, isOffline, onLost }: SellProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: vehicleTypes } = useVehicleTypes()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const { register } = shift
  const [isPaying, setPaying] = useState(false)
  const [waiting, setWaiting] = useState<Sale>()
  const [answered, setAnswered] = useState<CallError>()
  const [isLapsed, setLapsed] = useState(false)
  /** What becomes of the sale once it is logged why lines of it were voided. */
  const [voiding, setVoiding] = useState<{ detail: string; next: OpenSale }>()
  const [scanned, setScanned] = useState<string>()
  const [parking, setParking] = useState<'park' | 'list'>()
  // At a counter that was locked before, everybody can unlock it again: with a PIN, or with the password.
  const canUnlock = shift.has_pin || operator_id !== undefined
  useIdleLock(canUnlock && !isOffline && waiting === undefined, shift.lock_minutes)
  const { draft, handover, customer, discount } = sale
  const { lines, ...priced } = toPriced(sale)
  const price = useQuery(salePriceQuery({ lines, ...priced }))
  const isLost = price.error instanceof CallError && price.error.code === 'network'
  useEffect(() => {
    if (isLost) onLost()
  }, [isLost, onLost])
  const offlineCart =
    isOffline && stored.catalogue !== undefined && lines.length > 0
      ? priceOffline(stored.catalogue, lines, Date.now())
      : undefined
  const { cart, slots } = isOffline
    ? { cart: offlineCart, slots: null }
    : ((lines.length > 0 ? price.data : undefined) ?? { cart: undefined, slots: null })
  const total = cart?.amounts?.total
  const times = slots?.days.flatMap(({ items }) => items) ?? []
  const slot = times.some(({ starts_at }) => starts_at === handover.slot) ? handover.slot : (times[0]?.starts_at ?? '')
  const hasProblem = cart?.lines.some(({ problem }) => problem !== null && problem !== 'price_changed') === true
  const isReady = isOffline
    ? total !== undefined && till !== undefined && findOfflineProblem(stored, Date.now()) === undefined
    : total !== undefined && !price.isFetching && price.error === null && !hasProblem && (slots === null || slot !== '')
  const change = (next: Partial<OpenSale>) => setSale((before) => ({ ...before, ...next }))
  // The same function each time, so that a press draws the tiles anew only where they change.
  const add = useCallback(
    (line: Omit<Draft['lines'][number], 'key'>) => {
      setSold(undefined)
      setSale((before) => ({ ...before, draft: addToDraft(before.draft, line, crypto.randomUUID()) }))
    },
    [setSold, setSale],
  )
  const changeHandover = (next: Partial<typeof handover>) => change({ handover: { ...handover, ...next } })
  const describe = (removed: Draft['lines']) => describeRemoved(draft, removed, cart, locale)
  // A browser that stores nothing cannot log without a network why a line was voided.
  const canLog = !isOffline || till !== undefined
  const storeVoided = (detail: string) => async (reason: string) => {
    const event = {
      id: crypto.randomUUID(),
      detail: detail.slice(0, 200),
      reason,
      voided_at: new Date().toISOString(),
      ...(operator_id !== undefined && { operator_id }),
    }
    await till!.add({ shift_id: shift.id, event })
    onLost()
  }
  const changeDraft = (next: Draft) => {
    const removed = findRemoved(draft, next)
    if (removed.length === 0 || !canLog) change({ draft: next })
    else setVoiding({ detail: describe(removed), next: next.lines.length === 0 ? newSale() : { ...sale, draft: next } })
  }
  const finish = (done: Sale) => {
    setSold(done)
    setPaying(false)
    setWaiting(undefined)
    setSale(newSale())
  }
  const storeOffline = ({ tendered }: Paid) =>
    till!.sell({
      id: sale.id,
      operator_id,
      shift,
      lines: toCharged(lines, cart!),
      total: total!,
      tendered,
      note: sale.note,
    })
  const pay = async (paid: Paid) => {
    const { terminal, mobile, wallet } = paid
    const isCash = [terminal, mobile, wallet].every((part) => part === undefined)
    const canStore = till !== undefined && stored.catalogue !== undefined && isCash && slots === null
    if (isOffline && canStore) return finish(await storeOffline(paid))
    const { plate, vehicle_type_id, key } = handover
    const body = {
      id: sale.id,
      lines,
      ...priced,
      total: total!.amount,
      ...(slots !== null && { slot }),
      ...(plate.trim() !== '' && { plate: plate.trim(), vehicle_type_id }),
      ...(key !== undefined && cart?.needs_key === true && { key }),
      ...(sale.note !== '' && { note: sale.note }),
      ...paid,
    }
    setLapsed(false)
    const done = await run(
      () =>
        call('POST /api/v1/pos/sales', { body, retryKey: crypto.randomUUID() }).catch((error: unknown) => {
          // Whether it was booked is not known: it is sent again under the same id, which counts once.
          const isPlain = canStore && customer === undefined && discount === undefined && draft.promo_code === ''
          if (!(error instanceof CallError) || error.code !== 'network' || !isPlain) throw error
          onLost()
          return storeOffline(paid)
        }),
      ({ status }) => t(status === 'pending' ? 'desk.pos.wallet.asked' : 'desk.pos.done.title'),
    )
    if (done === undefined) return
    setPaying(false)
    if (done.status === 'pending') setWaiting(done)
    else finish(done)
  }
  const errorOf = (field: string) => errors[field]
  const isOfPayment =
    refusal?.code === 'slip_used' ||
    refusal?.code === 'cash_short' ||
    ['terminal', 'mobile', 'wallet', 'tendered'].some((field) => errors[field] !== undefined)
  // What stands in the way of the sale itself is mended beside it.
  const isShown = isPaying && (refusal === undefined || refusal === answered || isOfPayment)
  const isAtField = ['plate', 'vehicle_type_id', 'key', 'slot'].some((field) => errors[field] !== undefined)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Card as="section" padding="lg">
        <h2 className="mb-3 text-md font-bold">{t('desk.pos.items')}</h2>
        <ItemGrid
          branch={register.branch_slug}
          stored={isOffline ? stored.catalogue : undefined}
          vehicleClass={vehicleTypes?.find((type) => type.id === handover.vehicle_type_id)?.vehicle_class}
          onAdd={add}
          onOtherCode={(text) => {
            // A parking pass, or the code of a receipt.
            const isKnown = text.startsWith('PW') || text.includes('/')
            if (isKnown) setScanned(text)
            return isKnown
          }}
        />
      </Card>
      <Card as="section" padding="lg" className="grid grid-cols-1 gap-4 lg:sticky lg:top-20">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-md font-bold">{t('desk.pos.sale')}</h2>
          {lines.length === 0 ? (
            <Button variant="outline" size="md" onClick={() => setParking('list')}>
              {t('desk.pos.parked.open')}
            </Button>
          ) : (
            <Button variant="outline" size="md" onClick={() => setParking('park')}>
              {t('desk.pos.parked.park')}
            </Button>
          )}
        </div>
        {shift.parked > 0 && lines.length === 0 && sold === undefined && (
          <Notice>{t('desk.pos.parked.waiting', { count: shift.parked })}</Notice>
        )}
        {sold !== undefined && (
          <SoldNotice sale={sold} width={register.receipt_width} onNext={() => setSold(undefined)} />
        )}
        {lines.length === 0 ? (
          <p className="text-ink-2">{t('desk.pos.empty')}</p>
        ) : (
          <>
            <DraftCart
              draft={draft}
              onChange={changeDraft}
              cart={cart}
              failure={price.error === null || isOffline ? undefined : describeFailure(site, price.error)}
              takesCoupons={customer !== undefined && discount === undefined}
              reductionLabel={discount === undefined ? undefined : t('desk.pos.discount.open')}
            />
            {!isOffline && (
              <SaleOptions
                sale={sale}
                currency={register.currency}
                discountPercent={shift.discount_percent}
                onChange={change}
              />
            )}
            {slots !== null &&
              (times.length === 0 ? (
                <Notice tone="warning">{t('desk.pos.work.no_time')}</Notice>
              ) : (
                <SlotStep slots={slots} value={{ ...handover, slot }} onChange={changeHandover} errorOf={errorOf} />
              ))}
            {(cart?.needs_vehicle === true || cart?.needs_key === true) && (
              <VehicleStep
                vehicles={customer?.vehicles ?? []}
                needsKey={cart.needs_key}
                value={handover}
                onChange={changeHandover}
                errorOf={errorOf}
              />
            )}
            {isLapsed && (
              <Notice tone="warning" live>
                {t('desk.pos.wallet.lapsed')}
              </Notice>
            )}
            {refusal !== undefined && refusal !== answered && !isOfPayment && !isAtField && (
              <PlacingRefusal
                refusal={refusal}
                total={total}
                timezone={register.timezone}
                onSlot={(starts_at) => changeHandover({ slot: starts_at })}
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
              <Button
                variant="outline"
                onClick={() =>
                  canLog ? setVoiding({ detail: describe(draft.lines), next: newSale() }) : setSale(newSale())
                }
              >
                {t('desk.pos.clear')}
              </Button>
            </div>
          </>
        )}
      </Card>
      {isShown && total !== undefined && (
        <PayDialog
          register={isOffline ? { ...register, takes_terminal: false, takes_mobile_money: false } : register}
          total={total}
          errors={errors}
          refusal={refusal === answered ? undefined : refusal}
          takesWallets={!isOffline}
          onPay={pay}
          onClose={() => setPaying(false)}
        />
      )}
      {waiting !== undefined && (
        <WalletWait
          sale={waiting}
          onPaid={finish}
          onOver={() => {
            setWaiting(undefined)
            setLapsed(true)
            // What lapsed stays as it was; another attempt is another sale.
            change({ id: crypto.randomUUID(), discount: undefined })
          }}
        />
      )}
      {voiding !== undefined && (
        <EventDialog
          kind="voided"
          detail={voiding.detail}
          isOffline={isOffline}
          onStore={till && storeVoided(voiding.detail)}
          onDone={() => {
            setSale(voiding.next)
            setVoiding(undefined)
          }}
          onClose={() => setVoiding(undefined)}
        />
      )}
      {parking === 'park' && (
        <ParkDialog
          sale={sale}
          onParked={() => {
            setSale(newSale())
            setParking(undefined)
          }}
          onClose={() => setParking(undefined)}
        />
      )}
      {parking === 'list' && (
        <ParkedList
          timezone={register.timezone}
          onTaken={(taken) => {
            setSale(fromParked(taken))
            setParking(undefined)
          }}
          onClose={() => setParking(undefined)}
        />
      )}
      {scanned !== undefined && (
        <CustomerDialog
          search={scanned}
          onChoose={(chosen) => {
            change({ customer: chosen })
            setScanned(undefined)
          }}
          onClose={() => setScanned(undefined)}
        />
      )}
      {dialog}
    </div>
  )
}
