import { useRef, useState } from 'react'
import type { OrderCustomer } from '#contract/orders/desk/phone-orders.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { call } from '#web/api/call.ts'
import { AddressFields, emptyAddress, toAddressBody } from '#web/features/addresses/AddressFields.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'

interface NewAddressProps {
  customer: OrderCustomer
  country: CountryCode
  onSaved: (customer: OrderCustomer) => void
}

/** Writes a delivery address down for the customer. */
export function NewAddress({ customer, country, onSaved }: NewAddressProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors } = usePanelCall()
  const [typed, setTyped] = useState(emptyAddress)
  const [isIncomplete, setIncomplete] = useState(false)
  const retryKey = useRef(crypto.randomUUID())
  const written = toAddressBody(typed)
  const save = async () => {
    setIncomplete(written === undefined)
    if (written === undefined) return
    const saved = await run(
      () =>
        call('POST /api/v1/admin/phone-orders/customers/{id}/addresses', {
          params: { id: customer.id },
          body: { ...written, country_code: country },
          retryKey: retryKey.current,
        }),
      t('desk.orders.phone.address_saved'),
    )
    retryKey.current = crypto.randomUUID()
    if (saved !== undefined) onSaved(saved)
  }
  const missing = (field: string) =>
    isIncomplete && (field === 'lat' || field === 'lng') ? site('errors.fields.required') : undefined
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <AddressFields
        country={country}
        value={typed}
        onChange={(change) => setTyped({ ...typed, ...change })}
        errorOf={(field) => errors[field] ?? missing(field)}
      />
      <Button size="md" className="justify-self-start" onClick={save}>
        {t('desk.orders.phone.save_address')}
      </Button>
    </div>
  )
}
