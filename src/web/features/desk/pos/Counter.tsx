import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createSale } from '#contract/orders/desk/pos.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useCachedPages } from '#web/features/bookings/api-offline.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { counterCatalogueQuery, ownShiftQuery } from './api.ts'
import { CashDialog } from './CashDialog.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { EventDialog } from './EventDialog.tsx'
import { useLock } from './lock/useLock.ts'
import { newSale } from './openSale.ts'
import { OrdersToPay } from './OrdersToPay.tsx'
import { Sell } from './Sell.tsx'
import type { Till, TillState } from './till.ts'
import { useStoredSale } from './useStoredSale.ts'
import { WaitingSales } from './WaitingSales.tsx'

/** How often a server that is out of reach is tried. */
const probe_ms = 5_000

const PinDialog = lazyDialog(async () => (await import('./lock/PinDialog.tsx')).PinDialog)
const ParkingDialog = lazyDialog(async () => (await import('./parking/ParkingDialog.tsx')).ParkingDialog)
const CounterRefund = lazyDialog(async () => (await import('./CounterRefund.tsx')).CounterRefund)

type Sale = AnswerOf<typeof createSale>

/** The register of an open shift: what is sold, this sale, and what the drawer should hold. */
export function Counter({ shift, till, stored }: { shift: OwnShift; till: Till | undefined; stored: TillState }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { register } = shift
  const { data: profile } = useProfile()
  const mayRefund = profile?.permissions.includes('orders.refund') === true
  const atCounter = profile?.counter !== undefined
  // A device with an open shift opens the counter without a network too.
  useCachedPages(true, 'counter')
  // The board and the record of an order lead here to take its payment.
  const order_number = useSearchParams()[0].get('order') ?? ''
  const [dialog, setDialog] = useState<
    'cash' | 'close' | 'parking' | 'to_pay' | 'drawer' | 'refund' | 'pin' | undefined
  >(order_number === '' ? undefined : 'to_pay')
  const { sale, setSale, left, park } = useStoredSale({ shift, till, profile })
  const lockNow = useLock()
  const [sold, setSold] = useState<Sale>()
  const isOnline = useOnline()
  const [isLost, setLost] = useState(false)
  const isOffline = !isOnline || isLost
  const catalogue = useQuery(counterCatalogueQuery(locale)).data
  useEffect(() => {
    if (till !== undefined && catalogue !== undefined) void till.store(catalogue, shift).catch(() => undefined)
  }, [till, catalogue, shift])
  // The server is tried again until it answers.
  const probe = useQuery({ ...ownShiftQuery, refetchInterval: isLost ? probe_ms : false, enabled: isLost })
  const answered_at = probe.dataUpdatedAt
  useEffect(() => setLost(false), [answered_at])
  const lose = useCallback(() => setLost(true), [])
  const lockIt = () => lockNow().catch((error: unknown) => toast(describeFailure(site, error), { tone: 'error' }))
  const lock = () => (shift.has_pin || atCounter ? lockIt() : setDialog('pin'))
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
        {!isOffline && (
          <Button variant="outline" size="md" onClick={() => setDialog('parking')}>
            {t('desk.pos.parking.open')}
          </Button>
        )}
        {mayRefund && (
          <Button variant="outline" size="md" onClick={() => setDialog('refund')}>
            {t('desk.pos.refund.open')}
          </Button>
        )}
        {shift.is_own && (
          <Button variant="outline" size="md" onClick={() => setDialog('cash')}>
            {t('desk.pos.cash.open')}
          </Button>
        )}
        <Button variant="outline" size="md" onClick={() => setDialog('drawer')}>
          {t('desk.pos.events.drawer_opened.open')}
        </Button>
        {shift.is_own && (
          <Button variant="outline" size="md" onClick={() => setDialog('close')}>
            {t('desk.pos.close.open')}
          </Button>
        )}
        {!isOffline && (
          <Button variant="outline" size="md" onClick={lock}>
            <Lock aria-hidden="true" className="size-4.5" />
            {t('desk.pos.lock.open')}
          </Button>
        )}
      </header>
      {left !== undefined && (
        <Notice tone="warning" live className="mb-4">
          <p>{t('desk.pos.parked.not_parked', { name: left.operator })}</p>
          <Button variant="outline" size="md" className="mt-2" onClick={park}>
            {t('desk.pos.parked.submit')}
          </Button>
        </Notice>
      )}
      <WaitingSales till={till} state={stored} isOffline={isOffline} timezone={register.timezone} now_ms={Date.now()} />
      <Sell
        shift={shift}
        operator_id={profile?.counter && profile.id}
        sale={sale}
        setSale={setSale}
        sold={sold}
        setSold={setSold}
        till={till}
        stored={stored}
        isOffline={isOffline}
        onLost={lose}
      />
      {dialog === 'to_pay' && (
        <OrdersToPay register={register} number={order_number} onPaid={setSold} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'parking' && <ParkingDialog shift={shift} onClose={() => setDialog(undefined)} />}
      {dialog === 'refund' && <CounterRefund onClose={() => setDialog(undefined)} />}
      {dialog === 'cash' && <CashDialog shift={shift} onClose={() => setDialog(undefined)} />}
      {dialog === 'drawer' && (
        <EventDialog kind="drawer_opened" onDone={() => setDialog(undefined)} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'pin' && (
        <Suspense>
          <PinDialog
            onSet={() => {
              setDialog(undefined)
              void lockIt()
            }}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
      {dialog === 'close' && (
        <CloseDialog
          shift={shift}
          stored={stored}
          sale={sale}
          logsOut={atCounter}
          onParked={() => setSale(newSale())}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
