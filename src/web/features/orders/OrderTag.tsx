import type { OrderSummary } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'

const tones: Record<OrderSummary['status'], TagTone> = {
  pending: 'few',
  accepted: 'act',
  processing: 'act',
  preparing: 'act',
  ready: 'free',
  out_for_delivery: 'act',
  delivered: 'free',
  completed: 'neutral',
  canceled: 'full',
  rejected: 'bad',
  returned: 'full',
}

/** The state of an order in a word. */
export function OrderTag({ order: { status, held_until } }: { order: Pick<OrderSummary, 'status' | 'held_until'> }) {
  const { t } = useTranslation()
  const isHeld = status === 'pending' && held_until !== null
  return <Tag tone={tones[status]}>{isHeld ? t('orders.held') : t(`orders.status.${status}`)}</Tag>
}
