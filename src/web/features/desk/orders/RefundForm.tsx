import { type FormEvent, useState } from 'react'
import type { DeskRecord } from '#contract/lists/records.ts'
import { currencySign } from '#contract/money.ts'
import { stockChoices, type OrderRecord } from '#contract/orders/desk/order-record.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
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
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface RefundFormProps {
  order: OrderRecord
  onChanged: (record: DeskRecord) => void
}

/** Refunds units of lines and the delivery, or an amount, with a reason. */
export function RefundForm({ order, onChanged }: RefundFormProps) {
  const { t, translateKey, locale } = useDeskWords()
  const { run, errors, dialog } = usePanelCall()
  const [how, setHow] = useState<'lines' | 'amount'>('lines')
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({})
  const [delivery, setDelivery] = useState(false)
  const [amount, setAmount] = useState('')
  const [stock, setStock] = useState<(typeof stockChoices)[number]>('return')
  const [reason, setReason] = useState('')
  // One for all attempts: after a lost answer, the same refund is not made twice. A new one after each refund.
  const [retryKey, setRetryKey] = useState(() => crypto.randomUUID())
  const lines = order.lines.filter(({ quantity, refunded_quantity }) => refunded_quantity < quantity)
  const chosen = lines
    .map(({ id }) => ({ id, quantity: Number(units[id] ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  const canRefundDelivery = order.delivery !== null && order.delivery.amount > order.delivery_refunded.amount
  const hasStock = how === 'lines' && lines.some(({ id, has_stock }) => has_stock && Number(units[id] ?? 0) > 0)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = parseTypedNumber(amount, locale)
    const parts = how === 'lines' ? { lines: chosen, delivery } : { ...(typed !== undefined && { amount: typed }) }
    const changed = await run(
      () =>
        call('POST /api/v1/admin/online-orders/{id}/refund', {
          params: { id: order.id },
          body: { ...parts, stock, reason },
          retryKey,
        }),
      ({ refunds }) => t(refunds.at(-1)?.status === 'waiting' ? 'desk.orders.money.asked' : 'desk.orders.money.paid'),
    )
    if (changed === undefined) return
    setUnits({})
    setDelivery(false)
    setAmount('')
    setReason('')
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
            })}{' '}
            {t('desk.orders.money.to_wallet')}
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
        <Field
          label={t('desk.orders.money.reason')}
          hint={t('desk.orders.money.reason_hint')}
          error={errors['reason']}
          required
        >
          <TextArea name="refund_reason" value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <Button type="submit" size="md" className="justify-self-start">
          {t('desk.orders.money.pay')}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
