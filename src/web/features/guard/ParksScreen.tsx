import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { normalizeCode } from '#contract/codes.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { GuardFooter } from './GuardFooter.tsx'
import type { Phone } from './phone.ts'
import { usePhoneState } from './usePhone.ts'
import { useGuardWords } from './words.ts'

/** The car parks of a guard; staff of all car parks enter a code. */
export function ParksScreen({ phone, failure }: { phone: Phone; failure: unknown }) {
  const { t } = useGuardWords()
  const { t: site } = useTranslation()
  const { data: profile } = useProfile()
  const { problem } = usePhoneState(phone)
  const { data, error } = useQuery({
    queryKey: ['guard_parks'],
    queryFn: ({ signal }) => call('GET /api/v1/guard/parks', { signal }),
    // Without a network, it says so, and reads them again once there is one.
    networkMode: 'always',
    refetchOnReconnect: true,
  })
  const refusal = error ?? failure
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-10">
      <h1 className="text-xl">{t('guard.parks.title')}</h1>
      {problem === 'not_your_park' && <Notice tone="warning">{t('guard.parks.not_yours')}</Notice>}
      {refusal !== undefined && refusal !== null && <Notice tone="error">{describeFailure(site, refusal)}</Notice>}
      {data === undefined && error === null && <Skeleton className="h-32 rounded-xl" aria-label={t('guard.loading')} />}
      {data?.items.length === 0 && profile?.role === 'guard' && <p className="text-ink-2">{t('guard.parks.none')}</p>}
      <ul className="grid gap-2">
        {data?.items.map((park) => (
          <li key={park.park_code}>
            <button
              type="button"
              onClick={() => void phone.choosePark(park)}
              className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-card px-4 py-2 text-left hover:border-edge"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{park.name ?? park.park_code}</span>
                <span className="block text-sm text-ink-2">{park.park_code}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
      {profile?.role !== 'guard' && <CodeForm phone={phone} />}
      <GuardFooter />
    </div>
  )
}

function CodeForm({ phone }: { phone: Phone }) {
  const { t } = useGuardWords()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const park_code = normalizeCode(code)
    if (park_code === '') return setError(t('guard.parks.required'))
    void phone.choosePark({ park_code, name: null, timezone: deviceZone() })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Field label={t('guard.parks.code')} hint={t('guard.parks.code_hint')} error={error}>
        <TextInput
          name="park_code"
          value={code}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
      <Button type="submit" variant="outline">
        {t('guard.parks.open')}
      </Button>
    </form>
  )
}
