import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Profile } from '#contract/accounts/auth.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { openLogin } from '#web/features/account/loginDialog.ts'
import { useCachedPages } from '#web/features/bookings/api-offline.ts'
import { OwnAnnouncements } from '#web/features/content/OwnAnnouncements.tsx'
import { Opening, OpeningProfile } from '#web/page/Opening.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { FactorScreen } from './FactorScreen.tsx'
import { GateScreen } from './GateScreen.tsx'
import { ParksScreen } from './ParksScreen.tsx'
import type { Phone } from './phone.ts'
import { useOpenPhone, usePhoneState, useSynchronizing } from './usePhone.ts'
import { GuardWordsContext, useGuardWords, useLoadedWords } from './words.ts'

/** The app of guards: it checks passes with and without a network (decision 48). */
export default function GuardPage() {
  const { t } = useTranslation()
  const { words, isMissing, retry } = useLoadedWords()
  if (words === undefined) return <Opening label={t('shell.loading_page')} isMissing={isMissing} onRetry={retry} />
  return (
    <GuardWordsContext value={words}>
      <Guard />
    </GuardWordsContext>
  )
}

function Guard() {
  const { t } = useGuardWords()
  const isSignedIn = useSignedIn()
  const { data: profile } = useProfile()
  if (!isSignedIn) return <SignedOut />
  if (profile === undefined) return <OpeningProfile label={t('guard.loading')} />
  if (profile.second_factor === 'needed' || profile.second_factor === 'overdue')
    return <FactorScreen profile={profile} />
  if (!profile.permissions.includes('passes.check'))
    return (
      <EmptyState
        picture="denied"
        level={1}
        title={t('guard.denied')}
        action={<ButtonLink to={paths.home()}>{t('guard.home')}</ButtonLink>}
        className="py-16"
      >
        {t('guard.denied_text')}
      </EmptyState>
    )
  return <WithPhone profile={profile} />
}

function SignedOut() {
  const { t } = useGuardWords()
  const [query] = useSearchParams()
  return (
    <div className="mx-auto grid max-w-md gap-4 px-4 py-16">
      {query.has('blocked') && <Notice tone="warning">{t('guard.blocked')}</Notice>}
      <EmptyState
        picture="signed_out"
        level={1}
        title={t('guard.signed_out')}
        action={<Button onClick={() => openLogin()}>{t('guard.log_in')}</Button>}
      >
        {t('guard.signed_out_text')}
      </EmptyState>
    </div>
  )
}

function WithPhone({ profile }: { profile: Profile }) {
  const { t } = useGuardWords()
  const opened = useOpenPhone(profile.id)
  if (opened === undefined) return <Opening label={t('guard.loading')} />
  if (opened === 'failed')
    return (
      <EmptyState picture="failed" level={1} title={t('guard.no_storage')} className="py-16">
        {t('guard.no_storage_text')}
      </EmptyState>
    )
  return <WithList phone={opened} />
}

function WithList({ phone }: { phone: Phone }) {
  const { t } = useGuardWords()
  const { device, park, problem } = usePhoneState(phone)
  const failure = useSynchronizing(phone)
  useCachedPages(device !== undefined, 'guard')
  if (device === undefined || problem === 'chain') return <SetupScreen phone={phone} />
  return (
    <>
      <OwnAnnouncements place="gate" label={t('guard.announcements')} closeLabel={t('guard.dismiss_announcement')} />
      {park === undefined ? (
        <ParksScreen phone={phone} failure={failure} />
      ) : (
        <GateScreen phone={phone} park={park} failure={failure} />
      )}
    </>
  )
}

/** Gives the phone its key and its name. */
function SetupScreen({ phone }: { phone: Phone }) {
  const { t } = useGuardWords()
  const { t: site } = useTranslation()
  const { problem, scans } = usePhoneState(phone)
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const unsent = scans.filter(({ result }) => result === undefined).length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError(t('guard.setup.required'))
    setIsBusy(true)
    await phone.enrol(name.trim()).catch((failure: unknown) => setError(describeFailure(site, failure)))
    setIsBusy(false)
  }
  return (
    <form noValidate onSubmit={submit} className="mx-auto grid max-w-md gap-5 px-4 py-10">
      <h1 className="text-xl">{t('guard.setup.title')}</h1>
      {problem === 'reset' && <Notice tone="warning">{t('guard.setup.reset')}</Notice>}
      {problem === 'chain' && (
        <Notice tone="warning">
          {t('guard.setup.chain')} {unsent > 0 && t('guard.setup.unsent', { count: unsent })}
        </Notice>
      )}
      <p className="text-ink-2">{t('guard.setup.text')}</p>
      <Field label={t('guard.setup.name')} hint={t('guard.setup.name_hint')} error={error} required>
        <TextInput
          name="device_name"
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setError(undefined)
          }}
        />
      </Field>
      <Button type="submit" busy={isBusy} wide>
        {t('guard.setup.submit')}
      </Button>
    </form>
  )
}
