import { useState, useRef } from 'react'
import type { Cart, SlotDays } from '#contract/cart/cart.ts'
import type { FrontBranch } from '#contract/catalogue/marketplace.ts'
import type { OrderCustomer } from '#contract/orders/desk/phone-orders.ts'
import { keyHolders } from '#contract/orders/orders.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { call } from '#web/api/call.ts'
import { AddressFields, emptyAddress, toAddressBody } from '#web/features/addresses/AddressFields.tsx'
import { AddressText } from '#web/features/addresses/AddressText.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDay, formatTime } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePanelCall } from '../../parks/usePanelCall.tsx'
import { BookingField } from './BookingField.tsx'
import type { Handover } from './handover.ts'

interface StepProps {
  branch: FrontBranch
  customer: OrderCustomer
  onCustomer: (customer: OrderCustomer) => void
  value: Handover
  onChange: (change: Partial<Handover>) => void
  errorOf: (field: string) => string | undefined
}

/** Where the order goes: collected, to a bay, or to an address of the customer. */
export function HandoverStep({
  branch,
  customer,
  onCustomer,
  value,
  onChange,
  errorOf,
  cart,
}: StepProps & { cart: Cart | undefined }) {
  const { t } = useDeskWords()
  // Addresses and parking bookings are those of an account.
  const hasAccount = customer.id !== ''
  const hasBays = branch.parks.length > 0
  const types = (['takeaway', 'delivery'] as const).filter(
    (type) => branch[type] && (type === 'takeaway' || hasAccount || hasBays),
  )
  const targets = (['bay', 'address'] as const).filter((to) => (to === 'bay' ? hasBays : hasAccount))
  return (
    <div className="grid gap-4">
      {branch.delivery && hasBays && hasAccount && (
        <BookingField
          branch={branch}
          customer_id={customer.id}
          booking={value.booking}
          onChange={onChange}
          error={errorOf('booking_code')}
        />
      )}
      <Segmented
        label={t('desk.orders.phone.handover')}
        segments={types.map((type) => ({ value: type, label: t(`desk.orders.phone.${type}`) }))}
        value={value.order_type}
        onChange={(order_type) => onChange({ order_type, booking: undefined, slot: '' })}
      />
      {value.order_type === 'delivery' && (
        <>
          <Segmented
            label={t('desk.orders.phone.to')}
            segments={targets.map((to) => ({ value: to, label: t(`desk.orders.phone.to_${to}`) }))}
            value={value.to}
            onChange={(to) => onChange({ to, booking: undefined, slot: '' })}
          />
          {value.to === 'bay' ? (
            <div className="grid gap-4 sm:grid-cols-[2fr_1fr_1fr]">
              <Field label={t('desk.orders.phone.park')} error={errorOf('park')} required>
                <NativeSelect
                  value={value.park}
                  options={branch.parks.map(({ park_code, name }) => ({ value: park_code, label: name ?? park_code }))}
                  onChange={({ target }) => onChange({ park: target.value, booking: undefined })}
                />
              </Field>
              {(['level', 'bay'] as const).map((name) => (
                <Field key={name} label={t(`desk.orders.phone.${name}`)} error={errorOf(name)}>
                  <TextInput
                    value={value[name]}
                    maxLength={20}
                    autoComplete="off"
                    onChange={({ target }) => onChange({ [name]: target.value })}
                  />
                </Field>
              ))}
            </div>
          ) : (
            <AddressChoice {...{ branch, customer, onCustomer, value, onChange, errorOf }} />
          )}
          {cart?.delivery?.is_inside === false && (
            <Notice tone="warning" live>
              {t('desk.orders.phone.out_of_zone')}
            </Notice>
          )}
        </>
      )}
    </div>
  )
}

function AddressChoice({ branch, customer, onCustomer, value, onChange, errorOf }: StepProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const [isNew, setNew] = useState(customer.addresses.length === 0)
  return (
    <>
      {customer.addresses.length > 0 && (
        <RadioCards
          legend={t('desk.orders.phone.address')}
          name="address_id"
          error={errorOf('address_id') ?? errorOf('park')}
          cards={customer.addresses.map((address) => ({
            value: address.id,
            label: site(`addresses.labels.${address.label}`),
            description: <AddressText address={address} />,
          }))}
          value={value.address_id}
          onChange={(address_id) => onChange({ address_id })}
        />
      )}
      {isNew ? (
        <NewAddress
          customer={customer}
          country={branch.country_code}
          onSaved={(changed) => {
            const known = new Set(customer.addresses.map(({ id }) => id))
            onCustomer(changed)
            onChange({ address_id: changed.addresses.find(({ id }) => !known.has(id))?.id ?? '' })
            setNew(false)
          }}
        />
      ) : (
        <Button variant="outline" size="md" className="justify-self-start" onClick={() => setNew(true)}>
          {t('desk.orders.phone.new_address')}
        </Button>
      )}
    </>
  )
}

