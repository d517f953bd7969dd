import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import type { Money } from '#contract/fields.ts'
import type { DeskRecord } from '#contract/lists/records.ts'
import { currencySign } from '#contract/money.ts'
import { orderRefundCauses } from '#contract/orders/desk/order-reasons.ts'
import { stockChoices, type OrderRecord } from '#contract/orders/desk/order-record.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { Segmented } from '#web/ui/form/Segmented.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface RefundFormProps {
  order: OrderRecord
  /** Whether somebody with an open drawer makes it, out of which it can be paid. */
  isAtCounter?: boolean
  onChanged: (record: DeskRecord) => void
}

interface RefundRequest {
  lines?: string
  delivery?: 'true'
  amount?: string
}

/** What a refund would pay. Not among the desk's own queries, which are read again once it is made. */
const usePreview = (id: string, request: RefundRequest | undefined, refunded: number) =>
  useQuery({
    queryKey: ['order_refund', id, refunded, request],
    queryFn: ({ signal }) =>
      call('GET /api/v1/admin/online-orders/{id}/refund', { params: { id }, query: request!, signal }),
    enabled: request !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Refunds units of lines and the delivery, or an amount, with its cause; the amount and where it goes are shown before. */
export function RefundForm({ order, isAtCounter = false, onChanged }: RefundFormProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, dialog } = usePanelCall()
  const [cause, setCause] = useState('')
  const [how, setHow] = useState<'lines' | 'amount'>('lines')
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({})
  const [delivery, setDelivery] = useState(false)
  const [amount, setAmount] = useState('')
  const [stock, setStock] = useState<(typeof stockChoices)[number]>('return')
  const [reason, setReason] = useState('')
  const [to, setTo] = useState<'wallet' | 'drawer'>('wallet')
  // Without an account there is no wallet, and what a wallet paid goes back there.
  const canChoose = isAtCounter && order.has_account && order.payments.some(({ method }) => method !== 'wallet')
  const isFromDrawer = !order.has_account || (canChoose && to === 'drawer')
  const show = (money: Money) => formatMoney(money.amount, money.currency, locale)
  // One for all attempts: after a lost answer, the same refund is not made twice. A new one after each refund.
  const [retryKey, setRetryKey] = useState(() => crypto.randomUUID())
  const lines = order.lines.filter(({ quantity, refunded_quantity }) => refunded_quantity < quantity)
  const chosen = lines
    .map(({ id }) => ({ id, quantity: Number(units[id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const canRefundDelivery = order.delivery !== null && order.delivery.amount > order.delivery_refunded.amount
  const hasStock = how === 'lines' && lines.some(({ id, has_stock }) => has_stock && Number(units[id] ?? 0) > 0)
  const typed = useDeferredValue(parseTypedNumber(amount, locale))
  const request: RefundRequest | undefined =
    how === 'amount'
      ? typed !== undefined && typed > 0
        ? { amount: String(typed) }
        : undefined
      : chosen.length > 0 || delivery
        ? {
            ...(chosen.length > 0 && { lines: chosen.map((line) => `${line.id}:${line.quantity}`).join(',') }),
            ...(delivery && { delivery: 'true' as const }),
          }
        : undefined
  const { data, error, isPlaceholderData } = usePreview(order.id, request, order.refunded.amount)
  const preview = request === undefined || error !== null ? undefined : data
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Nothing is refunded whose amount was not on the screen.
    if (request !== undefined && (preview === undefined || isPlaceholderData)) return
    const parts = how === 'lines' ? { lines: chosen, delivery } : { ...(typed !== undefined && { amount: typed }) }
    const changed = await run(
      () =>
        call('POST /api/v1/admin/online-orders/{id}/refund', {
          params: { id: order.id },
          body: {
            ...parts,
            ...(canChoose && { to }),
            stock,
            cause: cause as (typeof orderRefundCauses)[number],
            reason,
          },
          retryKey,
        }),
      ({ refunds }) =>
        t(
          refunds.at(-1)?.status === 'waiting'
            ? 'desk.orders.money.asked'
            : isFromDrawer
              ? 'desk.orders.money.paid_out'
              : 'desk.orders.money.paid',
        ),
    )
    if (changed === undefined) return
    setUnits({})
    setDelivery(false)
    setAmount('')
    setReason('')
    setCause('')
    setRetryKey(crypto.randomUUID())
    onChanged(changed as DeskRecord)
  }
  return (
    <Card as="section" padding="lg" className="@2xl:col-span-2">
      <form noValidate onSubmit={submit} className="grid max-w-2xl gap-4">
        <div>
          <h2 className="text-md font-bold">{t('desk.orders.money.refund')}</h2>
          <p className="text-sm text-ink-2">
            {t('desk.orders.money.left', {
              amount: formatMoney(order.refundable.amount, order.refundable.currency, locale),
            })}
          </p>
        </div>
        <Segmented
          label={t('desk.orders.money.what')}
          segments={[
            { value: 'lines', label: t('desk.orders.money.by_lines') },
            { value: 'amount', label: t('desk.orders.money.by_amount') },
          ]}
          value={how}
          onChange={setHow}
        />
        {how === 'lines' ? (
          <>
            {lines.map(({ id, name, quantity, refunded_quantity }) => (
              <Field
                key={id}
                label={t('desk.orders.money.units', { name })}
                error={chosen.some((candidate) => candidate.id === id) ? errors['lines'] : undefined}
              >
                <NativeSelect
                  value={units[id] ?? '0'}
                  onChange={({ target }) => setUnits((before) => ({ ...before, [id]: target.value }))}
                  options={Array.from({ length: quantity - refunded_quantity + 1 }, (_, n) => ({
                    value: String(n),
                    label: `${n} ${t('desk.orders.money.of', { count: quantity - refunded_quantity })}`,
                  }))}
                />
              </Field>
            ))}
            {canRefundDelivery && (
              <Checkbox
                label={t('desk.orders.money.delivery', {
                  amount: formatMoney(
                    order.delivery!.amount - order.delivery_refunded.amount,
                    order.delivery!.currency,
                    locale,
                  ),
                })}
                checked={delivery}
                onChange={({ target }) => setDelivery(target.checked)}
              />
            )}
            {hasStock && (
              <Field label={t('desk.orders.money.stock')}>
                <NativeSelect
                  value={stock}
                  onChange={({ target }) => setStock(target.value as typeof stock)}
                  options={stockChoices.map((value) => ({
                    value,
                    label: translateKey(`desk.words.stock_choices.${value}`),
                  }))}
                />
              </Field>
            )}
            {errors['amount'] !== undefined && (
              <p role="alert" className="text-sm font-semibold text-bad">
                {errors['amount']}
              </p>
            )}
          </>
        ) : (
          <Field label={t('desk.orders.money.amount')} error={errors['amount']} required>
            <TextInput
              name="refund_amount"
              inputMode="decimal"
              autoComplete="off"
              before={currencySign(order.currency, locale)}
              value={amount}
              onChange={({ target }) => setAmount(target.value)}
            />
          </Field>
        )}
        {canChoose && (
          <Segmented
            label={t('desk.orders.money.to')}
            segments={[
              { value: 'wallet', label: t('desk.orders.money.wallet') },
              { value: 'drawer', label: t('desk.orders.money.drawer') },
            ]}
            value={to}
            onChange={setTo}
          />
        )}
        {errors['to'] !== undefined && (
          <p role="alert" className="text-sm font-semibold text-bad">
            {errors['to']}
          </p>
        )}
        <Field label={t('desk.orders.money.cause')} error={errors['cause']} required>
          <NativeSelect
            name="refund_cause"
            value={cause}
            placeholder={t('desk.form.choose')}
            onChange={({ target }) => setCause(target.value)}
            options={orderRefundCauses.map((value) => ({
              value,
              label: translateKey(`desk.words.order_refund_causes.${value}`),
            }))}
          />
        </Field>
        <Field
          label={t('desk.orders.money.reason')}
          hint={t('desk.orders.money.reason_hint')}
          error={errors['reason']}
          required
        >
          <TextArea name="refund_reason" value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <div className="grid gap-2 rounded-xl bg-sunk p-4" aria-live="polite">
          {preview === undefined ? (
            <p className="text-sm text-ink-2">
              {error === null || request === undefined ? t('desk.orders.money.nothing') : describeAmount(site, error)}
            </p>
          ) : (
            <>
              <p className="text-md font-bold">
                {t(isFromDrawer ? 'desk.orders.money.from_drawer' : 'desk.orders.money.to_wallet', {
                  amount: show(preview.amount),
                })}
              </p>
              <p className="text-sm text-ink-2">{t('desk.orders.money.left_after', { amount: show(preview.left) })}</p>
              {preview.needs_approval && (
                <Notice tone="warning">{t('desk.orders.money.approval', { amount: show(preview.limit) })}</Notice>
              )}
            </>
          )}
        </div>
        <Button type="submit" size="md" className="justify-self-start">
          {preview === undefined
            ? t('desk.orders.money.refund')
            : t(preview.needs_approval ? 'desk.orders.money.ask' : 'desk.orders.money.pay', {
                amount: show(preview.amount),
              })}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}

/** The sentence at the field that the server refuses, or what went wrong. */
const describeAmount = (t: Parameters<typeof describeFailure>[0], error: Error): string =>
  (error instanceof CallError ? error.problem?.errors?.[0]?.message : undefined) ?? describeFailure(t, error)
