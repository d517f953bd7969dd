import type { Cart } from '#contract/cart/cart.ts'
import type { Money } from '#contract/fields.ts'
import type { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** What a refusal brings beside its sentence. */
interface Now {
  cart?: Cart
  slots?: { starts_at: string }[]
  most?: number
}

/** Refusals whose sentence speaks to the customer. */
const reworded = ['too_many_held_orders', 'slot_full', 'branch_closed'] as const

interface PlacingRefusalProps {
  refusal: CallError
  /** The total that was sent. */
  total: Money | undefined
  timezone: string
  /** Chooses another time; undefined where the time is that of another order. */
  onSlot?: (starts_at: string) => void
}

/** Why an order was not placed, with what can be done about it. Nothing that was typed is lost. */
export function PlacingRefusal({ refusal, total, timezone, onSlot }: PlacingRefusalProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { cart, slots = [], most = 0 } = (refusal.problem ?? {}) as Now
  const own = reworded.find((code) => code === refusal.code)
  const now = cart?.amounts?.total
  if (refusal.code === 'price_changed' && total !== undefined && now !== undefined && now.amount !== total.amount)
    return (
      <Notice tone="warning" live>
        {t('desk.orders.phone.price_changed', {
          before: formatMoney(total.amount, total.currency, locale),
          now: formatMoney(now.amount, now.currency, locale),
        })}
      </Notice>
    )
  return (
    <Notice tone="error" live>
      {own === undefined
        ? (refusal.problem?.errors?.[0]?.message ?? describeFailure(site, refusal))
        : t(`desk.orders.phone.refused.${own}`, { most })}
      {refusal.code === 'slot_full' && onSlot !== undefined && slots.length > 0 && (
        <span className="mt-2 flex flex-wrap gap-2">
          {slots.map(({ starts_at }) => (
            <Button key={starts_at} variant="outline" size="md" onClick={() => onSlot(starts_at)}>
              {formatDateTime(new Date(starts_at), timezone, locale)}
            </Button>
          ))}
        </span>
      )}
    </Notice>
  )
}
