import { DeviceSwitch } from '#web/features/notifications/DeviceSwitch.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useForgetOrderedCart, useOrder } from './api.ts'
import { OrderFrame } from './OrderFrame.tsx'

/** What was ordered and when it is ready, after it was placed; may be opened again at any time. */
export default function OrderSuccessPage() {
  const { t, locale } = useTranslation()
  const { order: order_number = '' } = usePageParams()
  const found = useOrder(order_number)
  useForgetOrderedCart()
  return (
    <OrderFrame found={found}>
      {(order) => {
        const { branch, total, token, promised_at } = order
        return (
          <Page width="form" className="pb-10">
            <EmptyState
              picture="done"
              level={1}
              title={t('orders.success')}
              action={
                <>
                  <ButtonLink to={paths.order(order.order_number)}>{t('orders.follow')}</ButtonLink>
                  <ButtonLink to={paths.content('marketplace')} variant="outline">
                    {t('cart.continue')}
                  </ButtonLink>
                </>
              }
            >
              {order.cash_due !== null
                ? t(`orders.success_cash.${order.order_type}`, {
                    amount: formatMoney(order.cash_due.amount, order.cash_due.currency, locale),
                    branch: branch.name,
                  })
                : total.amount === 0
                  ? t('orders.success_free', { branch: branch.name })
                  : t('orders.success_text', {
                      amount: formatMoney(total.amount, total.currency, locale),
                      branch: branch.name,
                    })}
            </EmptyState>
            <DefinitionList
              entries={[
                {
                  term: t('orders.promised'),
                  value: formatMoment(new Date(promised_at), branch.timezone, locale),
                },
                { term: t('orders.your_token'), value: token },
                { term: t('orders.order_number'), value: order.order_number },
              ]}
            />
            <div className="mt-6">
              <DeviceSwitch offers />
            </div>
          </Page>
        )
      }}
    </OrderFrame>
  )
}
