import type { ReactNode } from 'react'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { OwnRecord } from '#web/features/account/OwnRecord.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import type { useOrder } from './api.ts'

interface OrderFrameProps {
  found: ReturnType<typeof useOrder>
  children: (order: OrderDetails) => ReactNode
}

/** An order, or that it is loading, could not be loaded or does not exist. */
export function OrderFrame({ found, children }: OrderFrameProps) {
  const { t } = useTranslation()
  const unknown = {
    title: t('orders.unknown_order'),
    text: t('orders.unknown_order_text'),
    action: <ButtonLink to={paths.orders()}>{t('orders.to_list')}</ButtonLink>,
  }
  return (
    <OwnRecord found={found} unknown={unknown}>
      {children}
    </OwnRecord>
  )
}
