import { type FormEvent, useState } from 'react'
import type { Address } from '#contract/addresses/addresses.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useTranslation } from '#web/page/translation.ts'
import { useCountry } from '#web/storage/country.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { AddressFields, emptyAddress, toAddressBody, type TypedAddress } from './AddressFields.tsx'
import { useAddressChanges } from './api.ts'

interface AddressFormProps {
  /** Undefined for a new one. */
  address?: Address | undefined
  onClosed: (saved?: Address) => void
}

const typedFrom = ({ label, line, apartment, city, state, note, lat, lng }: Address): TypedAddress => ({
  label,
  line,
  apartment: apartment ?? '',
  city,
  state: state ?? '',
  note: note ?? '',
  lat: String(lat),
  lng: String(lng),
})

/** Adds an address, or changes one. */
export function AddressForm({ address, onClosed }: AddressFormProps) {
  const { t } = useTranslation()
  const { code } = useCountry()
  const country = address?.country_code ?? code
  const { create, update } = useAddressChanges()
  const [typed, setTyped] = useState<TypedAddress>(address === undefined ? emptyAddress : typedFrom(address))
  const [attempt, setAttempt] = useState(0)
  const [isPointMissing, setPointMissing] = useState(false)
  const { error, isPending } = address === undefined ? create : update
  const problems = error instanceof CallError ? (error.problem?.errors ?? []) : []
  const errorOf = (field: string) =>
    problems.find((problem) => problem.field === field)?.message ??
    (isPointMissing && (field === 'lat' || field === 'lng') && typed[field].trim() === ''
      ? t('errors.fields.required')
      : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = toAddressBody(typed)
    setAttempt(attempt + 1)
    setPointMissing(body === undefined)
    if (body === undefined || isPending) return
    const sent = { ...body, country_code: country }
    const saved = await (
      address === undefined
        ? create.mutateAsync({ ...sent, is_default: false })
        : update.mutateAsync({ id: address.id, body: sent })
    ).catch(() => undefined)
    if (saved !== undefined) onClosed(saved)
  }
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      {error !== null && (
        <FormError
          title={describeFailure(t, error)}
          errors={problems.map(({ field, message }) => ({ field, message }))}
          attempt={attempt}
        />
      )}
      <AddressFields
        country={country}
        value={typed}
        onChange={(next) => setTyped((before) => ({ ...before, ...next }))}
        errorOf={errorOf}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" busy={isPending}>
          {t('addresses.save')}
        </Button>
        <Button variant="outline" onClick={() => onClosed()}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
