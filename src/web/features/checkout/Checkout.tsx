import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PlateText } from '#contract/bookings.ts'
import type { Park } from '#contract/parks.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { moneyAfter, purseOf } from '#web/features/topup/money.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { CallError } from '#web/lib/call.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead, Section } from '#web/ui/Page.tsx'
import { forgetDraft, readDraft, writeDraft } from './draft.ts'
import { Outcome } from './Outcome.tsx'
import { ParkHead } from './ParkHead.tsx'
import { Agree, PayBar } from './PayBar.tsx'
import { StayFields } from './StayFields.tsx'
import { Summary } from './Summary.tsx'
import { Twin } from './Twin.tsx'
import type { CheckoutStay, StayChange } from './useCheckoutStay.ts'
import { usePay } from './usePay.ts'
import { type Price, usePrice } from './usePrice.ts'
import { VehicleFields } from './VehicleFields.tsx'

interface CheckoutProps {
  park: Park
  slug: string
  stay: CheckoutStay
  onStay: (change: StayChange) => void
  /** Moves an arrival that has passed to now; true when it did. */
  refit: () => boolean
}

/** Refusals after which the price on screen is no longer the price. */
const stalePrice = new Set(['quote_expired', 'price_changed', 'quote_mismatch', 'no_space'])

export function Checkout({ park, slug, stay, onStay, refit }: CheckoutProps) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const profile = useProfile()
  const account = profile.data?.id
  const wallet = useWallet()

  const [plate, setPlate] = useState(() => readDraft(slug).plate)
  const [errors, setErrors] = useState<{ field: string; message: string }[]>([])
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    writeDraft(slug, { plate, query: stay.here.split('?')[1] ?? '' })
  }, [slug, plate, stay.here])

  const want = useMemo(() => ({ park_id: park.id, ...stay.query }), [park.id, stay.query])
  const price = usePrice(want, refit)
  const quote = price.held?.quote
  const payment = usePay(slug, account, (booking) => {
    forgetDraft(slug)
    void navigate(paths.bookingDetails(booking.booking_code), { replace: true, state: { booked: true } })
  })

  const told =
    quote && wallet.data && moneyAfter(purseOf(wallet.data, quote.currency).balance, quote.total, quote.currency)
  const missing = told && 'missing' in told ? told.missing : undefined
  const full = price.fresh && quote?.available === 0
  const ready = price.fresh && !payment.unsure && told !== undefined && account !== undefined
  const blocked = blockedBy(price, full) ?? (ready ? undefined : '')

  const refuse = (problems: { field: string; message: string }[]) => {
    setErrors(problems)
    setAttempt((number) => number + 1)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (blocked !== undefined || missing !== undefined || payment.sending || quote === undefined) return
    const read = PlateText.safeParse(plate)
    if (!read.success) {
      refuse([{ field: 'plate', message: t(plate.trim() === '' ? 'errors.fields.required' : 'errors.fields.plate') }])
      return
    }
    setErrors([])
    const refusal = await payment.pay({ ...want, plate: read.data, quote_id: quote.quote_id })
    if (refusal === undefined) return
    if (refusal.code === 'validation_failed') refuse(refusal.problem?.errors ?? [])
    if (refusal.code === 'insufficient_balance') void wallet.refetch()
    if (stalePrice.has(refusal.code)) void price.requote()
  }

  const acceptPrice = () => {
    payment.forgetRefusal()
    price.accept()
  }

  /** The word beside the button: why nothing can be paid. */
  function blockedBy({ error, unaccepted }: Price, isFull: boolean): string | undefined {
    if (isFull) return t('checkout.full')
    if (error instanceof CallError && error.code === 'park_closed') return t('checkout.closed')
    if (error) return t('checkout.price_failed')
    return unaccepted ? t('checkout.price_up_short') : undefined
  }

  /** In the summary a sentence stands far from its field. */
  const named = ({ field, message }: { field: string; message: string }) =>
    field === 'plate' ? { field, message: `${t('checkout.plate')}: ${message}` } : { message }
  const money = (amount: number) => formatMoney(amount, quote?.currency ?? '', i18n.language)
  return (
    <Page className="pb-6 lg:pb-14">
      <PageHead title={t('checkout.title')} />
      <div className="gap-x-14 lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_auto_1fr]">
        <form id="checkout" noValidate onSubmit={(event) => void submit(event)} className="lg:col-start-1">
          <ParkHead park={park} stay={stay} />
          {errors.length > 0 && (
            <div className="mt-5">
              <FormError title={t('checkout.check')} errors={errors.map(named)} attempt={attempt} />
            </div>
          )}
          <Outcome park={park} stay={stay} price={price} payment={payment} full={full} />
          <StayFields
            stay={stay}
            zone={park.timezone}
            onChange={(window) => {
              payment.forgetRefusal()
              onStay(window)
            }}
          />
          <VehicleFields
            park={park}
            vehicle={stay.vehicle}
            onVehicle={(vehicle) => {
              payment.forgetRefusal()
              onStay({ vehicle })
            }}
            plate={plate}
            onPlate={setPlate}
            plateError={errors.find(({ field }) => field === 'plate')?.message}
          />
        </form>
        <div className="mt-3 lg:col-start-2 lg:[@media(height>=46rem)]:sticky lg:[@media(height>=46rem)]:top-22 lg:row-span-3 lg:row-start-1 lg:mt-0 lg:self-start">
          <Summary park={park} stay={stay} price={price} />
        </div>
        <Section title={t('checkout.payment')} className="mt-2 lg:col-start-1">
          <div className="grid gap-4">
            {signedIn && !payment.sending && !payment.unsure && <Twin park_id={park.id} plate={plate} stay={stay} />}
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
                  here={stay.here}
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
          here={stay.here}
          total={quote && price.fresh ? (quote.total === 0 ? t('common.free') : money(quote.total)) : undefined}
          free={quote?.total === 0}
          missing={missing === undefined ? undefined : money(missing)}
          blocked={blocked}
          price={price}
          onAccept={acceptPrice}
          payment={payment}
          form="checkout"
        />
      </div>
    </Page>
  )
}
