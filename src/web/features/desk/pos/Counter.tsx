import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createSale } from '#contract/orders/desk/pos.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { lazyDialog } from '#web/page/lazyPart.tsx'
import { useOnline } from '#web/page/media.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { counterCatalogueQuery, ownShiftQuery } from './api.ts'
import { CashDialog } from './CashDialog.tsx'
import { CloseDialog } from './CloseDialog.tsx'
import { EventDialog } from './EventDialog.tsx'
import { newSale, type OpenSale } from './openSale.ts'
import { OrdersToPay } from './OrdersToPay.tsx'
import { Sell } from './Sell.tsx'
import type { Till, TillState } from './till.ts'
import { WaitingSales } from './WaitingSales.tsx'

/** How often a server that is out of reach is tried. */
const probe_ms = 5_000

const CounterRefund = lazyDialog(async () => (await import('./CounterRefund.tsx')).CounterRefund)

type Sale = AnswerOf<typeof createSale>

/** The register of an open shift: what is sold, this sale, and what the drawer should hold. */
export function Counter({ shift, till, stored }: { shift: OwnShift; till: Till | undefined; stored: TillState }) {
  const { t, locale } = useDeskWords()
  const { register } = shift
  const mayRefund = useProfile().data?.permissions.includes('orders.refund') === true
  // The board and the record of an order lead here to take its payment.
  const order_number = useSearchParams()[0].get('order') ?? ''
  const [dialog, setDialog] = useState<'cash' | 'close' | 'to_pay' | 'drawer' | 'refund' | undefined>(
    order_number === '' ? undefined : 'to_pay',
  )
  const [sale, setSale] = useState<OpenSale>(newSale)
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
        {mayRefund && (
          <Button variant="outline" size="md" onClick={() => setDialog('refund')}>
            {t('desk.pos.refund.open')}
          </Button>
        )}
        <Button variant="outline" size="md" onClick={() => setDialog('cash')}>
          {t('desk.pos.cash.open')}
        </Button>
        <Button variant="outline" size="md" onClick={() => setDialog('drawer')}>
          {t('desk.pos.events.drawer_opened.open')}
        </Button>
        <Button variant="outline" size="md" onClick={() => setDialog('close')}>
          {t('desk.pos.close.open')}
        </Button>
      </header>
      <WaitingSales till={till} state={stored} isOffline={isOffline} timezone={register.timezone} now_ms={Date.now()} />
      <Sell
        shift={shift}
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
      {dialog === 'refund' && <CounterRefund onClose={() => setDialog(undefined)} />}
      {dialog === 'cash' && <CashDialog shift={shift} onClose={() => setDialog(undefined)} />}
      {dialog === 'drawer' && (
        <EventDialog kind="drawer_opened" onDone={() => setDialog(undefined)} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'close' && (
        <CloseDialog
          shift={shift}
          stored={stored}
          sale={sale}
          onParked={() => setSale(newSale())}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
