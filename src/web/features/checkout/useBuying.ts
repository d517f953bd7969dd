import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Booking } from '#contract/bookings.ts'
import type { Park } from '#contract/parks.ts'
import { plateOf } from '#contract/plate-text.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { moneyAfter, findWalletBalance, sumOf } from '#web/features/topup/money.ts'
import { CallError } from '#web/lib/call.ts'
import { useProfile } from '#web/lib/useProfile.ts'
import { paths } from '#web/paths.ts'
import { useDebts, type Want } from './api.ts'
import { type Draft, forgetDraft, readDraft, writeDraft } from './draft.ts'
import type { CheckoutWindow } from './useCheckoutWindow.ts'
import { usePayment } from './usePayment.ts'
import { usePlate } from './usePlate.ts'
import { usePrice } from './usePrice.ts'
import { usePromo } from './usePromo.ts'
import { owedBy, owedIn, promoProblem } from './words.ts'

/** Refusals after which the price on screen is no longer the price. */
const stalePrice = new Set(['quote_expired', 'price_changed', 'quote_mismatch', 'no_space', 'promo_used'])

interface BuyingProps {
  /** Under which name this tab keeps what is filled in. */
  place: string
  park: Park
  window: CheckoutWindow
  onVehicle: (vehicle_type_id: number) => void
  /** Moves an arrival that has passed to now; true when it did. */
  refit: () => boolean
  onBooked: (booking: Booking) => void
}

/** Where a held space is paid. */
export const heldAt = ({ park, booking_code }: Booking) => paths.checkout(park.slug, { hold: booking_code })
const isHolding = ({ held_until }: Booking) => held_until !== null && Date.parse(held_until) > Date.now()

