import { useTranslation } from 'react-i18next'
import { groupCode, useBookings } from '#web/features/bookings/api.ts'
import { formatWindow } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CheckoutWindow } from './useCheckoutWindow.ts'
import { heldAt } from './useBuying.ts'
import { findTwin } from './words.ts'

/** A warning, never a refusal, when the same car already has a space here at this time. */
export function Twin({ park_id, plate, window }: { park_id: string; plate: string; window: CheckoutWindow }) {
  const { t, i18n } = useTranslation()
  const coming = useBookings('upcoming').data?.items ?? []
  const running = useBookings('current').data?.items ?? []
  const twin = findTwin([...running, ...coming], { park_id, plate, start: window.start, end: window.end })
  if (twin === undefined) return null
  const held = twin.status === 'pending'
  const times = formatWindow(new Date(twin.start_time), new Date(twin.end_time), twin.park.timezone, i18n.language)
  return (
    <Notice
      tone="warning"
      live
      title={t(held ? 'checkout.duplicate_reserved' : 'checkout.duplicate')}
      action={
        <ButtonLink to={held ? heldAt(twin) : paths.bookingDetails(twin.booking_code)} variant="outline" size="md">
          {t(held ? 'checkout.hold_complete' : 'checkout.duplicate_open')}
        </ButtonLink>
      }
    >
      {held ? times : t('checkout.duplicate_text', { window: times, code: groupCode(twin.booking_code) })}
    </Notice>
  )
}
