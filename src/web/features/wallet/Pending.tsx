import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#web/features/topup/gateway.ts'
import { formatMoment, formatMoney } from '#web/lib/format.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { buttonStyles } from '#web/ui/buttonStyles.ts'
import { Card } from '#web/ui/Card.tsx'
import { usePendingTopUps } from './api.ts'

/** Top-ups that are not decided yet. They finish by themselves, and can still be paid. */
export function Pending({ isAny }: { isAny: boolean }) {
  const { t, i18n } = useTranslation()
  const list = usePendingTopUps(isAny)
  const items = isAny ? (list.data?.items ?? []) : []
  if (items.length === 0) return null
  return (
    <Card as="section" className="mt-3">
      <h2 className="flex items-center gap-2 text-md">
        <Hourglass aria-hidden="true" className="size-4.5 text-ink-2" />
        {t('wallet.pending_top_ups')}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t('wallet.pending_top_ups_text')}</p>
      <ul className="mt-2 divide-y divide-line">
        {items.map(({ reference, provider, amount, currency, created_at, pay_url }) => (
          <li key={reference} className="py-3 last:pb-0" data-pending={reference}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">{formatMoney(amount, currency, i18n.language)}</span>
              <span className="text-sm text-ink-2">
                {nameOf(provider)} · {formatMoment(new Date(created_at), deviceZone(), i18n.language)}
              </span>
            </p>
            <div className="mt-2 flex flex-wrap gap-2">
              {pay_url !== null && (
                <a href={pay_url} className={buttonStyles('alt', 'sm')}>
                  {t('wallet.continue_payment')}
                </a>
              )}
              <ButtonLink to={paths.walletCallback({ reference, provider })} size="sm" variant="outline">
                {t('wallet.check_status')}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
      {(list.data?.total ?? 0) > items.length && (
        <p className="mt-2 text-sm text-ink-2">
          {t('wallet.more_pending', { count: list.data!.total - items.length })}
        </p>
      )}
    </Card>
  )
}
