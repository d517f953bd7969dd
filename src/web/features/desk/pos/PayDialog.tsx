import { type FormEvent, useRef, useState } from 'react'
import { splitPayment, suggestTendered } from '#contract/cash/cash.ts'
import type { OwnShift } from '#contract/cash/desk/own-shift.ts'
import type { Money } from '#contract/fields.ts'
import { currencySign, toMajor, toMinor } from '#contract/money.ts'
import type { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatTypedNumber, parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'

/** How a sale is paid, as it is sent. */
export interface Paid {
  terminal?: { amount: number; slip: string }
  tendered?: number
  again?: boolean
}

interface PayDialogProps {
  register: OwnShift['register']
  total: Money
  errors: Readonly<Record<string, string>>
  refusal: CallError | undefined
  onPay: (paid: Paid) => Promise<void>
  onClose: () => void
}

/** Takes the money of a sale: cash with its change, the card terminal with its slip, or some of both. */
export function PayDialog({ register, total, errors, refusal, onPay, onClose }: PayDialogProps) {
  const { t, labelled, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { currency } = register
  const [terminal, setTerminal] = useState('')
  const [slip, setSlip] = useState('')
  const [given, setGiven] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const cash = useRef<HTMLInputElement>(null)
  const show = (minor: bigint) => formatMoney(toMajor(minor, currency), currency, locale)
  const minorOf = (text: string) => {
    const typed = parseTypedNumber(text, locale)
    return typed === undefined ? undefined : toMinor(typed, currency)
  }
  const total_minor = toMinor(total.amount, currency)!
  const step_minor = toMinor(register.cash_step.amount, currency)!
  const terminal_minor = terminal.trim() === '' ? 0n : minorOf(terminal)
  const tendered_minor = given.trim() === '' ? undefined : minorOf(given)
  const split =
    terminal_minor === undefined ? undefined : splitPayment(total_minor, { terminal_minor, tendered_minor }, step_minor)
  const due_minor =
    split?.kind === 'short' ? split.due_minor : split?.kind === 'paid' ? (split.cash?.due_minor ?? 0n) : 0n
  const terminalError =
    terminal_minor === undefined
      ? site('errors.fields.number')
      : split?.kind === 'too_much'
        ? site('errors.fields.too_large')
        : errors['terminal']
  const needsSlip = terminal_minor !== 0n && slip.trim() === ''
  const givenError =
    given.trim() !== '' && tendered_minor === undefined
      ? site('errors.fields.number')
      : split?.kind === 'short'
        ? t('desk.pos.payment.short', { amount: show(due_minor - (tendered_minor ?? 0n)) })
        : errors['tendered']
  const isWrong = terminalError !== undefined || givenError !== undefined || split?.kind !== 'paid' || needsSlip
  const send = async (again: boolean) => {
    setIncomplete(isWrong)
    if (isWrong || isBusy) return
    setBusy(true)
    await onPay({
      ...(terminal_minor !== 0n && { terminal: { amount: toMajor(terminal_minor!, currency), slip: slip.trim() } }),
      ...(tendered_minor !== undefined && due_minor > 0n && { tendered: toMajor(tendered_minor, currency) }),
      ...(again && { again }),
    })
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(false)
  }
  const isUsed = refusal?.code === 'slip_used'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.payment.title')}
      closeLabel={t('desk.close')}
      size="md"
      initialFocus={cash}
      footer={
        <Button type="submit" form="payment" wide busy={isBusy}>
          {t('desk.pos.payment.submit')}
        </Button>
      }
    >
      <form id="payment" noValidate onSubmit={submit} className="grid gap-5">
        <p className="flex items-baseline justify-between gap-4">
          <span className="text-ink-2">{t('desk.pos.payment.due')}</span>
          <span className="text-3xl font-bold tabular-nums">{show(total_minor)}</span>
        </p>
        {due_minor > 0n && (
          <div className="grid gap-3">
            <Field
              label={t('desk.pos.payment.given')}
              aside={labelled(t('desk.pos.payment.due_cash'), show(due_minor))}
              error={isIncomplete || given !== '' ? givenError : undefined}
            >
              <TextInput
                ref={cash}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                placeholder={currencySign(currency, locale)}
                value={given}
                onChange={({ target }) => setGiven(target.value)}
              />
            </Field>
            <div className="flex flex-wrap gap-2">
              {suggestTendered(due_minor, currency).map((minor) => (
                <Button
                  key={String(minor)}
                  variant="outline"
                  size="md"
                  onClick={() => setGiven(formatTypedNumber(toMajor(minor, currency), locale, 2))}
                >
                  {show(minor)}
                </Button>
              ))}
            </div>
            {split?.kind === 'paid' && split.cash !== null && (
              <p className="flex items-baseline justify-between gap-4 text-xl font-bold">
                <span>{t('desk.pos.payment.change')}</span>
                <output className="tabular-nums">{show(split.cash.change_minor)}</output>
              </p>
            )}
          </div>
        )}
        {register.takes_terminal && (
          <div className="grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
            <Field
              label={t('desk.pos.payment.terminal')}
              aside={site('common.optional')}
              error={terminal !== '' ? terminalError : undefined}
            >
              <TextInput
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={terminal}
                onChange={({ target }) => setTerminal(target.value)}
              />
            </Field>
            <Field
              label={t('desk.pos.payment.slip')}
              error={isIncomplete && needsSlip ? site('errors.fields.required') : undefined}
            >
              <TextInput
                autoComplete="off"
                maxLength={40}
                value={slip}
                onChange={({ target }) => setSlip(target.value)}
              />
            </Field>
            <Button
              variant="outline"
              size="md"
              className="justify-self-start"
              onClick={() => {
                setTerminal(formatTypedNumber(total.amount, locale, 2))
                setGiven('')
              }}
            >
              {t('desk.pos.payment.all_terminal')}
            </Button>
          </div>
        )}
        {refusal !== undefined && !isUsed && Object.keys(errors).length === 0 && (
          <Notice tone="error" live>
            {describeFailure(site, refusal)}
          </Notice>
        )}
        {isUsed && (
          <Notice tone="warning" live>
            <p>{t('desk.pos.payment.slip_used', { slip: slip.trim() })}</p>
            <Button variant="outline" size="md" className="mt-2" onClick={() => send(true)}>
              {t('desk.pos.payment.slip_again')}
            </Button>
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
