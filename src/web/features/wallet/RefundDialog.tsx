import { type FormEvent, useId, useState } from 'react'
import { toCharged } from '#contract/money.ts'
import type { TopUp } from '#contract/wallet/wallet.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { amountKeyboard, fractionProblem, signBeside } from '#web/features/topup/amount.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { nameOf } from '#web/features/topup/gateway.ts'
import { findCoverage, findWalletBalance } from '#web/features/topup/money.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoment, formatMoney } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { formatTypedNumber, readTypedAmount } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { AmountTable } from '#web/ui/Table.tsx'
import { useRefund } from './api.ts'

export interface RefundDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Top-ups that can be refunded at least in part. */
  topUps: readonly TopUp[]
}

/** Refunds a top-up: chooses it and the amount, and shows the remaining balance before confirming. */
export default function RefundDialog({ open, onOpenChange, topUps }: RefundDialogProps) {
  const { t, language, locale } = useTranslation()
  const form = useId()
  const [reference, setReference] = useState(topUps[0]?.reference)
  const topUp = topUps.find((topUp) => topUp.reference === reference) ?? topUps[0]
  const [text, setText] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const wallet = useWallet()
  const refund = useRefund()
  if (topUp === undefined) return null
  const { currency, refundable, refund_whole, provider } = topUp
  const money = (amount: number) => formatMoney(amount, currency, locale)
  const amount = text.trim() === '' || refund_whole ? refundable : readTypedAmount(text)?.amount
  const isWithin = amount !== undefined && amount > 0 && amount <= refundable
  // A payment that arrived in part may have a fraction; all of it can still be refunded.
  const isRight = isWithin && (amount === refundable || toCharged(amount, currency) !== undefined)
  const error = isRight
    ? undefined
    : isWithin
      ? t(`wallet.${fractionProblem(currency)}`)
      : t('wallet.refunds.wrong', { most: money(refundable) })
  const balance = wallet.data && findWalletBalance(wallet.data, currency).balance
  const coverage = balance === undefined || !isRight ? undefined : findCoverage(balance, amount, currency)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isRight || refund.isPending) return
    try {
      const body = { payment_reference: topUp.reference, amount }
      const answer = await sendOnce(requestNames.refund(topUp.reference), { body }, (sent, retryKey) =>
        refund.mutateAsync({ ...sent, retryKey }),
      )
      onOpenChange(false)
      toast(answer.message, { tone: answer.status === 'failed' ? 'error' : 'success' })
    } catch {
      // The dialog shows `refund.error`.
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.refunds.dialog')}
      closeLabel={t('common.close')}
      size="md"
      footer={
        <Button type="submit" form={form} wide busy={refund.isPending}>
          {t('wallet.refunds.send', { amount: isRight ? money(amount) : '' })}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void send(event)} className="grid grid-cols-1 gap-4">
        {refund.error && <Notice tone="error">{describeFailure(t, refund.error)}</Notice>}
        <RadioCards
          legend={t('wallet.refunds.which')}
          value={topUp.reference}
          onChange={(chosen) => {
            setReference(chosen)
            setText('')
          }}
          cards={topUps.map((topUp) => ({
            value: topUp.reference,
            label: `${nameOf(topUp.provider)} · ${formatMoney(topUp.amount, topUp.currency, locale)}`,
            description: formatMoment(new Date(topUp.created_at), deviceZone(), locale),
          }))}
        />
        {refund_whole ? (
          <p className="text-ink-2">{t('wallet.refunds.whole', { provider: nameOf(provider) })}</p>
        ) : (
          <Field
            label={t('wallet.amount', { currency })}
            hint={t('wallet.refunds.most', { most: money(refundable) })}
            error={submitted || text !== '' ? error : undefined}
          >
            <TextInput
              name="amount"
              inputMode={amountKeyboard(currency)}
              value={text}
              placeholder={formatTypedNumber(refundable, language, 2)}
              onChange={(event) => setText(event.target.value)}
              {...signBeside(currency, locale)}
            />
          </Field>
        )}
        {coverage?.state === 'enough' && balance !== undefined && isRight && (
          <AmountTable
            caption={t('wallet.refunds.sum')}
            rows={[
              { label: t('wallet.balance'), amount: money(balance) },
              { label: t('wallet.refunds.back', { provider: nameOf(provider) }), amount: money(-amount) },
            ]}
            total={{ label: t('wallet.refunds.left'), amount: money(coverage.left) }}
          />
        )}
        <p className="text-sm text-ink-2">{t('wallet.refunds.days', { provider: nameOf(provider) })}</p>
      </form>
    </Dialog>
  )
}
