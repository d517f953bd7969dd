import { useTranslation } from 'react-i18next'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { zoneName } from '#web/lib/format.ts'
import { momentInWords } from '#web/lib/moments.ts'
import { differsFromDevice } from '#web/lib/quarterHours.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import type { CheckoutWindow } from './useCheckoutWindow.ts'

interface WindowFieldsProps {
  window: CheckoutWindow
  /** Of the park. */
  zone: string
  onChange: (window: BookingWindow) => void
}

/** The window, changed in place, in quarter hours of the park's own clock. */
export function WindowFields({ window, zone, onChange }: WindowFieldsProps) {
  const { t, i18n } = useTranslation()
  return (
    <Section title={t('checkout.times')}>
      <div className="grid divide-y divide-line xs:grid-cols-2 xs:divide-x xs:divide-y-0 overflow-hidden rounded-lg border border-edge bg-card">
        <WindowCells
          window={window}
          zone={zone}
          onChange={onChange}
          cellClass="min-h-15 px-4 py-2 transition-colors hover:bg-act-soft"
        />
      </div>
      {differsFromDevice(window.start, zone) && (
        <p className="mt-2 text-sm text-ink-2">
          {t('checkout.zone', { zone: zoneName(window.start, zone, i18n.language) })}
        </p>
      )}
      {window.moved && (
        <Notice tone="warning" live className="mt-3">
          {t('checkout.arrival_moved', { moment: momentInWords(window.start, zone, i18n.language) })}
        </Notice>
      )}
    </Section>
  )
}
