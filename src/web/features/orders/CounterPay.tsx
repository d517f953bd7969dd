import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CounterSale } from '#contract/orders/counter-sale.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { sendOnce, requestNames } from '#web/api/pendingRequests.ts'
import { OwnRecord } from '#web/features/account/OwnRecord.tsx'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { walletKey } from '#web/features/topup/api.ts'
import { FundsBar } from '#web/features/topup/FundsBar.tsx'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatCountdown, formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Countdown } from '#web/ui/Countdown.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { AmountTable } from '#web/ui/Table.tsx'

/** Pays for a sale at a counter from the wallet of whoever has it in front of them. */
export function CounterPay({ number }: { number: string }) {
  const { t, language } = useTranslation()
  const found = useQuery({
    queryKey: ['counter-sale', language, number],
    queryFn: ({ signal }) => call('GET /api/v1/orders/{id}/counter', { params: { id: number }, signal }),
    staleTime: 0,
    retry: false,
  })
  const unknown = {
    title: t('orders.unknown_order'),
    text: t('orders.counter.unknown_text'),
    action: <ButtonLink to={paths.orders()}>{t('orders.to_list')}</ButtonLink>,
  }
  return (
    <OwnRecord found={found} unknown={unknown}>
      {(sale) => <Pay sale={sale} onOver={() => void found.refetch()} />}
    </OwnRecord>
  )
}

function Pay({ sale, onOver }: { sale: CounterSale; onOver: () => void }) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { order_number, branch, country_code, lines, total, due, until, state } = sale
  const outstanding = useOutstanding(due.currency)
  const funds = useFunds(sumOf([due.amount, outstanding], due.currency), due.currency)
  const pay = useMutation({
    mutationFn: ({ retryKey }: { retryKey: string }) =>
      call('POST /api/v1/orders/{id}/counter/pay', { params: { id: order_number }, retryKey }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: walletKey }),
  })
  const amount = formatMoney(due.amount, due.currency, locale)
  if (state !== 'open')
    return (
      <EmptyState
        level={1}
        live
        picture={state === 'paid' ? 'done' : 'empty'}
        title={t(state === 'paid' ? 'orders.counter.paid' : 'orders.counter.over')}
        action={
          state === 'paid' ? (
            <ButtonLink to={paths.order(order_number)}>{t('orders.pay_over_open')}</ButtonLink>
          ) : undefined
        }
        className="py-16"
      >
        {t(state === 'paid' ? 'orders.counter.paid_text' : 'orders.counter.over_text')}
      </EmptyState>
    )
  const payNow = async () => {
    const paid = await sendOnce(requestNames.payOrder(order_number), { body: {} }, (_body, retryKey) =>
      pay.mutateAsync({ retryKey }),
    ).catch(() => undefined)
    if (paid !== undefined) void navigate(paths.order(order_number), { replace: true })
    else onOver()
  }
  return (
    <Page width="form" className="pb-10">
      <PageHead title={t('orders.counter.title')} lead={t('orders.counter.lead', { branch })} />
      {until !== null && (
        <Countdown
          end={until}
          label={(seconds) => t('orders.counter.left', { left: formatCountdown(seconds) })}
          onEnd={onOver}
        />
      )}
      <Section title={t('orders.contents')}>
        <AmountTable
          caption={t('orders.contents')}
          rows={lines.map((line) => ({
            label: `${line.quantity} × ${line.name}`,
            amount: formatMoney(line.total.amount, line.total.currency, locale),
          }))}
          total={{ label: t('orders.counter.total'), amount: formatMoney(total.amount, total.currency, locale) }}
        />
        {due.amount < total.amount && <p className="mt-2 text-sm text-ink-2">{t('orders.counter.part', { amount })}</p>}
      </Section>
      <Section title={t('orders.payment')}>
        <div className="grid gap-4">
          <WalletPart
            price={{ total: due.amount, currency: due.currency }}
            label={t('orders.counter.this')}
            country={country_code}
            returnTo={paths.orderPay(order_number)}
            outstanding={outstanding}
          />
          {pay.error !== null && (
            <Notice tone="error" live>
              {describeFailure(t, pay.error)}
            </Notice>
          )}
        </div>
      </Section>
      <FundsBar total={due} funds={funds} busy={pay.isPending} onPay={payNow}>
        {t('orders.pay', { amount })}
      </FundsBar>
    </Page>
  )
}
