import { useEffect, useState } from 'react'
import type { AlreadyBooked, Booking, Quote } from '#contract/bookings/bookings.ts'
import type { Park } from '#contract/parks/parks.ts'
import { plateOf } from '#contract/vehicles/plates.ts'
import { CallError } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useOutstanding, useRefreshFunds } from '#web/features/bookings/useOutstanding.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import type { BeforeTopUp } from '#web/features/topup/useTopUp.ts'
import { useAddVehicle } from '#web/features/vehicles/changes.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import type { QuoteRequest } from '../api.ts'
import type { Readiness } from '../PayBar.tsx'
import { type Draft, readDraft, writeDraft } from './draft.ts'
import { findPromoError, findReportedDue, isHoldOf } from './rules.ts'
import type { CheckoutWindow } from './useCheckoutWindow.ts'
import { usePayment } from './usePayment.ts'
import { usePrice } from './usePrice.ts'
import { usePromo } from './usePromo.ts'
import { useVehicleChoice } from './useVehicleChoice.ts'

/** Refusals after which the shown price no longer applies. */
const stalePriceCodes = new Set(['quote_expired', 'price_changed', 'quote_mismatch', 'no_space', 'promo_used'])

interface FieldError {
  field: string
  message: string
}

interface CheckoutProps {
  /** Name of the checkout, see `Draft`. */
  name: string
  park: Park
  window: CheckoutWindow
  onVehicle: (vehicle_type_id: number) => void
  /** Moves a start that has passed to now and returns whether it did. */
  moveStart: () => boolean
  /** A saved vehicle that the driver has chosen before. */
  vehicle_id?: string | undefined
}

/** Address where a held space is paid. */
export const holdPath = ({ park, booking_code }: Booking) => paths.checkout(park.slug, { hold: booking_code })
const isHolding = ({ held_until }: Booking) => held_until !== null && Date.parse(held_until) > Date.now()

