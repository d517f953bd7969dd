import { groupCode } from '#web/features/bookings/pass/code.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import type { AgainQuestion } from '../state/useCheckout.ts'

/** Asks whether to book another space for a vehicle that is booked here already; leads to what exists. */
export default function AgainDialog({ question, slug }: { question: AgainQuestion; slug: string }) {
  const { t } = useTranslation()
  const { sentence, booking, answer } = question
  const { booking_code, status } = booking
  const isHold = status === 'pending'
  return (
    <Dialog
      open
      onOpenChange={() => answer(false)}
      title={sentence}
      description={t(isHold ? 'checkout.again_reserved' : 'checkout.again_booked', { code: groupCode(booking_code) })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button variant="outline" onClick={() => answer(true)}>
            {t('checkout.again')}
          </Button>
          <ButtonLink to={isHold ? paths.checkout(slug, { hold: booking_code }) : paths.bookingDetails(booking_code)}>
            {t(isHold ? 'checkout.hold_complete' : 'checkout.duplicate_open')}
          </ButtonLink>
        </>
      }
    />
  )
}
