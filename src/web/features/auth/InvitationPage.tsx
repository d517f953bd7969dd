import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { type Invitation, InvitedRegistration } from '#contract/accounts/invitations.ts'
import { settings } from '#contract/settings/settings.ts'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { emptyAsUnset, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { logOut } from '#web/api/logout.ts'
import { useSignedIn } from '#web/api/session.ts'
import { storeProfile, useProfile } from '#web/api/useProfile.ts'
import { useSignIn } from '#web/api/useSignIn.ts'
import { useCodeChannels } from '#web/features/account/codeChannels.ts'
import { EmailLogin } from '#web/features/account/EmailLogin.tsx'
import { writeEmailLoginDraft } from '#web/features/account/emailLoginDraft.ts'
import { TermsBox } from '#web/features/account/TermsBox.tsx'
import { readLanguage } from '#web/page/language.ts'
import { usePageParams } from '#web/page/page.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { writeText } from '#web/storage/storage.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { AuthHead } from './AuthHead.tsx'
import { storeDraft } from './draft.ts'
import { LoginForm } from './LoginForm.tsx'

/** Opened by the link of an invitation: what is offered, and how to accept it. */
export default function InvitationPage() {
  const { t, language } = useTranslation()
  const { token = '' } = usePageParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token, language],
    queryFn: ({ signal }) => call('GET /api/v1/invitations/{token}', { params: { token }, signal }),
  })
  if (data !== undefined)
    return data.state === 'waiting' ? (
      <Waiting token={token} invitation={data} onRefused={() => void refetch()} />
    ) : (
      <Over invitation={data} />
    )
  if (error === null)
    return (
      <Loading label={t('common.loading')} className="grid gap-4 pt-5 sm:pt-0">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-72 rounded-xl" />
      </Loading>
    )
  const isUnknown = error instanceof CallError && (error.status === 404 || error.status === 422)
  if (isUnknown) return <Over />
  return (
    <EmptyState
      level={1}
      picture="failed"
      live
      title={t('auth.invitation.failed')}
      action={<Button onClick={() => void refetch()}>{t('common.try_again')}</Button>}
    >
      {describeFailure(t, error)}
    </EmptyState>
  )
}

/** One that nobody can accept, or accept again. */
function Over({ invitation }: { invitation?: Invitation }) {
  const { t } = useTranslation()
  const isUsed = invitation?.state === 'accepted'
  const opensGate = invitation?.start.page === 'guard'
  return (
    <EmptyState
      level={1}
      picture={isUsed ? 'done' : 'search'}
      live
      title={t(isUsed ? 'auth.invitation.used' : 'auth.invitation.over')}
      action={
        isUsed ? (
          <ButtonLink to={opensGate ? paths.guard() : paths.desk()}>
            {t(opensGate ? 'auth.invitation.open_guard' : 'auth.invitation.open_desk')}
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.home()} variant="outline">
            {t('common.go_home')}
          </ButtonLink>
        )
      }
    >
      {t(isUsed ? 'auth.invitation.used_text' : 'errors.invitation_over')}
    </EmptyState>
  )
}

interface WaitingProps {
  token: string
  invitation: Invitation
  /** What the page shows is no longer true. */
  onRefused: () => void
}

function Waiting({ token, invitation, onRefused }: WaitingProps) {
  const { t, locale } = useTranslation()
  const isSignedIn = useSignedIn()
  const { data: profile } = useProfile()
  const { email, role, place, invited_by, expires_at, has_account } = invitation
  const expires = formatDateTime(new Date(expires_at), deviceZone(), locale)
  return (
    <>
      <AuthHead title={t('auth.invitation.title')}>
        {t('auth.invitation.lead', { by: invited_by ?? settings().company.name, brand: settings().company.name })}
      </AuthHead>
      <DefinitionList
        className="mb-6"
        entries={[
          { term: t('auth.invitation.role'), value: role },
          { term: t('auth.invitation.place'), value: place ?? t('auth.invitation.everywhere') },
          { term: t('auth.invitation.email'), value: email },
          { term: t('auth.invitation.until'), value: expires },
        ]}
      />
      {!isSignedIn ? (
        has_account ? (
          <Login email={email} />
        ) : (
          <Registration token={token} invitation={invitation} onRefused={onRefused} />
        )
      ) : profile === undefined ? (
        <Loading label={t('common.loading')}>
          <Skeleton className="h-12 rounded-lg" />
        </Loading>
      ) : profile.email === email ? (
        <Acceptance token={token} onRefused={onRefused} />
      ) : (
        <Notice
          tone="warning"
          action={
            <Button variant="outline" size="md" onClick={() => void logOut(window.location.pathname)}>
              {t('auth.invitation.log_out')}
            </Button>
          }
        >
          {t('auth.invitation.other', { own: profile.email, email })}
        </Notice>
      )}
    </>
  )
}