/** What the checkout and the page at the gate have in common: vehicle, promo code, price, wallet, hold and payment. */
export function useBuying({ place, park, window, onVehicle, refit, onBooked }: BuyingProps) {
  const { t } = useTranslation()
  const profile = useProfile()
  const account = profile.data?.id
  const wallet = useWallet()
  const debts = useDebts()

  const [draft, setDraft] = useState(() => readDraft(place))
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }))
  useEffect(() => {
    writeDraft(place, { ...draft, query: window.here.split('?')[1] ?? '' })
  }, [place, draft, window.here])

  /** Where the plate is part of the price it may change it. */
  function onSettle(text: string) {
    const next = wish(promo.asked, text)
    if (next.plate !== want.plate) found.foresee(next)
  }
  const plate = usePlate({ park, draft, onDraft: change, type: window.vehicle, onType: onVehicle, onSettle })
  const promo = usePromo(draft.promo, account ?? '', (code) => change({ promo: code }))

  // Elsewhere the plate is no part of the price.
  const counted = park.rates.some((rate) => rate.vehicle_type_id === window.vehicle && rate.free_minutes > 0)
  const wish = (promo_code: string, text: string): Want => {
    const read = counted ? plateOf(text) : undefined
    return {
      park_id: park.id,
      ...window.query,
      ...(promo_code !== '' && { promo_code }),
      ...(read !== undefined && { plate: read }),
    }
  }
  const want = wish(promo.asked, plate.settled)
  const found = usePrice(want, account ?? '', refit)

  // A code that is not granted is told at its field, and the price goes on without it.
  const wrongCode = promo.asked === '' ? undefined : promoProblem(found.error)
  useEffect(() => {
    if (wrongCode !== undefined) promo.refuse(wrongCode)
  })
  const price = wrongCode === undefined ? found : { ...found, error: undefined }
  const quote = price.held?.quote
  const payment = usePayment(place, account, (booking) => {
    forgetDraft(place)
    onBooked(booking)
  })

  const owed = (quote && (owedBy(payment.refusal) ?? owedIn(debts.data ?? [], quote.currency))) ?? 0
  const told =
    quote &&
    wallet.data &&
    moneyAfter(
      findWalletBalance(wallet.data, quote.currency).balance,
      sumOf([quote.total, owed], quote.currency),
      quote.currency,
    )
  const missing = told && 'missing' in told ? told.missing : undefined
  const full = price.fresh && quote?.available === 0
  const ready = price.fresh && !payment.isOutcomeUnknown && told !== undefined && account !== undefined
  const stopped = stoppedBy() ?? (ready ? undefined : '')

  const [errors, setErrors] = useState<{ field: string; message: string }[]>([])
  const [attempt, setAttempt] = useState(0)
  const refuse = (problems: { field: string; message: string }[]) => {
    setErrors(problems)
    setAttempt((number) => number + 1)
  }

  /** The word beside the button: why nothing can be paid. */
  function stoppedBy(): string | undefined {
    if (full) return t('checkout.full')
    if (price.error instanceof CallError && price.error.code === 'park_closed') return t('checkout.closed')
    if (price.error) return t('checkout.price_failed')
    return price.unaccepted ? t('checkout.price_up_short') : undefined
  }

  /** The plate as it is sent; without one its field says so. */
  const readPlate = (): string | undefined => {
    const read = plateOf(plate.plate)
    if (read !== undefined) {
      setErrors([])
      return read
    }
    const empty = plate.plate.trim() === ''
    refuse([{ field: 'plate', message: t(empty ? 'errors.fields.required' : 'errors.fields.plate') }])
    return undefined
  }

  /** What a refusal means here: sentences at their fields, another price, other money. */
  const heed = (refusal: CallError) => {
    if (refusal.code === 'validation_failed') {
      const wrong = promoProblem(refusal)
      if (wrong !== undefined) promo.refuse(wrong)
      refuse((refusal.problem?.errors ?? []).filter(({ field }) => field !== 'promo_code'))
    }
    if (refusal.code === 'insufficient_balance') {
      void wallet.refetch()
      void debts.refetch()
    }
    if (!stalePrice.has(refusal.code)) return
    const used = refusal.code === 'promo_used'
    if (used) promo.refuse(t('errors.fields.promo_used'))
    plate.settle()
    void found.requote(wish(used ? '' : promo.asked, plate.plate))
  }

  const pay = async () => {
    if (stopped !== undefined || missing !== undefined || payment.sending || quote === undefined) return
    const text = readPlate()
    if (text === undefined) return
    const { vehicle_type_id, start_time, end_time } = want
    const refusal = await payment.pay({
      park_id: park.id,
      start_time,
      end_time,
      // A saved vehicle tells its type and plate itself, and whether it fits.
      ...(plate.vehicle === undefined ? { vehicle_type_id, plate: text } : { vehicle_id: plate.vehicle.id }),
      quote_id: quote.quote_id,
      ...(quote.promo_code !== null && { promo_code: quote.promo_code }),
    })
    if (refusal !== undefined) heed(refusal)
  }

  /** Holds the space at the price on screen, and gives the address where it is paid; undefined when that was refused. */
  const hold = async (): Promise<string | undefined> => {
    if (payment.hold !== undefined && isHolding(payment.hold)) return heldAt(payment.hold)
    const text = readPlate()
    if (text === undefined || stopped !== undefined || quote === undefined) return undefined
    const answer = await payment.takeHold({ quote_id: quote.quote_id, plate: text })
    if (!(answer instanceof CallError)) return heldAt(answer)
    heed(answer)
    return undefined
  }

  /** Before the driver leaves to top up: holds the space where everything for that is known. Gives the way back. */
  const secure = async (): Promise<string | undefined> => {
    const known = plateOf(plate.plate) !== undefined && stopped === undefined
    return known ? await hold() : window.here
  }

  return {
    profile,
    account,
    plate,
    promo,
    price,
    quote,
    payment,
    owed,
    missing,
    full,
    stopped,
    errors,
    attempt,
    pay,
    hold,
    secure,
    acceptPrice: () => {
      payment.forgetRefusal()
      price.accept()
    },
  }
}
