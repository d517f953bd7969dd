import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { holdMinutes } from '#contract/bookings.ts'
import type { Park } from '#contract/parks.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { HoldMade, HoldOver } from './HoldNotices.tsx'
import { Outcome } from './Outcome.tsx'
import { ParkHead } from './ParkHead.tsx'
import { Agree, PayBar } from './PayBar.tsx'
import { WindowFields } from './WindowFields.tsx'
import { Summary } from './Summary.tsx'
import { Twin } from './DuplicateNotice.tsx'
import { useBuying } from './useBuying.ts'
import type { CheckoutWindow, WindowChange } from './useCheckoutWindow.ts'
import { VehicleFields } from './VehicleFields.tsx'

interface CheckoutProps {
  park: Park
  slug: string
  window: CheckoutWindow
  onStay: (change: WindowChange) => void
  /** Moves an arrival that has passed to now; true when it did. */
  refit: () => boolean
}

export function Checkout({ park, slug, window, onStay, refit }: CheckoutProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const holdOver = (useLocation().state as { hold_over?: boolean } | null)?.hold_over === true
  const signedIn = useSignedIn()
  const buying = useBuying({
    place: slug,
    park,
    window,
    onVehicle: (vehicle) => onStay({ vehicle }),
    refit,
    onBooked: (booking) =>
      void navigate(paths.bookingDetails(booking.booking_code), { replace: true, state: { booked: true } }),
  })
  const { profile, account, plate, price, quote, payment, owed, missing, stopped, errors, attempt } = buying

  const changeStay = (change: WindowChange) => {
    payment.forgetRefusal()
    onStay(change)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void buying.pay()
  }
  const hold = async () => {
    const held = await buying.hold()
    if (held !== undefined) void navigate(held, { replace: true })
  }

  /** In the summary a sentence stands far from its field. */
  const named = ({ field, message }: { field: string; message: string }) =>
    field === 'plate'
      ? { field, message: t('common.field_problem', { field: t('checkout.plate'), message }) }
      : { message }
  const money = (amount: number) => formatMoney(amount, quote?.currency ?? '', i18n.language)
  return (
    <Page className="pb-6 lg:pb-14">
      <PageHead title={t('checkout.title')} />
      <div className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_auto_1fr]">
        <form id="checkout" noValidate onSubmit={submit} className="lg:col-start-1">
          <ParkHead park={park} window={window} />
          {errors.length > 0 && (
            <div className="mt-5">
              <FormError title={t('checkout.check')} errors={errors.map(named)} attempt={attempt} />
            </div>
          )}
          {holdOver && <HoldOver />}
          {payment.hold && <HoldMade booking={payment.hold} />}
          <Outcome park={park} window={window} price={price} payment={payment} full={buying.full} />
          <WindowFields window={window} zone={park.timezone} onChange={changeStay} />
          <VehicleFields
            park={park}
            type={window.vehicle}
            onType={(vehicle) => changeStay({ vehicle })}
            plate={plate}
            plateError={errors.find(({ field }) => field === 'plate')?.message}
          />
        </form>
        <div className="mt-3 lg:col-start-2 lg:[@media(height>=46rem)]:sticky lg:[@media(height>=46rem)]:top-22 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:self-start">
          <Summary park={park} window={window} price={price} promo={buying.promo} />
        </div>
        <Section title={t('checkout.payment')} className="mt-2 lg:col-start-1">
          <div className="grid gap-4">
            {signedIn && !payment.sending && !payment.isOutcomeUnknown && !payment.hold && (
              <Twin park_id={park.id} plate={plate.plate} window={window} />
            )}
            {signedIn && profile.isError && account === undefined && (
              <Notice
                tone="error"
                action={
                  <Button variant="alt" size="md" onClick={() => profile.refetch()}>
                    {t('common.try_again')}
                  </Button>
                }
              >
                {t('common.network_error')}
              </Notice>
            )}
            {!signedIn ? (
              <div className="rounded-lg bg-sunk px-4 py-4">
                <p className="font-semibold">{t('checkout.log_in_lead')}</p>
                <p className="mt-0.5 text-ink-2">{t('checkout.log_in_text')}</p>
              </div>
            ) : (
              quote && (
                <WalletPart
                  cost={quote}
                  label={t('checkout.this_booking')}
                  country={park.country_code}
                  here={window.here}
                  owed={owed}
                  secure={buying.secure}
                />
              )
            )}
            {signedIn && stopped === undefined && !payment.hold && (
              <p>
                <Button variant="link" onClick={hold}>
                  {t('checkout.hold', { minutes: holdMinutes })}
                </Button>
              </p>
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
          blocked={stopped}
          price={price}
          onAccept={buying.acceptPrice}
          payment={payment}
          form="checkout"
        />
      </div>
    </Page>
  )
}
