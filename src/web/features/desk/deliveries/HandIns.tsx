import { type FormEvent, useState } from 'react'
import type { DeliveryBoard } from '#contract/deliveries/delivery-board.ts'
import { call } from '#web/api/call.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { parseTypedNumber } from '#web/time/typedNumber.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

type HandIn = DeliveryBoard['hand_ins'][number]

/** Cash that couriers hand in: counted, it goes into the drawer of the reader's shift. */
export function HandIns({ handIns }: { handIns: readonly HandIn[] }) {
  const { t } = useDeskWords()
  if (handIns.length === 0) return null
  return (
    <section aria-labelledby="hand-ins" className="grid gap-2">
      <h2 id="hand-ins" className="text-base font-bold">
        {t('desk.deliveries.cash.title')}
      </h2>
      <p className="text-sm text-ink-2">{t('desk.deliveries.cash.text')}</p>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {handIns.map((handIn) => (
          <li key={handIn.id}>
            <TakeCash handIn={handIn} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TakeCash({ handIn: { id, courier, amount, branch } }: { handIn: HandIn }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, dialog } = usePanelCall()
  const [counted, setCounted] = useState('')
  const [isMissing, setMissing] = useState(false)
  const typed = parseTypedNumber(counted, locale)
  const params = { id }
  const take = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(typed === undefined)
    if (typed === undefined) return
    await run(
      () => call('POST /api/v1/pos/hand-ins/{id}/take', { params, body: { counted: typed } }),
      t('desk.deliveries.cash.taken'),
    )
  }
  const refuse = () =>
    run(() => call('POST /api/v1/pos/hand-ins/{id}/refuse', { params }), t('desk.deliveries.cash.refused'))
  return (
    <Card className="grid gap-3">
      <p className="font-semibold wrap-anywhere">
        {t('desk.deliveries.cash.from', {
          name: courier ?? '',
          amount: formatMoney(amount.amount, amount.currency, locale),
        })}
        <span className="block text-sm font-normal text-ink-2">{branch}</span>
      </p>
      <form noValidate onSubmit={(event) => void take(event)} className="grid gap-3">
        <Field
          label={t('desk.deliveries.cash.counted')}
          error={isMissing && typed === undefined ? site('errors.fields.required') : errors['counted']}
          required
        >
          <TextInput
            name="counted"
            inputMode="decimal"
            autoComplete="off"
            value={counted}
            onChange={({ target }) => setCounted(target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="md" className="grow">
            {t('desk.deliveries.cash.take')}
          </Button>
          <Button variant="outline" size="md" onClick={refuse}>
            {t('desk.deliveries.cash.refuse')}
          </Button>
        </div>
      </form>
      {dialog}
    </Card>
  )
}
