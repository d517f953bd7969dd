import { useState } from 'react'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatWindow } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import type { Handover } from './handover.ts'

interface BookingFieldProps {
  branch: { slug: string; timezone: string }
  customer_id: string
  booking: Handover['booking']
  onChange: (change: Partial<Handover>) => void
  error: string | undefined
}

/** The customer's parking booking: its code brings the car park, the vehicle and the times that fit. */
export function BookingField({ branch, customer_id, booking, onChange, error }: BookingFieldProps) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isSearching, setSearching] = useState(false)
  const find = async () => {
    setFailure(undefined)
    setSearching(true)
    const body = { branch: branch.slug, customer_id, booking_code: code.trim() }
    try {
      const found = await call('POST /api/v1/admin/phone-orders/bookings/find', { body })
      const { park_code, plate, vehicle_type_id } = found
      const vehicle = { vehicle_id: '', plate, vehicle_type_id }
      onChange({ order_type: 'delivery', to: 'bay', park: park_code, slot: '', booking: found, ...vehicle })
    } catch (problem) {
      const [wrong] = problem instanceof CallError ? (problem.problem?.errors ?? []) : []
      setFailure(wrong?.message ?? describeFailure(site, problem))
    }
    setSearching(false)
  }
  if (booking !== undefined)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="font-bold">{t('desk.orders.phone.booking_used', { code: booking.booking_code })}</span>
          <span className="block text-sm text-ink-2">
            {formatWindow(new Date(booking.starts_at), new Date(booking.ends_at), branch.timezone, locale)}
          </span>
          {error !== undefined && <span className="block text-sm text-bad">{error}</span>}
        </p>
        <Button variant="outline" size="md" onClick={() => onChange({ booking: undefined, slot: '' })}>
          {t('desk.orders.phone.drop_booking')}
        </Button>
      </div>
    )
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') setFailure(site('errors.fields.required'))
        else void find()
      }}
    >
      <Field
        label={t('desk.orders.phone.booking')}
        aside={site('common.optional')}
        hint={t('desk.orders.phone.booking_hint')}
        error={failure}
        className="flex-1"
      >
        <TextInput
          name="booking_code"
          value={code}
          maxLength={20}
          autoComplete="off"
          className="uppercase"
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" variant="outline" busy={isSearching}>
        {t('desk.orders.phone.use_booking')}
      </Button>
    </form>
  )
}
