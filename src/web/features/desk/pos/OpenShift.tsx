import { type FormEvent, useState } from 'react'
import type { getOwnShift } from '#contract/cash/desk/own-shift.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'
import { CountFields, toCount, totalOfCount, type TypedCount } from './CountFields.tsx'

type Registers = AnswerOf<typeof getOwnShift>['registers']

/** Opens a shift at a register with what is counted in its drawer. */
export function OpenShift({ registers }: { registers: Registers }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const free = registers.filter(({ operator }) => operator === null)
  const [id, setId] = useState(free[0]?.id)
  const [typed, setTyped] = useState<TypedCount>({})
  const { keyOf } = useRetryKey()
  const register = registers.find((candidate) => candidate.id === id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (register === undefined) return
    const body = { register_id: register.id, count: toCount(typed) }
    void run(
      () => call('POST /api/v1/pos/shifts', { body, retryKey: keyOf(body) }),
      ({ number }) => t('desk.pos.open.opened', { number }),
    ).then(() => {})
  }
  return (
    <Card as="section" padding="lg" className="max-w-2xl">
      <h1 className="text-xl">{t('desk.pos.open.title')}</h1>
      {registers.length === 0 ? (
        <Notice tone="warning" className="mt-4">
          {t('desk.pos.open.none')}
        </Notice>
      ) : (
        <form noValidate onSubmit={submit} className="mt-1 grid gap-5">
          <p className="text-ink-2">{t('desk.pos.open.lead')}</p>
          <RadioCards
            legend={t('desk.pos.open.register')}
            name="register"
            columns={2}
            cards={registers.map(({ id: value, name, branch, operator }) => ({
              value,
              label: operator === null ? name : t('desk.pos.open.taken', { register: name, operator }),
              description: branch,
              disabled: operator !== null,
            }))}
            value={id}
            onChange={(next) => {
              setId(next)
              setTyped({})
            }}
          />
          {register !== undefined && (
            <>
              <CountFields currency={register.currency} value={typed} onChange={setTyped} error={errors['count']} />
              {refusal !== undefined && Object.keys(errors).length === 0 && (
                <Notice tone="error" live>
                  {describeFailure(site, refusal)}
                </Notice>
              )}
              <Button type="submit" wide>
                {t('desk.pos.open.submit', {
                  amount: formatMoney(totalOfCount(typed, register.currency), register.currency, locale),
                })}
              </Button>
            </>
          )}
        </form>
      )}
      {dialog}
    </Card>
  )
}