/** State of a new booking, in the checkout and at the gate: vehicle, promo code, price, funds, hold and payment. */
export function useCheckout({ name, park, window, onVehicle, moveStart, vehicle_id }: CheckoutProps) {
  const { t } = useTranslation()
  const account = useProfile().data?.id
  const refreshFunds = useRefreshFunds()

  const [draft, setDraft] = useState(() => {
    const saved = readDraft(name)
    return vehicle_id === undefined ? saved : { ...saved, vehicle: vehicle_id }
  })
  const changeDraft = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }))
  useEffect(() => {
    writeDraft(name, { ...draft, query: window.path.split('?')[1] ?? '' })
  }, [name, draft, window.path])

  function onSettle(text: string) {
    const next = requestFor(promo.activeCode, text)
    if (next.plate !== request.plate) quoted.expectPlate(next)
  }
  const vehicle = useVehicleChoice({
    park,
    draft,
    onDraft: changeDraft,
    type: window.vehicle,
    onType: onVehicle,
    onSettle,
  })
  const promo = usePromo(draft.promo, account ?? '', (code) => changeDraft({ promo: code }))

  // The plate affects the price only where free minutes are counted for each plate.
  const hasFreeMinutes = park.rates.some((rate) => rate.vehicle_type_id === window.vehicle && rate.free_minutes > 0)
  const requestFor = (promo_code: string, plateText: string): QuoteRequest => {
    const plate = hasFreeMinutes ? plateOf(plateText) : undefined
    return {
      park_id: park.id,
      ...window.query,
      ...(promo_code !== '' && { promo_code }),
      ...(plate !== undefined && { plate }),
    }
  }
  const request = requestFor(promo.activeCode, vehicle.settledPlate)
  const quoted = usePrice(request, account ?? '', moveStart)

  // A rejected code is reported at its field, and the price is requested without it.
  const promoError = promo.activeCode === '' ? undefined : findPromoError(quoted.error)
  useEffect(() => {
    if (promoError !== undefined) promo.reject(promoError)
  })
  const price = promoError === undefined ? quoted : { ...quoted, error: undefined }
  const quote = price.offer?.quote
  const payment = usePayment(name, account)
  const again = useAgainQuestion()
  const saveVehicle = useAddVehicle()

  const knownOutstanding = useOutstanding(quote?.currency)
  const outstanding = findReportedDue(payment.refusal) ?? knownOutstanding
  const funds = useFunds(quote && sumOf([quote.total, outstanding], quote.currency), quote?.currency)
  const isFull = price.isCurrent && quote?.available === 0
  const readiness = findReadiness()

  const [errors, setErrors] = useState<FieldError[]>([])
  const [attempt, setAttempt] = useState(0)
  const showErrors = (problems: FieldError[]) => {
    setErrors(problems)
    setAttempt((number) => number + 1)
  }

  function findReadiness(): Readiness {
    if (isFull) return { state: 'blocked', reason: t('checkout.full') }
    if (price.error instanceof CallError && ['park_closed', 'park_out_of_use'].includes(price.error.code))
      return { state: 'blocked', reason: t('checkout.closed') }
    if (price.error) return { state: 'blocked', reason: t('checkout.price_failed') }
    if (price.needsAcceptance) return { state: 'blocked', reason: t('checkout.price_up_short') }
    const isLoaded = price.isCurrent && funds.state !== 'unknown' && account !== undefined
    return isLoaded && !payment.isOutcomeUnknown ? { state: 'ready' } : { state: 'loading' }
  }

  /** The plate to send; undefined, with an error at its field, if it is missing or invalid. */
  const readPlate = (): string | undefined => {
    const plate = plateOf(vehicle.plate)
    if (plate !== undefined) {
      setErrors([])
      return plate
    }
    const isEmpty = vehicle.plate.trim() === ''
    showErrors([{ field: 'plate', message: t(isEmpty ? 'errors.fields.required' : 'errors.fields.plate') }])
    return undefined
  }

  /** Reacts to a refusal: shows errors at their fields, refreshes the funds, requests another price. */
  const handleRefusal = (refusal: CallError) => {
    if (refusal.code === 'validation_failed') {
      const message = findPromoError(refusal)
      if (message !== undefined) promo.reject(message)
      showErrors((refusal.problem?.errors ?? []).filter(({ field }) => field !== 'promo_code'))
    }
    if (refusal.code === 'insufficient_balance') refreshFunds()
    if (!stalePriceCodes.has(refusal.code)) return
    const isPromoUsed = refusal.code === 'promo_used'
    if (isPromoUsed) promo.reject(t('errors.fields.promo_used'))
    vehicle.settlePlate()
    void quoted.requote(requestFor(isPromoUsed ? '' : promo.activeCode, vehicle.plate))
  }

  const pay = async () => {
    if (readiness.state !== 'ready' || funds.state !== 'enough' || payment.sending || quote === undefined) return
    const plate = readPlate()
    if (plate === undefined) return
    const { vehicle_type_id, start_time, end_time } = request
    keepVehicle(plate)
    const hold = findHold(quote, plate)
    const body = {
      park_id: park.id,
      start_time,
      end_time,
      // The server knows the type, plate and size of a saved vehicle.
      ...(vehicle.vehicle === undefined ? { vehicle_type_id, plate } : { vehicle_id: vehicle.vehicle.id }),
      quote_id: quote.quote_id,
      ...(quote.promo_code !== null && { promo_code: quote.promo_code }),
    }
    let refusal = await payment.pay(hold === undefined ? body : { hold_id: hold.id })
    if (refusal !== undefined && (await again.ask(refusal))) refusal = await payment.pay({ ...body, again: true })
    if (refusal !== undefined) handleRefusal(refusal)
  }

  /** Saves the typed vehicle if the driver wants that, whatever becomes of the payment. */
  const keepVehicle = (plate: string) => {
    if (vehicle.isToSave) void saveVehicle({ plate, vehicle_type_id: request.vehicle_type_id ?? window.vehicle })
  }

  /** The space that is held for this quote and plate, during this visit. */
  const findHold = (offered: Quote, plate: string): Booking | undefined => {
    const { hold } = payment
    return hold !== undefined && isHolding(hold) && isHoldOf(hold, offered, plate) ? hold : undefined
  }

  /** Holds the space at the shown price. */
  const takeHold = async (): Promise<{ held: true; path: string; id: string } | { held: false }> => {
    const plate = readPlate()
    if (plate === undefined || readiness.state !== 'ready' || quote === undefined) return { held: false }
    keepVehicle(plate)
    const heldBefore = findHold(quote, plate)
    if (heldBefore !== undefined) return { held: true, path: holdPath(heldBefore), id: heldBefore.id }
    const body = { quote_id: quote.quote_id, plate }
    let result = await payment.takeHold(body)
    if (result instanceof CallError && (await again.ask(result)))
      result = await payment.takeHold({ ...body, again: true })
    if (!(result instanceof CallError)) return { held: true, path: holdPath(result), id: result.id }
    handleRefusal(result)
    return { held: false }
  }

  /** Holds the space that a payment is for. */
  const reserve: BeforeTopUp = async () => {
    const hold = await takeHold()
    return hold.held ? { leave: true, returnTo: hold.path, booking_id: hold.id } : { leave: false }
  }

  /** Holds the space before the driver leaves for the payment provider, if it can be held already. */
  const beforeTopUp: BeforeTopUp = async () => {
    if (plateOf(vehicle.plate) === undefined || readiness.state !== 'ready')
      return { leave: true, returnTo: window.path }
    return reserve()
  }

  return {
    vehicle,
    promo,
    price,
    quote,
    payment,
    outstanding,
    funds,
    isFull,
    readiness,
    errors,
    attempt,
    againQuestion: again.question,
    pay,
    takeHold,
    beforeTopUp,
    reserve,
    acceptPrice: () => {
      payment.forgetRefusal()
      price.accept()
    },
  }
}

/** Whether to book a space for a vehicle that is booked here already. */
export interface AgainQuestion {
  /** As the server asks it. */
  sentence: string
  booking: AlreadyBooked
  answer: (isWanted: boolean) => void
}

/** Asks the driver whether they want a second space, after an `already_booked` refusal. */
function useAgainQuestion() {
  const [question, setQuestion] = useState<AgainQuestion>()
  /** Whether the refusal is one of `already_booked` and the driver wants to book all the same. */
  const ask = (refusal: CallError): Promise<boolean> => {
    const booking = refusal.problem?.['booking'] as AlreadyBooked | undefined
    if (refusal.code !== 'already_booked' || booking === undefined) return Promise.resolve(false)
    return new Promise((resolve) => {
      const answer = (isWanted: boolean) => {
        setQuestion(undefined)
        resolve(isWanted)
      }
      setQuestion({ sentence: refusal.problem?.message ?? '', booking, answer })
    })
  }
  return { question, ask }
}

export type CheckoutState = ReturnType<typeof useCheckout>
