import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Cart } from '#contract/cart/cart.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { findPendingRequest, isOutcomeUnknown, requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { toAddressBody } from '#web/features/addresses/AddressFields.tsx'
import { useAddressChanges } from '#web/features/addresses/api.ts'
import { useRefreshFunds } from '#web/features/bookings/useOutstanding.ts'
import { cartKey } from '#web/features/cart/api.ts'
import { shopBookingKey } from '#web/features/catalogue/api.ts'
import { type OrderBody, useOrderChanges } from '#web/features/orders/api.ts'
import type { BeforeTopUp } from '#web/features/topup/useTopUp.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { removeTabValue } from '#web/storage/tabStorage.ts'
import { formatMoney } from '#web/time/format.ts'
import type { FormErrorItem } from '#web/ui/form/FormError.tsx'
import { forgetOrderDraft } from './orderDraft.ts'
import type { OrderCheckout } from './useOrderCheckout.ts'

/** What stands above a refused checkout. */
interface Summary {
  title: string
  errors: FormErrorItem[]
  attempt: number
}

/**
 * Places the order of the cart, or holds it unpaid for ten minutes. A request without an answer is kept, so that it can be
 * sent again under its own key.
 */
export function usePlaceOrder(
  checkout: OrderCheckout,
  branch: NonNullable<Cart['branch']>,
  onSending: (isSending: boolean) => void,
) {
  const { t, locale } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refreshFunds = useRefreshFunds()
  const account = useProfile().data?.id
  const { place: placing } = useOrderChanges()
  const { create: saving } = useAddressChanges()
  const [problems, setProblems] = useState<readonly { field: string; message: string }[]>([])
  const [summary, setSummary] = useState<Summary>()
  const [changed, setChanged] = useState<string>()
  const [isUnknown, setUnknown] = useState(() => findPendingRequest(requestNames.placeOrder) !== undefined)
  const { draft, priced, slot, order_type, address, vehicle } = checkout
  const cart = priced.data

  const refuse = (title: string, errors: readonly { field: string; message: string }[] = []) => {
    setProblems(errors)
    // The sentence of a field is not repeated as the title.
    const isRepeated = errors.some(({ message }) => message === title)
    const head = isRepeated ? t('errors.validation_failed') : title
    setSummary((before) => ({ title: head, errors: [...errors], attempt: (before?.attempt ?? 0) + 1 }))
  }

  /** The address of the delivery, saved first if it is new; undefined if that was refused. */
  const findAddress = async (): Promise<string | undefined> => {
    if (address !== undefined) return address.id
    const body = toAddressBody(draft.address)
    if (body === undefined) {
      refuse(t('errors.validation_failed'), [{ field: 'lat', message: t('orders.point_missing') }])
      return undefined
    }
    try {
      const saved = await saving.mutateAsync({ ...body, country_code: branch.country_code, is_default: false })
      checkout.change({ address_id: saved.id })
      return saved.id
    } catch (error) {
      const found = error instanceof CallError ? (error.problem?.errors ?? []) : []
      refuse(describeFailure(t, error), found)
      return undefined
    }
  }

  const buildBody = async (hold: boolean): Promise<OrderBody | undefined> => {
    const total = cart?.amounts?.total.amount
    if (order_type === undefined || slot === undefined || total === undefined) return undefined
    const toAddress = order_type === 'delivery' && checkout.to === 'address'
    const isNewAddress = toAddress && address === undefined
    const address_id = toAddress ? await findAddress() : undefined
    if (toAddress && address_id === undefined) return undefined
    // The charge of a new address is known once it is saved: the customer sees the total before it is paid.
    if (isNewAddress) {
      setChanged(t('orders.see_charge'))
      return undefined
    }
    const optional = (text: string) => (text.trim() === '' ? undefined : text.trim())
    return {
      order_type,
      ...(checkout.toBay && {
        park: checkout.park,
        level: optional(draft.level),
        bay: optional(draft.bay),
        booking_code: checkout.booking?.booking_code,
      }),
      address_id,
      slot: slot.starts_at,
      ...(cart?.needs_vehicle === true &&
        (vehicle === undefined
          ? { plate: checkout.plate, vehicle_type_id: checkout.vehicle_type_id }
          : { vehicle_id: vehicle.id })),
      ...(cart?.needs_key === true && { key: draft.key }),
      note: optional(draft.note),
      accept_terms: draft.accept_terms,
      ...(checkout.pay_with === 'cash' && { pay_with: checkout.pay_with }),
      total,
      hold,
    }
  }

  const send = async (body: OrderBody) => {
    setSummary(undefined)
    setProblems([])
    setChanged(undefined)
    onSending(true)
    try {
      const order = await sendOnce(requestNames.placeOrder, { body, account }, (sent, retryKey) =>
        placing.mutateAsync({ body: sent, retryKey }),
      )
      forgetOrderDraft()
      removeTabValue(shopBookingKey)
      return order
    } catch (error) {
      onSending(false)
      setUnknown(isOutcomeUnknown(error))
      if (isOutcomeUnknown(error)) {
        refuse(t('orders.unknown'))
        return undefined
      }
      const failure = error as CallError
      const found = failure.problem?.errors ?? []
      if (failure.code === 'price_changed') {
        const now = (failure.problem as { cart?: Cart } | undefined)?.cart?.amounts?.total
        setChanged(
          t('orders.price_now', {
            before: formatMoney(body.total, branch.currency, locale),
            now: now === undefined ? '' : formatMoney(now.amount, now.currency, locale),
          }),
        )
      } else refuse(describeFailure(t, failure), found)
      refreshFunds()
      void queries.invalidateQueries({ queryKey: cartKey })
      return undefined
    }
  }

  const submit = async (hold: boolean) => {
    if (placing.isPending || saving.isPending) return undefined
    const body = await buildBody(hold)
    return body === undefined ? undefined : send(body)
  }
  const open = (order: Awaited<ReturnType<typeof send>>) => {
    if (order === undefined) return
    void navigate(
      order.held_until === null ? paths.orderSuccess(order.order_number) : paths.orderPay(order.order_number),
      {
        replace: true,
      },
    )
  }
  const place = async () => open(await submit(false))
  const hold = async () => open(await submit(true))
  const sendAgain = async () => {
    const pending = findPendingRequest<OrderBody>(requestNames.placeOrder)
    if (pending === undefined) return setUnknown(false)
    open(await send(pending.body))
  }
  const holdBeforeTopUp: BeforeTopUp = async () => {
    const order = await submit(true)
    return order === undefined
      ? { leave: false }
      : { leave: true, returnTo: paths.orderPay(order.order_number), order_id: order.id }
  }
  return {
    place,
    hold,
    sendAgain,
    holdBeforeTopUp,
    isSending: placing.isPending || saving.isPending,
    /** A request was sent and not answered: the order may or may not be placed. */
    isOutcomeUnknown: isUnknown && !placing.isPending,
    errorOf: (field: string) => problems.find((problem) => problem.field === field)?.message,
    summary,
    /** What has become of the price since the customer saw it. */
    changed,
    blocked: findBlock(),
  }

  /** Why no order can be placed now; undefined if one can. */
  function findBlock(): string | undefined {
    if (cart === undefined || checkout.isLoading) return t('common.loading')
    if (cart.lines.some(({ problem }) => problem !== null)) return t('cart.blocked')
    if (order_type === undefined) return t('orders.no_type')
    if (cart.minimum?.missing)
      return t('cart.minimum', {
        amount: formatMoney(cart.minimum.amount.amount, cart.minimum.amount.currency, locale),
        missing: formatMoney(cart.minimum.missing.amount, cart.minimum.missing.currency, locale),
      })
    if (cart.delivery?.is_inside === false) return t('orders.outside')
    if (slot === undefined) return checkout.slots.data === undefined ? t('common.loading') : t('orders.no_time')
    return undefined
  }
}

export type Placing = ReturnType<typeof usePlaceOrder>