/** Opens what the role is for, at its branch. */
function useStart() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ page, branch_id }: Invitation['start'], role: string) => {
    if (branch_id !== null) writeText('desk_branch', branch_id)
    toast(t('auth.invitation.accepted', { role }))
    void navigate(page === 'guard' ? paths.guard() : paths.desk(), { replace: true })
  }
}

function Acceptance({ token, onRefused }: Omit<WaitingProps, 'invitation'>) {
  const { t, language } = useTranslation()
  const queries = useQueryClient()
  const start = useStart()
  const accept = useMutation({
    mutationFn: () => call('POST /api/v1/invitations/{token}/accept', { params: { token } }),
    onSuccess: async (answer) => {
      const role = queries.getQueryData<Invitation>(['invitation', token, language])?.role ?? ''
      await storeProfile(queries, answer.user)
      start(answer.start, role)
    },
    onError: (error) => {
      toast(describeFailure(t, error), { tone: 'error' })
      onRefused()
    },
  })
  return (
    <Button wide busy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
      {t('auth.invitation.accept')}
    </Button>
  )
}

function Login({ email }: { email: string }) {
  const { t } = useTranslation()
  useState(() => {
    storeDraft({ email })
    writeEmailLoginDraft({ email, sent_at: 0, by_number: false, proof: '' })
  })
  return (
    <>
      <p className="mb-4 wrap-anywhere">{t('auth.invitation.log_in', { email })}</p>
      <LoginForm
        next={{ next: window.location.pathname }}
        forgotPath={paths.forgotPassword({ next: window.location.pathname })}
      />
    </>
  )
}

/** The form's fields; country and language come from the page. */
const Typed = z.omit(InvitedRegistration, { country_code: true, language: true })

function Registration({ token, invitation, onRefused }: WaitingProps) {
  const { t } = useTranslation()
  const { email } = invitation
  const country = useCountry()
  const signIn = useSignIn()
  const start = useStart()
  const [isByCode, setByCode] = useState(false)
  const channels = useCodeChannels()
  const form = useForm<z.infer<typeof Typed>>({
    resolver: zodResolver(Typed),
    defaultValues: { first_name: '', password: '' },
    shouldFocusError: false,
  })
  const labels = {
    first_name: t('auth.register.first_name'),
    last_name: t('auth.register.last_name'),
    password: t('auth.password'),
  }
  const { submit, summary } = useSubmit(form, labels, async (typed) => {
    const body = { ...typed, country_code: country.code, language: readLanguage() }
    try {
      const answer = await call('POST /api/v1/invitations/{token}/register', { params: { token }, body })
      signIn(answer.access_token, answer.user)
      start(answer.start, invitation.role)
    } catch (error) {
      // Accepted in another tab, withdrawn, or the address has got an account.
      if (error instanceof CallError && error.status !== 422 && error.status !== 0) onRefused()
      throw error
    }
  })
  const { errors, isSubmitting } = form.formState
  if (isByCode) return <EmailLogin returnTo={window.location.pathname} onPassword={() => setByCode(false)} />
  return (
    <>
      <p className="mb-4">{t('auth.invitation.choose_password')}</p>
      <form noValidate onSubmit={submit} className="grid gap-4">
        {summary && <FormError {...summary} />}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <div className="grid items-start gap-4 xs:grid-cols-2">
          <Field label={labels.first_name} error={fieldMessage(t, errors.first_name)}>
            <TextInput {...form.register('first_name')} autoComplete="given-name" />
          </Field>
          <Field label={labels.last_name} aside={t('common.optional')} error={fieldMessage(t, errors.last_name)}>
            <TextInput {...form.register('last_name', { setValueAs: emptyAsUnset })} autoComplete="family-name" />
          </Field>
        </div>
        <Field label={labels.password} hint={t('auth.password_hint')} error={fieldMessage(t, errors.password)}>
          <PasswordInput
            {...form.register('password')}
            autoComplete="new-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
        <TermsBox {...form.register('accept_terms')} error={fieldMessage(t, errors.accept_terms)} />
        <Button type="submit" wide busy={isSubmitting}>
          {t('auth.invitation.register')}
        </Button>
        {channels.email && (
          <Button
            variant="link"
            onClick={() => {
              writeEmailLoginDraft({ email, sent_at: 0, by_number: false, proof: '' })
              setByCode(true)
            }}
          >
            {t('auth.invitation.by_code')}
          </Button>
        )}
      </form>
    </>
  )
}
