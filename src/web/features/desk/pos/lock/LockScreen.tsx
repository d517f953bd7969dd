import { useQuery } from '@tanstack/react-query'
import { Delete } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { getCounterLock, unlockCounter } from '#contract/cash/counter-lock.ts'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { logOut } from '#web/api/logout.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords, useWholeWords } from '#web/features/lists/words.ts'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { PinField } from './PinDialog.tsx'
import { useTakeOver } from './useLock.ts'

type Operator = AnswerOf<typeof getCounterLock>['operators'][number]

/** A counter that is locked: whoever sells at its branch chooses their name and enters their PIN. */
export function LockScreen() {
  const { t } = useDeskWords()
  // A device that is opened at a locked counter has loaded those of lists alone.
  const { isWhole } = useWholeWords(true)
  return isWhole ? (
    <Locked />
  ) : (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center bg-paper px-4 outline-none">
      <Skeleton className="h-96 w-full max-w-md rounded-xl" aria-label={t('desk.loading')} />
    </main>
  )
}

function Locked() {
  const { t } = useDeskWords()
  useDeskTitle(t('desk.pos.lock.title'))
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'pos', 'lock'],
    queryFn: ({ signal }) => call('GET /api/v1/counter', { signal }),
  })
  const [chosen, setChosen] = useState<Operator>()
  const isOnline = useOnline()
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center bg-paper px-4 py-8 outline-none">
      <Card as="section" padding="lg" className="grid w-full max-w-md gap-5">
        {!isOnline && (
          <Notice tone="warning" live title={t('desk.pos.lock.offline')}>
            {t('desk.pos.lock.offline_text')}
          </Notice>
        )}
        {data === undefined ? (
          !isOnline ? (
            <h1 className="text-xl">{t('desk.pos.lock.title')}</h1>
          ) : error === null ? (
            <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
          ) : (
            <Failure error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <>
            <div>
              <h1 className="text-xl wrap-anywhere">{data.branch}</h1>
              <p className="text-ink-2">
                {t('desk.pos.shift', { number: data.shift_number, register: data.register })} ·{' '}
                {t('desk.pos.lock.locked')}
              </p>
            </div>
            {chosen === undefined ? (
              <div className="grid gap-3">
                <h2 className="text-md font-bold">{t('desk.pos.lock.who')}</h2>
                <ul className="grid max-h-[50dvh] grid-cols-2 gap-2 overflow-y-auto">
                  {data.operators.map((operator) => (
                    <li key={operator.id}>
                      <Button variant="outline" wide className="min-h-14" onClick={() => setChosen(operator)}>
                        <span className="wrap-anywhere">{operator.name}</span>
                      </Button>
                    </li>
                  ))}
                </ul>
              </div>
            ) : (
              <Unlock key={chosen.id} operator={chosen} onBack={() => setChosen(undefined)} />
            )}
          </>
        )}
        {/* Nobody could log in again. */}
        {isOnline && (
          <Button variant="ghost" size="md" className="justify-self-start" onClick={() => logOut()}>
            {t('desk.pos.lock.log_out')}
          </Button>
        )}
      </Card>
    </main>
  )
}

function Unlock({ operator, onBack }: { operator: Operator; onBack: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const takeOver = useTakeOver()
  const [usesPassword, setUsesPassword] = useState(!operator.has_pin)
  const [pin, setPin] = useState('')
  const [password, setPassword] = useState('')
  const [newPin, setNewPin] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [usesPassword])
  const errorOf = (field: string) => failure?.problem?.errors?.find((error) => error.field === field)?.message
  const required = site('errors.fields.required')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = usesPassword ? password : pin
    setIncomplete(typed === '')
    if (typed === '' || isBusy) return
    const body: BodyOf<typeof unlockCounter> = {
      user_id: operator.id,
      ...(usesPassword ? { password, ...(newPin !== '' && { new_pin: newPin }) } : { pin }),
    }
    setBusy(true)
    setFailure(undefined)
    try {
      await takeOver(await call('POST /api/v1/counter/unlock', { body }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
      setPin('')
      setBusy(false)
    }
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-md font-bold wrap-anywhere">{operator.name}</h2>
        <Button variant="outline" size="md" onClick={onBack}>
          {t('desk.pos.lock.back')}
        </Button>
      </div>
      {usesPassword ? (
        <>
          {!operator.has_pin && <Notice>{t('desk.pos.lock.no_pin')}</Notice>}
          <Field
            label={t('desk.pos.lock.password')}
            error={errorOf('password') ?? (isIncomplete ? required : undefined)}
            required
          >
            <PasswordInput
              autoComplete="off"
              maxLength={200}
              showLabel={site('auth.show_password')}
              hideLabel={site('auth.hide_password')}
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
          <PinField
            label={t('desk.pos.lock.new_pin')}
            hint={t('desk.pos.lock.new_pin_later')}
            value={newPin}
            onChange={setNewPin}
            error={errorOf('new_pin')}
          />
        </>
      ) : (
        <>
          <PinField
            label={t('desk.pos.lock.pin')}
            value={pin}
            onChange={setPin}
            hasKeypad
            error={errorOf('pin') ?? (isIncomplete ? required : undefined)}
          />
          <Keypad value={pin} onChange={setPin} eraseLabel={t('desk.pos.lock.erase')} />
        </>
      )}
      {failure !== undefined && (failure.problem?.errors ?? []).length === 0 && (
        <Notice tone="error" live>
          {failure.code === 'network' ? t('desk.pos.lock.no_network') : describeFailure(site, failure)}
        </Notice>
      )}
      <Button type="submit" wide busy={isBusy}>
        {t('desk.pos.lock.unlock')}
      </Button>
      {operator.has_pin && (
        <Button variant="ghost" size="md" onClick={() => setUsesPassword(!usesPassword)}>
          {t(usesPassword ? 'desk.pos.lock.use_pin' : 'desk.pos.lock.use_password')}
        </Button>
      )}
    </form>
  )
}

interface KeypadProps {
  value: string
  onChange: (pin: string) => void
  eraseLabel: string
}

/** The digits as large keys, for tablets without a keyboard. */
function Keypad({ value, onChange, eraseLabel }: KeypadProps) {
  const key = (digit: string) => (
    <Button
      key={digit}
      variant="outline"
      repeatable
      className="min-h-14 text-xl tabular-nums"
      onClick={() => onChange((value + digit).slice(0, 6))}
    >
      {digit}
    </Button>
  )
  return (
    <div className="grid grid-cols-3 gap-2">
      {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(key)}
      <span />
      {key('0')}
      <Button
        variant="outline"
        repeatable
        className="min-h-14"
        aria-label={eraseLabel}
        onClick={() => onChange(value.slice(0, -1))}
      >
        <Delete aria-hidden="true" className="size-5" />
      </Button>
    </div>
  )
}
