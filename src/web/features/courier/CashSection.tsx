import { type FormEvent, useState } from 'react'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { formatTypedNumber, parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { ShownDay } from './applySteps.ts'
import type { CourierPhone } from './courierPhone.ts'
import { usePhoneState } from './useCourierPhone.ts'
import { useCourierWords } from './words.ts'

interface CashSectionProps {
  phone: CourierPhone
  day: ShownDay
}

/** What the courier holds in cash, and how it is handed in: announced here, counted at a register. */
export function CashSection({ phone, day }: CashSectionProps) {
  const { t, locale } = useCourierWords()
  const { cash, hand_in, is_full } = day
  if (cash.length === 0) return null
  return (
    <section className="grid gap-2.5">
      <h2 className="text-lg">{t('courier.cash.title')}</h2>
      {is_full && <Notice tone="warning">{t('courier.cash.full')}</Notice>}
      {hand_in !== null && <Announced phone={phone} handIn={hand_in} />}
      {cash.map((held) => (
        <Card key={held.held.currency} className="grid gap-3">
          <p className="text-2xl font-bold tabular-nums">{formatMoney(held.held.amount, held.held.currency, locale)}</p>
          {hand_in === null && held.branches.length > 0 && <HandInForm phone={phone} held={held} />}
        </Card>
      ))}
    </section>
  )
}

function Announced({ phone, handIn }: { phone: CourierPhone; handIn: NonNullable<ShownDay['hand_in']> }) {
  const { t, locale } = useCourierWords()
  const { amount, branch } = handIn
  const withdraw = async () => {
    const day = await call('DELETE /api/v1/courier/hand-ins', {}).catch(() => undefined)
    if (day !== undefined) await phone.keepDay(day)
  }
  return (
    <Notice
      live
      title={t('courier.cash.announced', { amount: formatMoney(amount.amount, amount.currency, locale), branch })}
      action={
        <Button variant="outline" size="sm" onClick={withdraw}>
          {t('courier.cash.withdraw')}
        </Button>
      }
    >
      {t('courier.cash.announced_text')}
    </Notice>
  )
}

function HandInForm({ phone, held }: { phone: CourierPhone; held: ShownDay['cash'][number] }) {
  const { t, locale } = useCourierWords()
  const { t: site } = useTranslation()
  const { connection } = usePhoneState(phone)
  const [amount, setAmount] = useState(formatTypedNumber(held.held.amount, locale, 2))
  const [branch_id, setBranch] = useState(held.branches[0]!.id)
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { keyOf, forget } = useRetryKey()
  const typed = parseTypedNumber(amount, locale)
  const announce = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    setMissing(typed === undefined)
    if (typed === undefined) return
    const body = { branch_id, amount: typed }
    const day = await call('POST /api/v1/courier/hand-ins', { body, retryKey: keyOf(body) }).catch(setFailure)
    if (day === undefined) return
    forget()
    await phone.keepDay(day)
  }
  return (
    <form noValidate onSubmit={(event) => void announce(event)} className="grid gap-3">
      <Field
        label={t('courier.cash.amount')}
        error={isMissing && typed === undefined ? site('errors.fields.required') : undefined}
        required
      >
        <TextInput
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </Field>
      {held.branches.length > 1 && (
        <Field label={t('courier.cash.branch')} required>
          <NativeSelect
            name="branch_id"
            value={branch_id}
            options={held.branches.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => setBranch(target.value)}
          />
        </Field>
      )}
      {failure !== undefined && <Notice tone="error">{describeFailure(site, failure)}</Notice>}
      <Button type="submit" variant="outline" wide disabled={connection === 'offline'}>
        {t('courier.cash.announce')}
      </Button>
    </form>
  )
}
