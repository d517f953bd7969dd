import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { createSale, listPayableOrders } from '#contract/orders/desk/pos.ts'
import { call } from '#web/api/call.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { payableOrdersQuery } from './api.ts'
import { PayDialog, type Paid } from './PayDialog.tsx'

type Payable = AnswerOf<typeof listPayableOrders>['items'][number]

interface OrdersToPayProps {
  register: OwnShift['register']
  /** The number of the order that is looked for. */
  number: string
  onPaid: (sale: AnswerOf<typeof createSale>) => void
  onClose: () => void
}

/** The orders that are paid in cash, of which one is paid at this register and handed over if it is ready. */
export function OrdersToPay({ register, number, onPaid, onClose }: OrdersToPayProps) {
  const { t, translateKey, locale } = useDeskWords()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(payableOrdersQuery)
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [search, setSearch] = useState(number)
  const [chosen, setChosen] = useState<Payable>()
  const { keyOf } = useRetryKey()
  const typed = search.trim().split('/').at(-1)!.toUpperCase()
  const isFound = ({ order_number, token, customer }: Payable) =>
    typed === '' ||
    order_number.startsWith(typed) ||
    String(token) === typed ||
    customer?.toUpperCase().includes(typed) === true
  const found = data?.items.filter(isFound) ?? []
  const pay = async (paid: Paid) => {
    const { id } = chosen!
    const sale = await run(
      () => call('POST /api/v1/pos/orders/{id}/payment', { params: { id }, body: paid, retryKey: keyOf({ id, paid }) }),
      t('desk.pos.to_pay.done'),
    )
    if (sale === undefined) return
    void queries.invalidateQueries({ queryKey: ['desk'] })
    onPaid(sale)
    onClose()
  }
  if (chosen !== undefined)
    return (
      <>
        <PayDialog
          register={register}
          total={chosen.total}
          errors={errors}
          refusal={refusal}
          onPay={pay}
          onClose={() => setChosen(undefined)}
        />
        {dialog}
      </>
    )
  return (
    <Dialog open onOpenChange={onClose} title={t('desk.pos.to_pay.title')} closeLabel={t('desk.close')} size="md">
      <div className="grid gap-4">
        <Field label={t('desk.pos.to_pay.search')}>
          <TextInput
            autoComplete="off"
            maxLength={60}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        {error !== null ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-32 rounded-xl" aria-label={t('desk.loading')} />
        ) : found.length === 0 ? (
          <p className="text-ink-2">{t(typed === '' ? 'desk.pos.to_pay.empty' : 'desk.pos.to_pay.none')}</p>
        ) : (
          <ul className="grid">
            {found.map((order) => (
              <li key={order.id} className="flex flex-wrap items-center gap-3 border-b border-line py-3 last:border-0">
                <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                  <span className="font-bold tabular-nums">
                    {order.token} · {order.order_number}
                  </span>
                  <span className="block">{order.items}</span>
                  <span className="block text-sm text-ink-2">
                    {[
                      order.customer,
                      translateKey(`desk.words.order_types.${order.order_type}`),
                      translateKey(`desk.words.order_states.${order.status}`),
                      formatMoment(new Date(order.promised_at), order.timezone, locale),
                    ]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  </span>
                </p>
                <Button size="md" className="min-h-11" onClick={() => setChosen(order)}>
                  {t('desk.pos.pay', { amount: formatMoney(order.total.amount, order.total.currency, locale) })}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
