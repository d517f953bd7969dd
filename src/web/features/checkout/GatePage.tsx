import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import { readSearch } from '#web/features/booking-window/parkSearch.ts'
import { windowQuery } from '#web/features/booking-window/window.ts'
import { useGateBookings } from '#web/features/bookings/api-gate.ts'
import { parkAddress } from '#web/features/parks/address.ts'
import { parkQuery, usePark } from '#web/features/parks/api.ts'
import { ParkPicture } from '#web/features/parks/ParkPicture.tsx'
import { ExampleTag } from '#web/features/parks/ParkTags.tsx'
import { WrongParkNotice } from '#web/features/parks/WrongParkNotice.tsx'
import type { BeforeTopUp } from '#web/features/topup/useTopUp.ts'
import type { Preload } from '#web/page/lazyWithPreload.tsx'
import { usePageParams } from '#web/page/page.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { usePageTitle } from '#web/page/usePageTitle.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { CheckoutBody } from './CheckoutBody.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { EndFields } from './fields/EndFields.tsx'
import { VehicleFields } from './fields/VehicleFields.tsx'
import { NoPark } from './NoPark.tsx'
import { CheckoutProblems } from './notices/CheckoutProblems.tsx'
import { CurrentBooking } from './notices/CurrentBooking.tsx'
import { useCheckout } from './state/useCheckout.ts'
import type { CheckoutWindow, WindowChange } from './state/useCheckoutWindow.ts'
import { gateCheckoutName, useGateWindow } from './state/useGateWindow.ts'
import { Summary } from './Summary.tsx'

/** The checkout at a gate, reached by the code posted there: the driver's current booking, or a new one from now. */
export default function GatePage() {
  const { slug = '' } = usePageParams()
  // A draft, an account and a booking are known on the device alone.
  return useHydrating() ? <RenderedGate slug={slug} /> : <LoadGate key={slug} slug={slug} />
}

/** The park now, for the usual time. */
const parkNowQuery = (language: Language, slug: string, quarter: Date) =>
  parkQuery(language, slug, windowQuery(readSearch(new URLSearchParams(), quarter)))

export const preload = (({ queries, params, language, now }) =>
  queries.fetchQuery(parkNowQuery(language, params['slug'] ?? '', runningQuarter(now)))) satisfies Preload

function RenderedGate({ slug }: { slug: string }) {
  const { language } = useTranslation()
  const { data: park } = useQuery(parkNowQuery(language, slug, useRunningQuarter()))
  if (park === undefined) return <CheckoutSkeleton />
  return (
    <Page width="form" className="pb-6 lg:pb-14">
      <GateHead park={park} />
      <GateSkeleton />
    </Page>
  )
}

function GateSkeleton() {
  const { t } = useTranslation()
  return (
    <Loading label={t('checkout.loading')} className="grid gap-6">
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </Loading>
  )
}

function LoadGate({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { window, change, moveStart } = useGateWindow(slug)
  const park = usePark(slug, window.parkQuery)
  usePageTitle(park.data && t('pages.gate.title', { name: parkLabel(park.data, t) }))
  if (park.data?.bookable !== true) return <NoPark park={park} window={window} />
  return <Gate park={park.data} slug={slug} window={window} onWindow={change} moveStart={moveStart} />
}

interface GateProps {
  park: Park
  slug: string
  window: CheckoutWindow
  onWindow: (change: Omit<WindowChange, 'start'>) => void
  /** Moves a start that has passed to now and returns whether it did. */
  moveStart: () => boolean
}

function Gate(props: GateProps) {
  const { park } = props
  const { t } = useTranslation()
  const { here, elsewhere, isLoading } = useGateBookings(park.id)
  const [bookAnother, setBookAnother] = useState(false)
  // The space that is held for a payment must not take the place of the payment's form.
  const [isPaying, setPaying] = useState(false)
  return (
    <Page width="form" className="pb-6 lg:pb-14">
      <GateHead park={park} />
      {elsewhere && <WrongParkNotice booking={elsewhere} textKey="checkout.gate_elsewhere_text" className="mb-4" />}
      {here && !isPaying && (
        <>
          <CurrentBooking booking={here} park_code={park.park_code} />
          {!bookAnother && (
            <p className="mt-3">
              <Button variant="link" onClick={() => setBookAnother(true)}>
                {t('checkout.gate_another')}
              </Button>
            </p>
          )}
        </>
      )}
      {isLoading && !isPaying && <GateSkeleton />}
      {(isPaying || ((here === undefined || bookAnother) && !isLoading)) && (
        <GateCheckout {...props} onHold={() => setPaying(true)} />
      )}
    </Page>
  )
}

function GateHead({ park }: { park: Park }) {
  const { t } = useTranslation()
  const address = parkAddress(park)
  return (
    <header className="pt-6 pb-4 sm:pt-9">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold text-ink-2">{t('checkout.gate_here')}</p>
          <h1 className="text-xl leading-tight min-[22rem]:text-2xl sm:text-3xl" tabIndex={-1}>
            {parkLabel(park, t)}
          </h1>
        </div>
        <ParkPicture park={park} className="size-19 shrink-0 rounded-lg" />
      </div>
      {park.name !== null && address !== '' && <p className="mt-1 text-md text-ink-2">{address}</p>}
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        {t('checkout.gate_code', { code: park.park_code })}
        {park.examples.length > 0 && <ExampleTag />}
      </p>
    </header>
  )
}

function GateCheckout({ park, slug, window, onWindow, moveStart, onHold }: GateProps & { onHold: () => void }) {
  const checkout = useCheckout({
    name: gateCheckoutName(slug),
    park,
    window,
    onVehicle: (vehicle) => onWindow({ vehicle }),
    moveStart,
  })
  const { price, payment, errors } = checkout
  const afterNotice =
    (hold: BeforeTopUp): BeforeTopUp =>
    () => {
      onHold()
      return hold()
    }
  const changeWindow = (change: Omit<WindowChange, 'start'>) => {
    payment.forgetRefusal()
    onWindow(change)
  }
  return (
    <CheckoutBody
      form="gate"
      layout="single"
      onSubmit={() => void checkout.pay()}
      returnTo={window.path}
      country={park.country_code}
      price={checkout.quote}
      isPriceCurrent={price.isCurrent}
      outstanding={checkout.outstanding}
      funds={checkout.funds}
      readiness={checkout.readiness}
      onAcceptPrice={price.needsAcceptance ? checkout.acceptPrice : undefined}
      payment={payment}
      beforeTopUp={afterNotice(checkout.beforeTopUp)}
      reserve={afterNotice(checkout.reserve)}
      summary={
        <Summary park={park} window={window} price={price} promo={checkout.promo} isHeld={payment.hold !== undefined} />
      }
    >
      <CheckoutProblems checkout={checkout} park={park} window={window} />
      <VehicleFields
        park={park}
        type={window.vehicle}
        onType={(vehicle) => changeWindow({ vehicle })}
        choice={checkout.vehicle}
        plateError={errors.find(({ field }) => field === 'plate')?.message}
        compact
      />
      <EndFields window={window} zone={park.timezone} onEnd={(end) => changeWindow({ end })} />
    </CheckoutBody>
  )
}
