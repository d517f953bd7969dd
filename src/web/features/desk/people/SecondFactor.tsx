import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Profile } from '#contract/accounts/auth.ts'
import type { setUpSecondFactor } from '#contract/accounts/second-factor.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { logOut } from '#web/api/logout.ts'
import { storeProfile, useProfile } from '#web/api/useProfile.ts'
import { FactorForm } from '#web/features/lists/FactorForm.tsx'
import { useReauth } from '#web/features/lists/Reauth.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords, useWholeWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** What stands in place of the desk until the second factor is shown, or set up once the time for it has passed. */
export function FactorDoor({ profile, onReading }: { profile: Profile; onReading: (isReading: boolean) => void }) {
  const { t } = useDeskWords()
  const { isWhole } = useWholeWords(true)
  useDeskTitle(t('desk.factor.title'))
  const isNeeded = profile.second_factor === 'needed'
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-content-center px-4 py-8 outline-none">
      <div className="grid w-full max-w-lg gap-5">
        <div>
          <h1 className="text-2xl">{t('desk.factor.title')}</h1>
          <p className="mt-1 text-ink-2">{t(isNeeded ? 'desk.factor.needed' : 'desk.factor.overdue')}</p>
        </div>
        {isNeeded ? (
          <FactorForm onConfirmed={() => undefined} />
        ) : isWhole ? (
          <SetUp onCodes={() => onReading(true)} onDone={() => onReading(false)} />
        ) : (
          <Skeleton className="h-72 rounded-xl" aria-label={t('desk.loading')} />
        )}
        <Button variant="link" onClick={() => void logOut(paths.desk())}>
          {t('desk.log_out')}
        </Button>
      </div>
    </main>
  )
}

/** One's own two-step verification: set up, with another app, and new recovery codes. */
export function SecondFactorScreen() {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  useDeskTitle(t('desk.factor.title'))
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const { withReauth, dialog } = useReauth()
  if (profile === undefined) return null
  const isOn = profile.second_factor === 'passed'
  const renew = () =>
    withReauth(async () => {
      setCodes((await call('POST /api/v1/users/second-factor/recovery-codes', {})).recovery_codes)
    })
  return (
    <div className="grid max-w-2xl gap-5">
      <div>
        <h1 className="text-xl">{t('desk.factor.title')}</h1>
        <p className="text-ink-2">{t(isOn ? 'desk.access.factor.on' : 'desk.access.factor.off')}</p>
      </div>
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : isOn && !isSettingUp ? (
        <Card as="section" padding="lg" className="flex flex-wrap gap-2">
          <Button variant="outline" size="md" onClick={renew}>
            {t('desk.access.factor.renew')}
          </Button>
          <Button variant="outline" size="md" onClick={() => setSettingUp(true)}>
            {t('desk.access.factor.replace')}
          </Button>
          <ButtonLink variant="ghost" size="md" to={paths.desk('profile')}>
            {t('desk.profile.title')}
          </ButtonLink>
        </Card>
      ) : (
        <SetUp onCodes={() => setSettingUp(true)} onDone={() => setSettingUp(false)} />
      )}
      {dialog}
    </div>
  )
}

type Secret = AnswerOf<typeof setUpSecondFactor>

/** Three steps: the secret for the app, a code of it, and the recovery codes. */
function SetUp({ onCodes, onDone }: { onCodes: () => void; onDone: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const queries = useQueryClient()
  const { withReauth, attempt, dialog } = useReauth()
  const [secret, setSecret] = useState<Secret>()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const [done, setDone] = useState<{ codes: readonly string[]; user: Profile }>()
  const begin = () => withReauth(async () => setSecret(await call('POST /api/v1/users/second-factor', {})))
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    setError(undefined)
    try {
      const answer = await attempt(() => call('POST /api/v1/users/second-factor/confirm', { body: { code } }))
      onCodes()
      setDone({ codes: answer.recovery_codes, user: answer.user })
    } catch (failure) {
      setError(describeFailure(site, failure))
    } finally {
      setSending(false)
    }
  }
  if (done !== undefined)
    return (
      <RecoveryCodes
        codes={done.codes}
        onDone={() => {
          void storeProfile(queries, done.user).then(onDone)
        }}
      />
    )
  return (
    <Card as="section" padding="lg" className="grid gap-4">
      {secret === undefined ? (
        <>
          <p>{t('desk.access.factor.begin_text')}</p>
          <Button size="md" className="justify-self-start" onClick={begin}>
            {t('desk.access.factor.begin')}
          </Button>
        </>
      ) : (
        <>
          <p>{t('desk.access.factor.scan')}</p>
          <div className="flex flex-wrap items-center gap-5">
            <svg
              viewBox={`-4 -4 ${secret.size + 8} ${secret.size + 8}`}
              shapeRendering="crispEdges"
              role="img"
              aria-label={t('desk.access.factor.qr')}
              className="size-44 rounded-lg bg-qr-paper text-qr"
            >
              <path fill="currentColor" d={secret.qr_path} />
            </svg>
            <div className="grid min-w-0 flex-1 basis-52 gap-2">
              <p className="text-sm text-ink-2">{t('desk.access.factor.by_hand')}</p>
              <p className="font-mono text-sm font-semibold wrap-anywhere">
                {secret.secret.match(/.{1,4}/g)!.join(' ')}
              </p>
              <a href={secret.uri} className="inline-flex min-h-11 items-center font-semibold text-act underline">
                {t('desk.access.factor.open_app')}
              </a>
            </div>
          </div>
          <form noValidate onSubmit={(event) => void confirm(event)} className="grid gap-4">
            <Field label={t('desk.factor.code')} hint={t('desk.factor.code_hint')} error={error}>
              <CodeInput name="code" value={code} onChange={({ target }) => setCode(target.value)} />
            </Field>
            <Button type="submit" size="md" busy={isSending} className="justify-self-start">
              {t('desk.access.factor.confirm')}
            </Button>
          </form>
        </>
      )}
      {dialog}
    </Card>
  )
}

/** Shown once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useDeskWords()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(codes.join('\n'))}`
  return (
    <Card as="section" padding="lg" className="grid gap-4">
      <h2 className="text-md font-bold">{t('desk.access.factor.codes')}</h2>
      <Notice tone="warning" live>
        {t('desk.access.factor.codes_text')}
      </Notice>
      <ul className="grid gap-x-6 gap-y-1 font-mono text-sm font-semibold sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="md" onClick={onDone}>
          {t('desk.access.factor.done')}
        </Button>
        <a
          href={file}
          download="parkwell-recovery-codes.txt"
          className="inline-flex min-h-11 items-center px-3 font-semibold text-act underline"
        >
          {t('desk.access.factor.download')}
        </a>
      </div>
    </Card>
  )
}
