import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { CounterBooking } from '#contract/orders/desk/counter-bookings.ts'
import type { CounterCustomer } from '#contract/orders/desk/pos.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import { plateOf } from '#contract/vehicles/plates.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { endAfter } from '#web/features/booking-window/window.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDuration, formatMoney, zoneName } from '#web/time/format.ts'
import { instantOf, wallTime } from '#web/time/quarterHours.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip, RemovableChip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Plate } from '#web/ui/Plate.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AmountTable } from '#web/ui/Table.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'
import { PayDialog, type Paid } from '../PayDialog.tsx'
import { CustomerDialog } from '../SaleOptions.tsx'
import { counterParksQuery, counterQuoteQuery } from './api.ts'

interface BookParkingProps {
  register: OwnShift['register']
  onBooked: (booking: CounterBooking) => void
}

/** Lengths that are offered, in minutes. */
const lengths = [60, 120, 240, 480, 1_440]

/** A space for a plate: when, for how long, at what price, and its payment. */
export function BookParking({ register, onBooked }: BookParkingProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const parks = useQuery(counterParksQuery)
  const { data: types } = useVehicleTypes()
  const now = useRunningQuarter()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const ids = useRetryKey()
  const { keyOf } = useRetryKey()
  const [typed, setTyped] = useState('')
  const [vehicle, setVehicle] = useState(1)
  const [chosenPark, setPark] = useState('')
  /** Wall times of the car park; empty for now, and for the length. */
  const [start, setStart] = useState('')
  const [end, setEnd] = useState('')
  const [minutes, setMinutes] = useState(120)
  const [customer, setCustomer] = useState<CounterCustomer>()
  const [phone, setPhone] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  /** The plate that is booked although it is already. */
  const [overruled, setOverruled] = useState<string>()
  const [step, setStep] = useState<'form' | 'customer' | 'pay'>('form')
  const park = parks.data?.items.find(({ id }) => id === chosenPark) ?? parks.data?.items[0]
  const plate = plateOf(typed)
  const zone = park?.timezone ?? register.timezone
  const start_time = start === '' ? wallTime(now, zone) : start
  const end_time = end === '' ? wallTime(endAfter(instantOf(start_time, zone), minutes, now), zone) : end
  const quote = useQuery(
    counterQuoteQuery(
      park && {
        park_id: park.id,
        vehicle_type_id: vehicle,
        start_time,
        end_time,
        ...(plate !== undefined && { plate }),
      },
      locale,
    ),
  )
  const priced = quote.error === null ? quote.data : undefined
  const problems = readFields(quote.error)
  const isFull = priced?.available === 0
  const show = (amount: number) => formatMoney(amount, register.currency, locale)
  if (parks.error !== null) return <Failure error={parks.error} onRetry={() => void parks.refetch()} />
  if (parks.data === undefined) return <Skeleton className="h-64 rounded-xl" aria-label={t('desk.loading')} />
  if (park === undefined) return <Notice>{t('desk.pos.parking.no_parks')}</Notice>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIncomplete(plate === undefined)
    if (plate !== undefined && priced !== undefined && !quote.isFetching && !isFull) setStep('pay')
  }
  const pay = async ({ wallet: _wallet, ...payment }: Paid, isOverruled: boolean) => {
    if (plate === undefined || priced === undefined) return
    const chosen = {
      park_id: park.id,
      plate,
      vehicle_type_id: vehicle,
      start_time: priced.start_time,
      end_time: priced.end_time,
      ...(customer === undefined ? phone.trim() !== '' && { phone: phone.trim() } : { customer_id: customer.id }),
    }
    const book_again = isOverruled || overruled === plate
    if (isOverruled) setOverruled(plate)
    const body = {
      // After a lost answer, the same booking is sent again.
      id: ids.keyOf(chosen),
      ...chosen,
      quote_id: priced.quote_id,
      total: priced.total,
      ...payment,
      ...(book_again && { book_again }),
    }
    const booked = await run(
      () => call('POST /api/v1/pos/bookings', { body, retryKey: keyOf(body) }),
      t('desk.pos.parking.booked'),
    )
    if (booked === undefined) {
      // The price and the spaces are read again.
      void queries.invalidateQueries({ queryKey: ['counter', 'quote'] })
      return
    }
    ids.forget()
    onBooked(booked)
  }
  const isRepeated = refusal?.code === 'already_booked'
  if (step === 'pay' && priced !== undefined)
    return (
      <>
        <PayDialog
          register={register}
          total={{ amount: priced.total, currency: priced.currency }}
          errors={errors}
          refusal={refusal}
          question={{ code: 'already_booked', label: t('desk.pos.parking.book_again') }}
          onPay={pay}
          onClose={() => setStep('form')}
        />
        {dialog}
      </>
    )
  const isNow = start === ''
  return (
    <>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="grid gap-2">
            <Field
              label={t('desk.orders.phone.plate')}
              error={
                problems['plate'] ??
                errors['plate'] ??
                (isIncomplete && plate === undefined
                  ? site(typed.trim() === '' ? 'errors.fields.required' : 'errors.fields.plate')
                  : undefined)
              }
              required
            >
              <TextInput
                name="plate"
                autoComplete="off"
                maxLength={20}
                className="uppercase"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </Field>
            {plate !== undefined && (
              <Plate country={park.country_code} text={plate} size="lg" className="justify-self-start" />
            )}
          </div>
          <Field label={t('desk.orders.phone.vehicle_type')} error={problems['vehicle_type_id']}>
            <NativeSelect
              value={vehicle}
              options={(types ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ target }) => setVehicle(Number(target.value))}
            />
          </Field>
        </div>
        {parks.data.items.length > 1 ? (
          <Field label={t('desk.orders.phone.park')} error={errors['park_id']}>
            <NativeSelect
              value={park.id}
              options={parks.data.items.map((each) => ({ value: each.id, label: parkLabel(each, site) }))}
              onChange={({ target }) => setPark(target.value)}
            />
          </Field>
        ) : (
          <p className="wrap-anywhere text-ink-2">{parkLabel(park, site)}</p>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <div className="grid gap-1.5">
            <span aria-hidden="true" className="text-base font-semibold">
              {t('desk.pos.parking.start')}
            </span>
            <Segmented
              label={t('desk.pos.parking.start')}
              wide
              segments={[
                { value: 'now', label: t('desk.pos.parking.now') },
                { value: 'later', label: t('desk.pos.parking.later') },
              ]}
              value={isNow ? 'now' : 'later'}
              onChange={(value) => {
                setStart(value === 'now' ? '' : wallTime(endAfter(now, 60, now), zone))
                setEnd('')
              }}
            />
            {!isNow && (
              <Field label={t('desk.pos.parking.start_time')} error={problems['start_time']}>
                <TextInput
                  type="datetime-local"
                  step={900}
                  value={start}
                  onChange={({ target }) => setStart(target.value)}
                />
              </Field>
            )}
          </div>
          <Field label={t('desk.pos.parking.end')} error={problems['end_time']}>
            <TextInput
              type="datetime-local"
              step={900}
              value={end_time}
              onChange={({ target }) => setEnd(target.value)}
            />
          </Field>
        </div>
        <div role="group" aria-label={t('desk.pos.parking.length')} className="flex flex-wrap gap-2">
          {lengths.map((length) => (
            <Chip
              key={length}
              pressed={end === '' && minutes === length}
              onClick={() => {
                setMinutes(length)
                setEnd('')
              }}
            >
              {formatDuration(length, locale)}
            </Chip>
          ))}
        </div>
        <p className="text-sm text-ink-2">
          {t('desk.records.times_dialog.zone', { zone: zoneName(now, zone, locale) })}
        </p>
        {customer === undefined ? (
          <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
            <Field
              label={t('desk.pos.parking.phone')}
              aside={site('common.optional')}
              hint={t('desk.pos.parking.phone_hint')}
              error={errors['phone']}
            >
              <TextInput
                type="tel"
                autoComplete="off"
                maxLength={40}
                value={phone}
                onChange={({ target }) => setPhone(target.value)}
              />
            </Field>
            <Button variant="outline" onClick={() => setStep('customer')}>
              {t('desk.pos.parking.find_account')}
            </Button>
          </div>
        ) : (
          <div>
            <RemovableChip
              removeLabel={t('desk.pos.options.remove', { name: customer.name })}
              onRemove={() => setCustomer(undefined)}
            >
              {customer.name} · {customer.contact}
            </RemovableChip>
          </div>
        )}
        {quote.error !== null && Object.keys(problems).length === 0 && (
          <Notice tone="warning" live>
            {describeFailure(site, quote.error)}
          </Notice>
        )}
        {isFull && (
          <Notice tone="warning" live>
            {t('desk.records.times_dialog.full')}
          </Notice>
        )}
        {priced !== undefined && (
          <AmountTable
            caption={t('desk.pos.parking.price')}
            rows={priced.lines.map(({ label, amount }, index) => ({
              label,
              amount: show(amount),
              ...(index === 0 && {
                note: describeLength(site, locale, {
                  start: new Date(priced.start_time),
                  priced_from: new Date(priced.priced_from),
                  end: new Date(priced.end_time),
                }),
              }),
            }))}
            total={{ label: t('desk.orders.lines.sum'), amount: show(priced.total) }}
          />
        )}
        {refusal !== undefined && !isRepeated && Object.keys(errors).length === 0 && (
          <Notice tone="error" live>
            {describeFailure(site, refusal)}
          </Notice>
        )}
        {/* Down to the edge of the dialog, whose own padding would show what scrolls by below it. */}
        <div className="sticky -bottom-(--edge) -mx-5 -mb-(--edge) border-t border-line bg-card px-5 pt-3 safe-bottom [--edge:max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6">
          <Button type="submit" wide disabled={priced === undefined || isFull} busy={quote.isFetching}>
            {priced === undefined ? t('desk.pos.parking.price') : t('desk.pos.pay', { amount: show(priced.total) })}
          </Button>
        </div>
      </form>
      {step === 'customer' && (
        <CustomerDialog
          onChoose={(found) => {
            setCustomer(found)
            setStep('form')
          }}
          onClose={() => setStep('form')}
        />
      )}
    </>
  )
}

/** What the server says of each field. */
const readFields = (error: Error | null): Record<string, string> =>
  error instanceof CallError
    ? Object.fromEntries((error.problem?.errors ?? []).map(({ field, message }) => [field, message]))
    : {}
