import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Park } from '#contract/parks.ts'
import { parkLabel } from '#contract/park-label.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Page, Section } from '#web/ui/Page.tsx'
import { HoldMade } from './HoldNotices.tsx'
import { InHand, OtherPark } from './InHand.tsx'
import { Outcome } from './Outcome.tsx'
import { Agree, PayBar } from './PayBar.tsx'
import { Summary } from './Summary.tsx'
import { Until } from './Until.tsx'
import { useBuying } from './useBuying.ts'
import type { CheckoutWindow } from './useCheckoutWindow.ts'
import { gatePlace } from './useGateWindow.ts'
import { useInHand } from './useInHand.ts'
import { VehicleFields } from './VehicleFields.tsx'

interface GateProps {
  park: Park
  slug: string
  window: CheckoutWindow
  onStay: (change: { end?: Date; vehicle?: number }) => void
  refit: () => boolean
}

/** Which car park this is, the booking that the driver has for it, or a new one from now. */
export function Gate({ park, slug, window, onStay, refit }: GateProps) {
  const { t } = useTranslation()
  const inHand = useInHand(park.id)
  const [another, setAnother] = useState(false)
  const where = parkAddress(park)
  return (
    <Page width="form" className="pb-6 lg:pb-14">
      <header className="pt-6 pb-4 sm:pt-9">
        <p className="font-semibold text-ink-2">{t('checkout.gate_here')}</p>
        <h1 className="text-3xl leading-tight" tabIndex={-1}>
          {parkLabel(park, t)}
        </h1>
        {park.name !== null && where !== '' && <p className="mt-1 text-md text-ink-2">{where}</p>}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          {t('checkout.gate_code', { code: park.park_code })}
          {park.examples.length > 0 && <ExampleTag />}
        </p>
      </header>
      {inHand.elsewhere && <OtherPark booking={inHand.elsewhere} />}
      {inHand.here && (
        <>
          <InHand booking={inHand.here} park_code={park.park_code} />
          {!another && (
            <p className="mt-3">
              <Button variant="link" onClick={() => setAnother(true)}>
                {t('checkout.gate_another')}
              </Button>
            </p>
          )}
        </>
      )}
      {(inHand.here === undefined || another) && !inHand.waiting && (
        <BuyNow park={park} slug={slug} window={window} onStay={onStay} refit={refit} />
      )}
    </Page>
  )
}

/** Plate, until when, the whole price, pay. */
function BuyNow({ park, slug, window, onStay, refit }: GateProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const buying = useBuying({
    place: gatePlace(slug),
    park,
    window,
    onVehicle: (vehicle) => onStay({ vehicle }),
    refit,
    onBooked: (booking) =>
      void navigate(paths.bookingDetails(booking.booking_code), { replace: true, state: { booked: true } }),
  })
  const { price, quote, payment, missing, errors } = buying
  const change = (next: { end?: Date; vehicle?: number }) => {
    payment.forgetRefusal()
    onStay(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void buying.pay()
  }
  const money = (amount: number) => formatMoney(amount, quote?.currency ?? '', i18n.language)
  return (
    <>
      <form id="gate" noValidate onSubmit={submit}>
        {errors.length > 0 && (
          <FormError
            title={t('checkout.check')}
            errors={errors.map(({ message }) => ({ message }))}
            attempt={buying.attempt}
          />
        )}
        {payment.hold && <HoldMade booking={payment.hold} />}
        <Outcome park={park} window={window} price={price} payment={payment} full={buying.full} />
        <VehicleFields
          park={park}
          type={window.vehicle}
          onType={(vehicle) => change({ vehicle })}
          plate={buying.plate}
          plateError={errors.find(({ field }) => field === 'plate')?.message}
          compact
        />
        <Until window={window} zone={park.timezone} onEnd={(end) => change({ end })} />
      </form>
      <Summary park={park} window={window} price={price} promo={buying.promo} />
      <Section title={t('checkout.payment')} className="mt-2">
        <div className="grid gap-4">
          {!signedIn ? (
            <p className="rounded-lg bg-sunk px-4 py-4">{t('checkout.log_in_text')}</p>
          ) : (
            quote && (
              <WalletPart
                cost={quote}
                label={t('checkout.this_booking')}
                country={park.country_code}
                here={window.here}
                owed={buying.owed}
                secure={buying.secure}
              />
            )
          )}
          <p className="text-sm text-ink-2 lg:hidden">
            <Agree />
          </p>
        </div>
      </Section>
      <PayBar
        signedIn={signedIn}
        here={window.here}
        total={quote && price.fresh ? (quote.total === 0 ? t('common.free') : money(quote.total)) : undefined}
        free={quote?.total === 0}
        missing={missing === undefined ? undefined : money(missing)}
        blocked={buying.stopped}
        price={price}
        onAccept={buying.acceptPrice}
        payment={payment}
        form="gate"
      />
    </>
  )
}
