import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createSale } from '#contract/orders/desk/pos.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatCountdown, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { saleQuery } from './api.ts'

type Sale = AnswerOf<typeof createSale>

/** The customer has just pressed the button, with both of them waiting. */
const poll_ms = 2_000

interface WalletWaitProps {
  sale: Sale
  onPaid: (sale: Sale) => void
  /** Nobody paid in time, or the seller gave it up. */
  onOver: () => void
}

/** Waits until the owner of a wallet has paid on their own device: they scan the code, or type the order's number. */
export function WalletWait({ sale, onPaid, onOver }: WalletWaitProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, refusal, dialog } = usePanelCall({ isShown: true })
  const [isLate, setLate] = useState(false)
  const { data } = useQuery({ ...saleQuery(sale.id), refetchInterval: poll_ms })
  const { wallet, order_number } = sale
  const finish = useEffectEvent((latest: Sale) => {
    if (latest.status === 'canceled') onOver()
    else if (latest.status !== 'pending') onPaid(latest)
  })
  useEffect(() => {
    if (data !== undefined) finish(data)
  }, [data])
  const giveUp = async () => {
    const ended = await run(
      () => call('POST /api/v1/pos/sales/{id}/cancel', { params: { id: sale.id } }),
      t('desk.pos.wallet.given_up'),
    )
    if (ended !== undefined) onOver()
  }
  if (wallet === null) return null
  const { qr_path, qr_size, amount, until } = wallet
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      title={t('desk.pos.wallet.title', { amount: formatMoney(amount.amount, amount.currency, locale) })}
      closeLabel={t('desk.close')}
      size="md"
      footer={
        <Button variant="outline" wide onClick={() => void giveUp()}>
          {t('desk.pos.wallet.give_up')}
        </Button>
      }
    >
      <div className="grid justify-items-center gap-4 text-center">
        <svg
          role="img"
          aria-label={t('desk.pos.wallet.code')}
          viewBox={`-4 -4 ${qr_size + 8} ${qr_size + 8}`}
          shapeRendering="crispEdges"
          className="aspect-square w-64 max-w-full rounded-xl bg-qr-paper text-qr"
        >
          <path fill="currentColor" d={qr_path} />
        </svg>
        <p className="text-xl font-bold tabular-nums">{order_number}</p>
        <p className="max-w-prose text-ink-2">{t('desk.pos.wallet.text')}</p>
        {until !== null && !isLate && (
          <Countdown
            end={until}
            label={(seconds) => t('desk.pos.wallet.left', { left: formatCountdown(seconds) })}
            onEnd={() => setLate(true)}
          />
        )}
        {isLate && <Notice tone="warning">{t('desk.pos.wallet.over')}</Notice>}
        {refusal !== undefined && (
          <Notice tone="error" live>
            {describeFailure(site, refusal)}
          </Notice>
        )}
      </div>
      {dialog}
    </Dialog>
  )
}
