import { type FormEvent, useRef, useState } from 'react'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { FactorForm } from './FactorForm.tsx'
import { useDeskWords } from './words.ts'

/** Asks for the password again, or for a code by email where the account has none. */
export function ReauthDialog({ onClose, onConfirmed }: { onClose: () => void; onConfirmed: () => void }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { data: profile } = useProfile()
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isByCode, setIsByCode] = useState(false)
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async (run: () => Promise<unknown>, done: () => void) => {
    setIsSending(true)
    try {
      await run()
      done()
    } catch (failure) {
      setError(describeFailure(site, failure))
    } finally {
      setIsSending(false)
    }
  }
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    const body = isByCode ? { code } : { password }
    void send(() => call('POST /api/v1/users/confirm-login', { body }), onConfirmed)
  }
  const mailCode = () =>
    void send(
      () => call('POST /api/v1/users/confirm-login/code', {}),
      () => setIsByCode(true),
    )
  if (profile?.second_factor === 'passed')
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t('desk.reauth.title')}
        description={t('desk.factor.again')}
        closeLabel={t('desk.close')}
      >
        <FactorForm onConfirmed={onConfirmed} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.reauth.title')}
      description={t('desk.reauth.text')}
      closeLabel={t('desk.close')}
      initialFocus={field}
    >
      <form noValidate onSubmit={confirm} className="grid gap-4">
        {isByCode ? (
          <Field
            label={t('desk.reauth.code')}
            hint={t('desk.reauth.code_text', { email: profile?.email })}
            error={error}
          >
            <CodeInput value={code} onChange={({ target }) => setCode(target.value)} />
          </Field>
        ) : (
          <Field label={t('desk.reauth.password')} error={error}>
            <PasswordInput
              ref={field}
              name="password"
              value={password}
              autoComplete="current-password"
              showLabel={site('auth.show_password')}
              hideLabel={site('auth.hide_password')}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isSending}>
            {t('desk.reauth.confirm')}
          </Button>
          {!isByCode && (
            <Button variant="ghost" disabled={isSending} onClick={mailCode}>
              {t('desk.reauth.send_code')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
