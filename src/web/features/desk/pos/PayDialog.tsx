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
  mobile?: { amount: number; reference: string }
  wallet?: number
  tendered?: number
  again?: boolean
}

interface PayDialogProps {
  register: OwnShift['register']
  total: Money
  errors: Readonly<Record<string, string>>
  refusal: CallError | undefined
  /** Whether the owner of a wallet can pay a part on their own device. */
  takesWallets?: boolean
  /** A refusal that whoever sells may overrule, and the button for it. */
  question?: { code: string; label: string }
  onPay: (paid: Paid, isOverruled: boolean) => Promise<void>
  onClose: () => void
}

/** Takes the money of a sale: cash with its change, the card terminal with its slip, mobile money, a wallet, or some of each. */
export function PayDialog({
  register,
  total,
  errors,
  refusal,
  takesWallets = false,
  question,
  onPay,
  onClose,
}: PayDialogProps) {
  const { t, labelled, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { currency } = register
  const [terminal, setTerminal] = useState('')
  const [slip, setSlip] = useState('')
  const [mobile, setMobile] = useState('')
  const [reference, setReference] = useState('')
  const [wallet, setWallet] = useState('')
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
  const readPart = (text: string) => (text.trim() === '' ? 0n : minorOf(text))
  const [terminal_minor, mobile_minor, wallet_minor] = [readPart(terminal), readPart(mobile), readPart(wallet)]
  const tendered_minor = given.trim() === '' ? undefined : minorOf(given)
  const other_minor =
    terminal_minor === undefined || mobile_minor === undefined || wallet_minor === undefined
      ? undefined
      : terminal_minor + mobile_minor + wallet_minor
  const split =
    other_minor === undefined ? undefined : splitPayment(total_minor, { other_minor, tendered_minor }, step_minor)
  const due_minor =
    split?.kind === 'short' ? split.due_minor : split?.kind === 'paid' ? (split.cash?.due_minor ?? 0n) : 0n
  const errorOf = (field: 'terminal' | 'mobile' | 'wallet', text: string, minor: bigint | undefined) =>
    text === ''
      ? errors[field]
      : minor === undefined
        ? site('errors.fields.number')
        : split?.kind === 'too_much'
          ? site('errors.fields.too_large')
          : errors[field]
  const terminalError = errorOf('terminal', terminal, terminal_minor)
  const mobileError = errorOf('mobile', mobile, mobile_minor)
  const walletError = errorOf('wallet', wallet, wallet_minor)
  const needsSlip = terminal_minor !== 0n && slip.trim() === ''
  const needsReference = mobile_minor !== 0n && reference.trim() === ''
  const givenError =
    given.trim() !== '' && tendered_minor === undefined
      ? site('errors.fields.number')
      : split?.kind === 'short'
        ? t('desk.pos.payment.short', { amount: show(due_minor - (tendered_minor ?? 0n)) })
        : errors['tendered']
  const isWrong =
    [terminalError, mobileError, walletError, givenError].some((error) => error !== undefined) ||
    split?.kind !== 'paid' ||
    needsSlip ||
    needsReference
  const send = async (again: boolean, isOverruled = false) => {
    setIncomplete(isWrong)
    if (isWrong || isBusy) return
    setBusy(true)
    await onPay(
      {
        ...(terminal_minor !== 0n && { terminal: { amount: toMajor(terminal_minor!, currency), slip: slip.trim() } }),
        ...(mobile_minor !== 0n && {
          mobile: { amount: toMajor(mobile_minor!, currency), reference: reference.trim() },
        }),
        ...(wallet_minor !== 0n && { wallet: toMajor(wallet_minor!, currency) }),
        ...(tendered_minor !== undefined && due_minor > 0n && { tendered: toMajor(tendered_minor, currency) }),
        ...(again && { again }),
      },
      isOverruled,
    )
    setBusy(false)
  }
  /** One method takes all of it. */
  const fill = (set: (text: string) => void) => {
    setTerminal('')
    setMobile('')
    setWallet('')
    setGiven('')
    set(formatTypedNumber(total.amount, locale, 2))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(false)
  }
  const isUsed = refusal?.code === 'slip_used'
  const isQuestion = question !== undefined && refusal?.code === question.code
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.payment.title')}
      closeLabel={t('desk.close')}
      size="md"
      initialFocus={cash}
      footer={
        // What was refused stands where it was pressed: on a phone, the fields above are longer than the screen.
        <div className="grid w-full gap-3">
          {refusal !== undefined && !isUsed && !isQuestion && Object.keys(errors).length === 0 && (
            <Notice tone="error" live>
              {describeFailure(site, refusal)}
            </Notice>
          )}
          {isQuestion && (
            <Notice tone="warning" live>
              <p>{describeFailure(site, refusal)}</p>
              <Button variant="outline" size="md" className="mt-2" onClick={() => send(false, true)}>
                {question.label}
              </Button>
            </Notice>
          )}
          {isUsed && (
            <Notice tone="warning" live>
              <p>
                {describeFailure(site, refusal)} {t('desk.pos.payment.slip_question')}
              </p>
              <Button variant="outline" size="md" className="mt-2" onClick={() => send(true)}>
                {t('desk.pos.payment.slip_again')}
              </Button>
            </Notice>
          )}
          <Button type="submit" form="payment" wide busy={isBusy}>
            {t(wallet_minor === 0n ? 'desk.pos.payment.submit' : 'desk.pos.payment.ask_wallet')}
          </Button>
        </div>
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
          <Part
            label={t('desk.pos.payment.terminal')}
            amount={terminal}
            onAmount={setTerminal}
            error={terminalError}
            detail={{
              label: t('desk.pos.payment.slip'),
              value: slip,
              onChange: setSlip,
              error: isIncomplete && needsSlip ? site('errors.fields.required') : undefined,
            }}
            all={t('desk.pos.payment.all_terminal')}
            onAll={() => fill(setTerminal)}
          />
        )}
        {register.takes_mobile_money && (
          <Part
            label={t('desk.pos.payment.mobile')}
            amount={mobile}
            onAmount={setMobile}
            error={mobileError}
            detail={{
              label: t('desk.pos.payment.reference'),
              value: reference,
              onChange: setReference,
              error: isIncomplete && needsReference ? site('errors.fields.required') : undefined,
            }}
            all={t('desk.pos.payment.all_mobile')}
            onAll={() => fill(setMobile)}
          />
        )}
        {takesWallets && (
          <Part
            label={t('desk.pos.payment.wallet')}
            hint={t('desk.pos.payment.wallet_hint')}
            amount={wallet}
            onAmount={setWallet}
            error={walletError}
            all={t('desk.pos.payment.all_wallet')}
            onAll={() => fill(setWallet)}
          />
        )}
      </form>
    </Dialog>
  )
}

interface PartProps {
  label: string
  hint?: string
  amount: string
  onAmount: (text: string) => void
  error: string | undefined
  /** The number of its slip, or its reference. */
  detail?: { label: string; value: string; onChange: (text: string) => void; error: string | undefined }
  all: string
  onAll: () => void
}

/** What a method other than cash takes. */
function Part({ label, hint, amount, onAmount, error, detail, all, onAll }: PartProps) {
  const { t: site } = useTranslation()
  return (
    <div className="grid items-start gap-3 border-t border-line pt-4 sm:grid-cols-2">
      <Field label={label} aside={site('common.optional')} hint={hint} error={error}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={amount}
          onChange={({ target }) => onAmount(target.value)}
        />
      </Field>
      {detail !== undefined && (
        <Field label={detail.label} error={detail.error}>
          <TextInput
            autoComplete="off"
            maxLength={40}
            value={detail.value}
            onChange={({ target }) => detail.onChange(target.value)}
          />
        </Field>
      )}
      <Button variant="outline" size="md" className="justify-self-start" onClick={onAll}>
        {all}
      </Button>
    </div>
  )
}
