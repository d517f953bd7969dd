import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FrontBranch } from '#contract/catalogue/marketplace.ts'
import type { Money } from '#contract/fields.ts'
import type { DeskLead } from '#contract/leads/desk.ts'
import type { phonePayments } from '#contract/orders/desk/phone-orders.ts'
import { call, type CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDateTime, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { orderBranchesQuery, phonePriceQuery } from './api.ts'
import { CustomerStep, type PhoneCustomer } from './CustomerStep.tsx'
import { addToDraft, emptyDraft, toChosen } from './draft.ts'
import { DraftCart } from './DraftCart.tsx'
import { emptyHandover } from './handover.ts'
import { HandoverStep, SlotStep, VehicleStep } from './HandoverStep.tsx'
import { ItemPicker } from './ItemPicker.tsx'
import { PlacingRefusal } from './PlacingRefusal.tsx'
import { usePlacing } from './usePlacing.tsx'

/** Takes an order on the phone: branch, customer, items, handover; the customer gets a link to pay it. */
export function PhoneOrderScreen() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.orders.phone.title'))
  const branches = useQuery(orderBranchesQuery)
  const [slug, setSlug] = useState<string>()
  const { lead, isReading } = useLead()
  const items = branches.data?.items
  const branch = items?.find((item) => item.slug === slug) ?? findNearest(items, lead) ?? items?.[0]
  if (items === undefined && branches.error !== null)
    return <Failure error={branches.error} onRetry={() => void branches.refetch()} />
  if (items === undefined || isReading) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return (
    <>
      <h1 className="text-xl">{t('desk.orders.phone.title')}</h1>
      <p className="mb-4 text-sm text-ink-2">{t('desk.orders.phone.lead')}</p>
      {branch === undefined ? (
        <Notice tone="warning">{t('desk.orders.phone.no_branch')}</Notice>
      ) : (
        <>
          {items.length > 1 && (
            <Field label={t('desk.orders.phone.branch')} className="mb-4 max-w-md">
              <NativeSelect
                value={branch.slug}
                options={items.map((item) => ({ value: item.slug, label: `${item.city} · ${item.name}` }))}
                onChange={({ target }) => setSlug(target.value)}
              />
            </Field>
          )}
          <PhoneOrder key={branch.slug} branch={branch} lead={lead} />
        </>
      )}
    </>
  )
}

