import { Bike, Phone } from 'lucide-react'
import type { OrderTracking } from '#contract/orders/order-tracking.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatTime } from '#web/time/format.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

interface CourierCardProps {
  courier: NonNullable<OrderTracking['courier']>
  branch: OrderDetails['branch']
}

/** Who brings an order, how to call them, and where they are if they share it. */
export function CourierCard({ courier, branch }: CourierCardProps) {
  const { t, locale } = useTranslation()
  const { name, phone, position } = courier
  const title = name === null ? t('orders.courier.unnamed') : t('orders.courier.named', { name })
  return (
    <Card as="section" className="my-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-2.5 font-semibold wrap-anywhere">
          <Bike aria-hidden="true" className="size-5 shrink-0 text-act" />
          {title}
        </p>
        {phone !== null && (
          <ButtonLink href={`tel:${phone}`} variant="outline" size="md">
            <Phone aria-hidden="true" className="size-4.5" />
            {t('orders.courier.call')}
          </ButtonLink>
        )}
      </div>
      {position !== null && (
        <>
          <LazyPointMap point={position} name={title} />
          <p className="text-sm text-ink-2">
            {t('orders.courier.seen', { time: formatTime(new Date(position.at), branch.timezone, locale) })}
          </p>
        </>
      )}
    </Card>
  )
}
