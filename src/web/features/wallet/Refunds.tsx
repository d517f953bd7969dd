import { type ComponentType, useState } from 'react'
import type { Refund } from '#contract/wallet/refunds.ts'
import { nameOf } from '#web/features/topup/gateway.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { usePaidTopUps, useRefunds } from './api.ts'
import type { RefundDialogProps } from './RefundDialog.tsx'

/** Requests refunds of top-ups to their payment method, and lists previous requests. */
export function Refunds() {
  const { t } = useTranslation()
  const refunds = useRefunds()
  const paid = usePaidTopUps(true)
  const [Dialog, setDialog] = useState<ComponentType<RefundDialogProps>>()
  const [open, setOpen] = useState(false)
  const candidates = (paid.data?.items ?? []).filter(({ refundable }) => refundable > 0)
  const items = refunds.data?.items ?? []
  if (candidates.length === 0 && items.length === 0) return null
  const show = async () => {
    try {
      const loaded = await import('./RefundDialog.tsx')
      setDialog(() => loaded.default)
      setOpen(true)
    } catch {
      toast(t('common.network_error'), { tone: 'error' })
    }
  }
  return (
    <div id="sent-back" className="scroll-mt-20">
      <Section title={t('wallet.refunds.title')}>
        {candidates.length > 0 && (
          <>
            <p className="mb-3 max-w-prose text-ink-2">{t('wallet.refunds.text')}</p>
            <Button variant="outline" onClick={show}>
              {t('wallet.refunds.open')}
            </Button>
          </>
        )}
        {items.length > 0 && (
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {items.map((refund) => (
              <Row key={refund.reference} refund={refund} />
            ))}
          </ul>
        )}
        {Dialog && <Dialog key={String(open)} open={open} onOpenChange={setOpen} topUps={candidates} />}
      </Section>
    </div>
  )
}

const tones: Record<Refund['status'], TagTone> = { pending: 'act', processing: 'act', done: 'neutral', failed: 'bad' }

function Row({ refund }: { refund: Refund }) {
  const { t, locale } = useTranslation()
  const { kind, provider, amount, currency, status, created_at, owed } = refund
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3" data-refund={status}>
      <span className="min-w-0">
        <span className="block font-semibold">{t(`wallet.refunds.${kind}`, { provider: nameOf(provider) })}</span>
        <span className="block text-sm text-ink-2">{t(`wallet.refunds.status_text.${status}`)}</span>
        {owed > 0 && (
          <span className="block text-sm font-semibold">
            {t('wallet.refunds.still_owed', { amount: formatMoney(owed, currency, locale) })}
          </span>
        )}
        <time dateTime={created_at} className="block text-sm text-ink-3">
          {formatMoment(new Date(created_at), deviceZone(), locale)}
        </time>
      </span>
      <span className="grid justify-items-end gap-1">
        <span className="text-md font-black whitespace-nowrap">{formatMoney(amount, currency, locale)}</span>
        <Tag tone={tones[status]}>{t(`wallet.refunds.status.${status}`)}</Tag>
      </span>
    </li>
  )
}