/** The message that the address names, whose sender wants the order. */
function useLead(): { lead: DeskLead | undefined; isReading: boolean } {
  const id = useSearchParams()[0].get('lead')
  const { data, isLoading } = useQuery({
    queryKey: ['desk', 'leads', 'record', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/leads/{id}', { params: { id: id! }, signal }),
    enabled: id !== null,
    retry: false,
  })
  return { lead: data?.kind === 'marketplace' ? data : undefined, isReading: isLoading }
}

/** The branch of a message's city, or of its country. */
const findNearest = (branches: readonly FrontBranch[] | undefined, lead: DeskLead | undefined) => {
  const inCountry = branches?.filter(({ country_code }) => country_code === lead?.details['country_code'])
  const city = String(lead?.details['city'] ?? '').toLowerCase()
  return inCountry?.find((branch) => branch.city.toLowerCase() === city) ?? inCountry?.[0]
}

function PhoneOrder({ branch, lead }: { branch: FrontBranch; lead: DeskLead | undefined }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: vehicleTypes } = useVehicleTypes()
  const [customer, setCustomer] = useState<PhoneCustomer>()
  const [payWith, setPayWith] = useState<(typeof phonePayments)[number]>('link')
  const [draft, setDraft] = useState(emptyDraft)
  const [handover, setHandover] = useState({
    ...emptyHandover,
    order_type: branch.takeaway ? ('takeaway' as const) : ('delivery' as const),
    to: branch.parks.length > 0 ? ('bay' as const) : ('address' as const),
    park: branch.parks[0]?.park_code ?? '',
  })
  const [sentTotal, setSentTotal] = useState<Money>()
  const [answered, setAnswered] = useState<CallError>()
  const change = (next: Partial<typeof handover>) => setHandover((before) => ({ ...before, ...next }))
  const { place, isSending, errors, refusal, dialog } = usePlacing()
  const { order_type, to, park, level, bay, address_id, booking, plate, vehicle_type_id, key, note } = handover
  const isDelivery = order_type === 'delivery'
  const destination = {
    ...(isDelivery && to === 'bay' && { park }),
    ...(isDelivery && to === 'bay' && booking !== undefined && { booking_code: booking.booking_code }),
    ...(isDelivery && to === 'address' && address_id !== '' && { address_id }),
  }
  const isReady = customer !== undefined && draft.lines.length > 0
  const hasAccount = customer?.id !== ''
  const choice = {
    branch: branch.slug,
    ...(customer !== undefined && hasAccount && { customer_id: customer.id }),
    order_type,
    ...destination,
  }
  const price = useQuery({ ...phonePriceQuery(choice, draft), enabled: isReady })
  const { cart, slots } = (isReady ? price.data : undefined) ?? { cart: undefined, slots: null }
  const times = slots?.days.flatMap(({ items }) => items) ?? []
  const slot = times.some(({ starts_at }) => starts_at === handover.slot)
    ? handover.slot
    : (slots?.next?.starts_at ?? times[0]?.starts_at ?? '')
  const isSlotGone = handover.slot !== '' && slots !== null && slot !== handover.slot
  const inCash = payWith === 'cash' && cart?.cash?.is_offered === true
  const hasProblem = cart?.lines.some(({ problem }) => problem !== null && problem !== 'price_changed') === true
  const total = cart?.amounts?.total ?? undefined
  // The total of the order before the last change would be refused as a price that has changed.
  const isPriced = total !== undefined && !price.isFetching
  const vehicleClass = vehicleTypes?.find(({ id }) => id === vehicle_type_id)?.vehicle_class
  const hasVehicle = cart?.needs_vehicle === true || handover.vehicle_id !== '' || plate !== ''
  const errorOf = (field: string) => errors[field]
  const wrongContact = errorOf('contact') ?? errorOf('contact.phone')
  const submit = () => {
    if (!isPriced) return
    setSentTotal(total)
    // What is sent is what stands here: a time that goes meanwhile is not replaced in silence.
    change({ slot })
    const contact =
      customer === undefined || hasAccount
        ? undefined
        : { name: customer.name, phone: customer.phone ?? '', language: customer.language ?? 'en' }
    const body = {
      ...choice,
      ...(contact && { contact }),
      pay_with: inCash ? ('cash' as const) : ('link' as const),
      ...toChosen(draft),
      ...(isDelivery && to === 'bay' && { level, bay }),
      slot,
      ...(hasVehicle && plate.trim() !== '' && { plate: plate.trim(), vehicle_type_id }),
      ...(key !== undefined && cart?.needs_key === true && { key }),
      ...(note.trim() !== '' && { note: note.trim() }),
      total: total.amount,
    }
    void place(
      body,
      async (retryKey) => {
        const placed = await call('POST /api/v1/admin/phone-orders', { body, retryKey })
        // What is sent again after a lost answer links the same order.
        if (lead !== undefined)
          await call('POST /api/v1/admin/leads/{id}/order', {
            params: { id: lead.id },
            body: { order_number: placed.order_number },
          })
        return placed
      },
      inCash ? t('desk.orders.phone.placed_cash') : undefined,
    )
  }
  const chooseCustomer = (next: PhoneCustomer | undefined) => {
    setCustomer(next)
    const [own] = next?.vehicles ?? []
    change({
      address_id: next?.addresses[0]?.id ?? '',
      // Addresses and parking bookings are those of an account.
      ...(next?.id === '' && { to: 'bay' as const, booking: undefined }),
      vehicle_id: own?.id ?? '',
      plate: own?.plate ?? '',
      vehicle_type_id: own?.vehicle_type_id ?? 1,
    })
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {lead !== undefined && (
        <div className="lg:col-span-2">
          <Notice title={t('desk.orders.phone.of_message', { reference: lead.reference, name: lead.name })}>
            <p className="max-w-prose wrap-anywhere whitespace-pre-line">{lead.message}</p>
          </Notice>
        </div>
      )}
      <Step title={t('desk.orders.phone.customer')} wide>
        <CustomerStep country={branch.country_code} customer={customer} onChange={chooseCustomer} person={lead} />
      </Step>
      {customer !== undefined && (
        <>
          <div className="grid gap-4">
            <Step title={t('desk.orders.phone.items')}>
              <ItemPicker
                branch={branch.slug}
                first={String(lead?.details['service'] ?? '')}
                vehicleClass={vehicleClass}
                onAdd={(line) => setDraft((before) => addToDraft(before, line, crypto.randomUUID()))}
              />
            </Step>
          </div>
          <div className="grid gap-4">
            <Step title={t('desk.orders.phone.cart')}>
              <DraftCart
                draft={draft}
                onChange={setDraft}
                cart={cart}
                failure={price.error === null || !isReady ? undefined : describeFailure(site, price.error)}
                couponError={errorOf('promo_code')}
                takesCoupons={hasAccount}
              />
            </Step>
            {draft.lines.length > 0 && (
              <>
                <Step title={t('desk.orders.phone.handover')}>
                  <HandoverStep
                    branch={branch}
                    customer={customer}
                    onCustomer={setCustomer}
                    value={handover}
                    onChange={change}
                    errorOf={errorOf}
                    cart={cart}
                  />
                </Step>
                {(cart?.needs_vehicle === true || cart?.needs_key === true) && (
                  <Step title={t('desk.orders.phone.vehicle')}>
                    <VehicleStep
                      vehicles={customer.vehicles}
                      needsKey={cart.needs_key}
                      value={handover}
                      onChange={change}
                      errorOf={errorOf}
                    />
                  </Step>
                )}
                {slots !== null && (
                  <Step title={t('desk.orders.phone.when')}>
                    <SlotStep slots={slots} value={{ ...handover, slot }} onChange={change} errorOf={errorOf} />
                  </Step>
                )}
                <Card as="section" padding="lg" className="grid gap-4">
                  <Field
                    label={t('desk.orders.phone.order_note')}
                    aside={site('common.optional')}
                    error={errorOf('note')}
                  >
                    <TextInput
                      value={note}
                      maxLength={200}
                      autoComplete="off"
                      onChange={({ target }) => change({ note: target.value })}
                    />
                  </Field>
                  {isSlotGone && slot !== '' && (
                    <Notice tone="warning" live>
                      {site('orders.slot_gone', { moment: formatDateTime(new Date(slot), branch.timezone, locale) })}
                    </Notice>
                  )}
                  {cart?.cash?.is_offered === true && (
                    <RadioCards
                      legend={t('desk.orders.phone.pay_with')}
                      name="pay_with"
                      columns={2}
                      cards={[
                        {
                          value: 'link' as const,
                          label: t('desk.orders.phone.pay_link'),
                          description: t(
                            hasAccount ? 'desk.orders.phone.pay_link_email' : 'desk.orders.phone.pay_link_sms',
                          ),
                        },
                        {
                          value: 'cash' as const,
                          label: t('desk.orders.phone.pay_cash'),
                          description: formatMoney(cart.cash.total.amount, cart.cash.total.currency, locale),
                        },
                      ]}
                      value={inCash ? 'cash' : 'link'}
                      onChange={setPayWith}
                    />
                  )}
                  {wrongContact !== undefined && (
                    <Notice tone="error" live>
                      {wrongContact}
                    </Notice>
                  )}
                  {hasProblem && <Notice tone="warning">{t('desk.orders.phone.settle')}</Notice>}
                  {refusal !== undefined && refusal !== answered && (
                    <PlacingRefusal
                      refusal={refusal}
                      total={sentTotal}
                      timezone={branch.timezone}
                      onSlot={(starts_at) => {
                        setAnswered(refusal)
                        change({ slot: starts_at })
                      }}
                    />
                  )}
                  <Button wide busy={isSending} disabled={!isPriced || slot === '' || hasProblem} onClick={submit}>
                    {t(inCash ? 'desk.orders.phone.place_cash' : 'desk.orders.phone.place', {
                      amount: total === undefined ? '…' : formatMoney(total.amount, total.currency, locale),
                    })}
                  </Button>
                </Card>
              </>
            )}
          </div>
        </>
      )}
      {dialog}
    </div>
  )
}

function Step({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Card as="section" padding="lg" className={wide ? 'lg:col-span-2' : undefined}>
      <h2 className="mb-3 text-md font-bold">{title}</h2>
      {children}
    </Card>
  )
}
