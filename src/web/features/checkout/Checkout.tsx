import { useLocation, useNavigate } from 'react-router'
import { holdMinutes } from '#contract/booking-rules.ts'
import type { Park } from '#contract/parks.ts'
import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { WindowCells } from '#web/features/booking-window/WindowCells.tsx'
import { groupCode, useBookings } from '#web/features/bookings/api.ts'
import { formatWindow, zoneName } from '#web/lib/format.ts'
import { formatMomentInSentence } from '#web/lib/format.ts'
import { differsFromDevice } from '#web/lib/quarterHours.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { CheckoutBody } from './CheckoutBody.tsx'
import { ParkHead } from './CheckoutSkeleton.tsx'
import { HoldOver } from '#web/features/checkout/notices/HoldNotices.tsx'
import { CheckoutProblems } from '#web/features/checkout/notices/CheckoutProblems.tsx'
import { Summary } from './Summary.tsx'
import { holdPath, useCheckout } from '#web/features/checkout/state/useCheckout.ts'
import type { CheckoutWindow, WindowChange } from '#web/features/checkout/state/useCheckoutWindow.ts'
import { VehicleFields } from '#web/features/checkout/fields/VehicleFields.tsx'
import { findDuplicate } from '#web/features/checkout/state/rules.ts'
import { useTranslation } from '#web/lib/translation.ts'

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
  const checkout = useCheckout({
    name: slug,
    park,
    window,
    onVehicle: (vehicle) => onWindow({ vehicle }),
    moveStart,
  })
  const { vehicle, price, payment, readiness, errors } = checkout
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
        payment={payment}
        beforeTopUp={checkout.beforeTopUp}
        reserve={checkout.reserve}
        summary={<Summary park={park} window={window} price={price} promo={checkout.promo} />}
        notices={
          !payment.sending &&
          !payment.isOutcomeUnknown &&
          !payment.hold && <DuplicateNotice park_id={park.id} plate={vehicle.plate} window={window} />
        }
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
      <div className="grid divide-y divide-line xs:grid-cols-2 xs:divide-x xs:divide-y-0 overflow-hidden rounded-lg border border-edge bg-card">
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

interface DuplicateNoticeProps {
  park_id: string
  plate: string
  window: CheckoutWindow
}

/** Warns, without preventing it, if the same vehicle is already booked here at this time. */
function DuplicateNotice({ park_id, plate, window }: DuplicateNoticeProps) {
  const { t, locale } = useTranslation()
  const upcoming = useBookings('upcoming').data?.items ?? []
  const current = useBookings('current').data?.items ?? []
  const duplicate = findDuplicate([...current, ...upcoming], { park_id, plate, start: window.start, end: window.end })
  if (duplicate === undefined) return null
  const { start_time, end_time, park, booking_code } = duplicate
  const isHold = duplicate.status === 'pending'
  const times = formatWindow(new Date(start_time), new Date(end_time), park.timezone, locale)
  return (
    <Notice
      tone="warning"
      live
      title={t(isHold ? 'checkout.duplicate_reserved' : 'checkout.duplicate')}
      action={
        <ButtonLink to={isHold ? holdPath(duplicate) : paths.bookingDetails(booking_code)} variant="outline" size="md">
          {t(isHold ? 'checkout.hold_complete' : 'checkout.duplicate_open')}
        </ButtonLink>
      }
    >
      {isHold ? times : t('checkout.duplicate_text', { window: times, code: groupCode(booking_code) })}
    </Notice>
  )
}
