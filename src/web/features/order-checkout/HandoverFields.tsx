import type { Cart } from '#contract/cart/cart.ts'
import { AddressFields } from '#web/features/addresses/AddressFields.tsx'
import { AddressText } from '#web/features/addresses/AddressText.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { formatDistance, formatList, formatWindow } from '#web/time/format.ts'
import { Field, FieldError } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Section } from '#web/ui/Page.tsx'
import { newAddress, type OrderCheckout } from './useOrderCheckout.ts'

interface HandoverFieldsProps {
  checkout: OrderCheckout
  branch: NonNullable<Cart['branch']>
  errorOf: (field: string) => string | undefined
}

/** How the order reaches the customer: collected, brought to the bay, or to an address. */
export function HandoverFields({ checkout, branch, errorOf }: HandoverFieldsProps) {
  const { t, locale } = useTranslation()
  const { types, order_type, change, isDelivery, to, parks } = checkout
  if (types.length === 0)
    return (
      <Notice tone="warning" className="mt-4">
        {t('shop.ordering_disabled')}
      </Notice>
    )
  return (
    <Section title={t('orders.handover')}>
      <RadioCards
        legend={t('orders.order_type')}
        hideLegend
        columns={2}
        name="order_type"
        error={errorOf('order_type')}
        cards={types.map(({ type, refused }) => ({
          value: type,
          label: t(`orders.types.${type}`),
          description:
            refused.length > 0
              ? t('orders.not_in_type', { items: formatList(refused, locale) })
              : t(`orders.type_text.${type}`, { branch: branch.name }),
          disabled: refused.length > 0,
        }))}
        value={order_type}
        onChange={(type) => change({ order_type: type, slot: undefined })}
      />
      {isDelivery && (
        <div className="mt-4 grid grid-cols-1 gap-4">
          {parks.length > 0 && (
            <Segmented
              label={t('orders.destination')}
              wide
              segments={[
                { value: 'bay' as const, label: t('orders.to_bay') },
                { value: 'address' as const, label: t('orders.to_address') },
              ]}
              value={to}
              onChange={(next) => change({ to: next, slot: undefined })}
            />
          )}
          {to === 'bay' ? (
            <BayFields checkout={checkout} errorOf={errorOf} />
          ) : (
            <AddressChoice checkout={checkout} branch={branch} errorOf={errorOf} />
          )}
        </div>
      )}
    </Section>
  )
}

function BayFields({ checkout, errorOf }: Omit<HandoverFieldsProps, 'branch'>) {
  const { t, locale } = useTranslation()
  const { bookings, booking, parks, park, draft, change } = checkout
  return (
    <>
      {bookings.length > 0 && (
        <Field label={t('orders.booking')} hint={booking && t('orders.booking_hint')} error={errorOf('booking_code')}>
          <NativeSelect
            name="booking_code"
            value={booking?.booking_code ?? ''}
            options={[
              ...bookings.map(({ booking_code, park: at, start_time, end_time }) => ({
                value: booking_code,
                label: `${formatWindow(new Date(start_time), new Date(end_time), at.timezone, locale)} · ${booking_code}`,
              })),
              { value: '', label: t('orders.no_booking') },
            ]}
            onChange={({ target }) => change({ booking_code: target.value, slot: undefined })}
          />
        </Field>
      )}
      {booking === undefined ? (
        <Field label={t('orders.park')} error={errorOf('park')} required>
          <NativeSelect
            name="park"
            value={park ?? ''}
            options={parks.map(({ park_code, name }) => ({
              value: park_code,
              label: name ?? t('shop.park_code', { code: park_code }),
            }))}
            onChange={({ target }) => change({ park: target.value })}
          />
        </Field>
      ) : (
        <p className="text-ink-2">
          {parks.find(({ park_code }) => park_code === park)?.name ?? t('shop.park_code', { code: park ?? '' })}
        </p>
      )}
      <div className="grid gap-4 xs:grid-cols-2">
        <Field label={t('orders.level')} aside={t('common.optional')} error={errorOf('level')}>
          <TextInput
            name="level"
            value={draft.level}
            maxLength={20}
            onChange={({ target }) => change({ level: target.value })}
          />
        </Field>
        <Field label={t('orders.bay')} aside={t('common.optional')} error={errorOf('bay')}>
          <TextInput
            name="bay"
            value={draft.bay}
            maxLength={20}
            onChange={({ target }) => change({ bay: target.value })}
          />
        </Field>
      </div>
    </>
  )
}

function AddressChoice({ checkout, branch, errorOf }: HandoverFieldsProps) {
  const { t, locale } = useTranslation()
  const { addresses, address, draft, change, priced, signedIn } = checkout
  const reach = priced.data?.delivery
  const isNew = address === undefined
  return (
    <>
      {addresses.length > 0 && (
        <RadioCards
          legend={t('orders.address')}
          name="address_id"
          cards={[
            ...addresses.map((entry) => ({
              value: entry.id,
              label: t(`addresses.labels.${entry.label}`),
              description: <AddressText address={entry} />,
            })),
            { value: newAddress, label: t('addresses.add') },
          ]}
          value={address?.id ?? newAddress}
          onChange={(id) => change({ address_id: id })}
        />
      )}
      {isNew && (
        <>
          <AddressFields
            country={branch.country_code}
            value={draft.address}
            onChange={(next) => change({ address: { ...draft.address, ...next } })}
            errorOf={errorOf}
          />
          <p className="text-sm text-ink-2">
            {t(signedIn ? 'orders.charge_after_saving' : 'orders.charge_after_login')}
          </p>
        </>
      )}
      {!isNew && reach && !reach.is_inside && (
        <Notice tone="warning" live>
          {t('orders.out_of_zone', { distance: formatDistance(reach.radius_m, locale, true), branch: branch.name })}
        </Notice>
      )}
      <FieldError error={errorOf('address_id')} />
    </>
  )
}
