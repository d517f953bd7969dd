import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ErasurePreview } from '#contract/accounts/account.ts'
import { call, CallError } from '#web/api/call.ts'
import { FormRefusal, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { leaveAccount } from '#web/api/logout.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PasswordInput } from '#web/ui/form/PasswordInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { codeTime } from './codeTime.ts'
import { reasonOf } from './reason.ts'

interface EraseFormProps {
  preview: ErasurePreview
  onClosed: () => void
}

/** Proof of identity: the password or an emailed code. */
export function EraseForm({ preview: { proof, balances }, onClosed }: EraseFormProps) {
  const { t, locale } = useTranslation()
  const { data: profile } = useProfile()
  const [sent, setSent] = useState(false)
  const form = useForm({ defaultValues: { password: '', code: '', give_up_balance: false }, shouldFocusError: false })
  const labels = { password: t('auth.password'), code: t('auth.code') }
  const { submit, summary } = useSubmit(form, labels, async ({ password, code, give_up_balance }) => {
    if (balances.length > 0 && !give_up_balance) throw new FormRefusal(t('account.erase.balance_remaining'))
    const body = proof === 'password' ? { password } : { code }
    await call('DELETE /api/v1/users/account', { body: { ...body, give_up_balance } })
    leaveAccount()
  })
  const { errors, isSubmitting } = form.formState
  const sendCode = async () => {
    try {
      await call('POST /api/v1/users/account/erasure-code', {})
      setSent(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(reasonOf(t, error), { tone: 'error' })
    }
  }
  const required = { required: 'required' }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {summary && <FormError {...summary} />}
      {balances.length > 0 && (
        <Checkbox {...form.register('give_up_balance')} label={t('account.erase.forfeit_balance')} />
      )}
      {proof === 'password' ? (
        <Field label={labels.password} hint={t('account.erase.password_hint')} error={fieldMessage(t, errors.password)}>
          <PasswordInput
            {...form.register('password', required)}
            autoComplete="current-password"
            showLabel={t('auth.show_password')}
            hideLabel={t('auth.hide_password')}
          />
        </Field>
      ) : sent ? (
        <Field
          label={labels.code}
          hint={t('account.code_sent', { email: profile?.email ?? '', time: codeTime(locale) })}
          error={fieldMessage(t, errors.code)}
        >
          <CodeInput {...form.register('code', required)} />
        </Field>
      ) : (
        <Button variant="alt" size="md" onClick={sendCode}>
          {t('account.erase.send_code')}
        </Button>
      )}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onClosed}>
          {t('account.erase.keep')}
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting} disabled={proof === 'code' && !sent}>
          {t('account.erase.confirm')}
        </Button>
      </div>
    </form>
  )
}
