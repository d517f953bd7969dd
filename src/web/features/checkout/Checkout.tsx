import { useLocation, useNavigate } from 'react-router'
import { holdMinutes } from '#contract/bookings/booking-rules.ts'
import type { Park } from '#contract/parks/parks.ts'
import { plateOf } from '#contract/vehicles/plates.ts'
import { useSignedIn } from '#web/api/session.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import { groupCode } from '#web/features/bookings/pass/code.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatWindow, zoneName } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { differsFromDevice } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { useAgreement } from './api-agreed.ts'
import { CheckoutBody } from './CheckoutBody.tsx'
import { ParkHead } from './CheckoutSkeleton.tsx'
import { VehicleFields } from './fields/VehicleFields.tsx'
import { CheckoutProblems } from './notices/CheckoutProblems.tsx'
import { HoldOver } from './notices/HoldNotices.tsx'
import { useAgreedPayment } from './state/useAgreedPayment.ts'
import { holdPath, useCheckout } from './state/useCheckout.ts'
import type { CheckoutWindow, WindowChange } from './state/useCheckoutWindow.ts'
import { type Duplicate, useDuplicate } from './state/useDuplicate.ts'
import { Summary } from './Summary.tsx'

interface CheckoutProps {
  park: Park
  slug: string
  window: CheckoutWindow
  onWindow: (change: WindowChange) => void
  /** Moves a start that has passed to now and returns whether it did. */
  moveStart: () => boolean
}

/** A new booking of a park: window, vehicle, price, payment. */
export function Checkout({ park, slug, window, onWindow, moveStart }: CheckoutProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isHoldOver = (useLocation().state as { hold_over?: boolean } | null)?.hold_over === true
  const signedIn = useSignedIn()
  const agreed = useAgreement()
  const checkout = useCheckout({
    name: slug,
    park,
    window,
    vehicle_id: agreed?.vehicle_id,
    onVehicle: (vehicle) => onWindow({ vehicle }),
    moveStart,
  })
  const { vehicle, price, payment, readiness, errors } = checkout
  const duplicate = useDuplicate(park.id, vehicle.plate, window, payment)
  const isPaying = useAgreedPayment(agreed, checkout, duplicate) || payment.sending
  const changeWindow = (change: WindowChange) => {
    payment.forgetRefusal()
    onWindow(change)
  }
  const takeHold = async () => {
    const hold = await checkout.takeHold()
    if (hold.held) void navigate(hold.path, { replace: true })
  }
  return (
    <Page className="pb-6 lg:pb-14">
      <PageHead title={t('checkout.title')} />
      <CheckoutBody
        form="checkout"
        layout="columns"
        onSubmit={() => void checkout.pay()}
        returnTo={window.path}
        country={park.country_code}
        price={checkout.quote}
        isPriceCurrent={price.isCurrent}
        outstanding={checkout.outstanding}
        funds={checkout.funds}
        readiness={readiness}
        onAcceptPrice={price.needsAcceptance ? checkout.acceptPrice : undefined}
        payment={{ ...payment, sending: isPaying }}
        beforeTopUp={checkout.beforeTopUp}
        reserve={checkout.reserve}
        continues={
          duplicate.state === 'loading'
            ? undefined
            : duplicate.state === 'loaded' && duplicate.booking === undefined && plateOf(vehicle.plate) !== undefined
        }
        summary={
          <Summary
            park={park}
            window={window}
            price={price}
            promo={checkout.promo}
            isHeld={payment.hold !== undefined}
          />
        }
        notices={!isPaying && !payment.isOutcomeUnknown && !payment.hold && <DuplicateNotice duplicate={duplicate} />}
        actions={
          signedIn &&
          readiness.state === 'ready' &&
          !payment.hold && (
            <p>
              <Button variant="link" onClick={takeHold}>
                {t('checkout.hold', { minutes: holdMinutes })}
              </Button>
            </p>
          )
        }
      >
        <ParkHead park={park} window={window} />
        {isHoldOver && <HoldOver />}
        <CheckoutProblems checkout={checkout} park={park} window={window} />
        <WindowFields window={window} zone={park.timezone} onChange={changeWindow} />
        <VehicleFields
          park={park}
          type={window.vehicle}
          onType={(type) => changeWindow({ vehicle: type })}
          choice={vehicle}
          plateError={errors.find(({ field }) => field === 'plate')?.message}
        />
      </CheckoutBody>
    </Page>
  )
}

interface WindowFieldsProps {
  window: CheckoutWindow
  /** Time zone of the park. */
  zone: string
  onChange: (window: BookingWindow) => void
}

function WindowFields({ window, zone, onChange }: WindowFieldsProps) {
  const { t, locale } = useTranslation()
  return (
    <Section title={t('checkout.times')}>
      <div className="grid divide-y divide-line overflow-hidden rounded-lg border border-edge bg-card xs:grid-cols-2 xs:divide-x xs:divide-y-0">
        <WindowCells
          window={window}
          zone={zone}
          onChange={onChange}
          cellClass="min-h-15 px-4 py-2 transition-colors hover:bg-act-soft"
        />
      </div>
      {differsFromDevice(window.start, zone) && (
        <p className="mt-2 text-sm text-ink-2">{t('checkout.zone', { zone: zoneName(window.start, zone, locale) })}</p>
      )}
      {window.isStartMoved && (
        <Notice tone="warning" live className="mt-3">
          {t('checkout.arrival_moved', { moment: formatMomentInSentence(window.start, zone, locale) })}
        </Notice>
      )}
    </Section>
  )
}

/** Warns, without preventing it, if the same vehicle is already booked here at this time. */
function DuplicateNotice({ duplicate: { booking } }: { duplicate: Duplicate }) {
  const { t, locale } = useTranslation()
  if (booking === undefined) return null
  const { start_time, end_time, park, booking_code } = booking
  const isHold = booking.status === 'pending'
  const times = formatWindow(new Date(start_time), new Date(end_time), park.timezone, locale)
  return (
    <Notice
      tone="warning"
      live
      title={t(isHold ? 'checkout.duplicate_reserved' : 'checkout.duplicate')}
      action={
        <ButtonLink to={isHold ? holdPath(booking) : paths.bookingDetails(booking_code)} variant="outline" size="md">
          {t(isHold ? 'checkout.hold_complete' : 'checkout.duplicate_open')}
        </ButtonLink>
      }
    >
      {isHold ? times : t('checkout.duplicate_text', { window: times, code: groupCode(booking_code) })}
    </Notice>
  )
}