/** The day and time, in the branch's time zone. */
export function SlotStep({
  slots,
  value,
  onChange,
  errorOf,
}: Pick<StepProps, 'value' | 'onChange' | 'errorOf'> & { slots: SlotDays }) {
  const { t, locale } = useDeskWords()
  const open = slots.days.filter(({ items }) => items.length > 0)
  if (open.length === 0) return <Notice tone="warning">{t('desk.orders.phone.no_slots')}</Notice>
  const chosen = open.find(({ items }) => items.some(({ starts_at }) => starts_at === value.slot)) ?? open[0]!
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('desk.orders.phone.day')}>
        <NativeSelect
          value={chosen.day}
          options={open.map(({ day, items }) => ({
            value: day,
            label: formatDay(new Date(items[0]!.starts_at), slots.timezone, locale),
          }))}
          onChange={({ target }) =>
            onChange({ slot: open.find(({ day }) => day === target.value)?.items[0]?.starts_at ?? '' })
          }
        />
      </Field>
      <Field label={t('desk.orders.phone.time')} error={errorOf('slot')}>
        <NativeSelect
          value={value.slot}
          options={chosen.items.map(({ starts_at }) => ({
            value: starts_at,
            label: formatTime(new Date(starts_at), slots.timezone, locale),
          }))}
          onChange={({ target }) => onChange({ slot: target.value })}
        />
      </Field>
    </div>
  )
}

/** The vehicle that the work is for, and who has its key. */
export function VehicleStep({
  vehicles,
  needsKey,
  value,
  onChange,
  errorOf,
}: Pick<StepProps, 'value' | 'onChange' | 'errorOf'> & { vehicles: OrderCustomer['vehicles']; needsKey: boolean }) {
  const { t, translateKey } = useDeskWords()
  const { data: types } = useVehicleTypes()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {vehicles.length > 0 && (
        <Field label={t('desk.orders.phone.saved_vehicle')} className="sm:col-span-2">
          <NativeSelect
            value={value.vehicle_id}
            options={[
              ...vehicles.map(({ id, plate }) => ({ value: id, label: plate })),
              { value: '', label: t('desk.orders.phone.other_vehicle') },
            ]}
            onChange={({ target }) => {
              const found = vehicles.find(({ id }) => id === target.value)
              onChange({
                vehicle_id: target.value,
                plate: found?.plate ?? '',
                vehicle_type_id: found?.vehicle_type_id ?? 1,
              })
            }}
          />
        </Field>
      )}
      {value.vehicle_id === '' && (
        <>
          <Field label={t('desk.orders.phone.plate')} error={errorOf('plate')}>
            <TextInput
              value={value.plate}
              maxLength={20}
              autoComplete="off"
              className="uppercase"
              onChange={({ target }) => onChange({ plate: target.value })}
            />
          </Field>
          <Field label={t('desk.orders.phone.vehicle_type')} error={errorOf('vehicle_type_id')}>
            <NativeSelect
              value={value.vehicle_type_id}
              options={(types ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ target }) => onChange({ vehicle_type_id: Number(target.value) })}
            />
          </Field>
        </>
      )}
      {needsKey && (
        <Field label={t('desk.orders.phone.key')} error={errorOf('key')} className="sm:col-span-2" required>
          <NativeSelect
            value={value.key ?? ''}
            options={[
              ...(value.key === undefined ? [{ value: '', label: '–' }] : []),
              ...keyHolders.map((holder) => ({
                value: holder,
                label: translateKey(`desk.words.key_holders.${holder}`),
              })),
            ]}
            onChange={({ target }) => onChange({ key: target.value as Handover['key'] })}
          />
        </Field>
      )}
    </div>
  )
}

interface NewAddressProps {
  customer: OrderCustomer
  country: CountryCode
  onSaved: (customer: OrderCustomer) => void
}

/** Writes a delivery address down for the customer. */
function NewAddress({ customer, country, onSaved }: NewAddressProps) {
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
