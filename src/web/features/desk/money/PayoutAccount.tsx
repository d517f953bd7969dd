import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { AccountChoice, getAccountChoices } from '#contract/payouts/desk/accounts.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import type { RecordDialog } from '#web/features/lists/record/RecordActions.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

type AccountForm = NonNullable<AccountChoice['form']>

/** The fields of each form, in the order in which banks write them. */
const fieldsOf = {
  ng_bank: ['bank_code', 'number'],
  ca_bank: ['transit', 'institution', 'number'],
  us_bank: ['routing_number', 'number'],
  sn_bank: ['iban'],
  sn_mobile: ['mobile'],
} as const satisfies Readonly<Record<AccountForm, readonly string[]>>

type Choices = AnswerOf<typeof getAccountChoices>

/** Sets the account that a payee is paid to: by number, or on the provider’s page. */
export const PayoutAccount: RecordDialog = ({ record, title, effect, onClose }) => {
  const { t } = useDeskWords()
  const { id } = record
  const { data, error, refetch } = useQuery({
    queryKey: ['payout_account', id],
    queryFn: ({ signal }) => call('GET /api/v1/admin/payees/{id}/account', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open onOpenChange={onClose} title={title} description={effect} closeLabel={t('desk.close')} size="md">
      {data === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton className="h-40 rounded-xl" aria-label={t('desk.loading')} />}
      {data !== undefined && (
        <AccountForms
          id={id}
          holder={String(record['legal_name'] ?? '')}
          choices={data}
          title={title}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface AccountFormsProps {
  id: string
  holder: string
  choices: Choices
  title: string
  onClose: () => void
}

function AccountForms({ id, holder, choices: { choices, banks }, title, onClose }: AccountFormsProps) {
  const { t } = useDeskWords()
  const [method, setMethod] = useState(choices[0]!.method)
  const chosen = choices.find((choice) => choice.method === method)!
  return (
    <div className="grid gap-4">
      {choices.length > 1 && (
        <RadioCards
          legend={t('desk.records.account_dialog.method')}
          name="method"
          cards={choices.map((choice) => ({
            value: choice.method,
            label: t(`desk.words.payout_methods.${choice.method}`),
          }))}
          value={method}
          onChange={setMethod}
        />
      )}
      {chosen.form === null ? (
        <ProviderPage id={id} />
      ) : (
        <NumberForm
          key={chosen.form}
          id={id}
          holder={holder}
          form={chosen.form}
          method={method}
          banks={method === 'bank' ? [] : banks}
          title={title}
          onClose={onClose}
        />
      )}
    </div>
  )
}

function ProviderPage({ id }: { id: string }) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, refusal, dialog } = usePanelCall({ isShown: true })
  const open = async () => {
    const answer = await run(
      () => call('POST /api/v1/admin/payees/{id}/onboarding', { params: { id } }),
      t('desk.records.account_dialog.opening'),
    )
    if (answer !== undefined) window.location.assign(answer.url)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <p>{t('desk.records.account_dialog.by_stripe')}</p>
      {refusal !== undefined && (
        <Notice tone="error" live>
          {describeFailure(site, refusal)}
        </Notice>
      )}
      <Button size="md" onClick={open}>
        {t('desk.records.account_dialog.open_stripe')}
      </Button>
      {dialog}
    </div>
  )
}

interface NumberFormProps extends Pick<AccountFormsProps, 'id' | 'holder' | 'title' | 'onClose'> {
  form: AccountForm
  method: Choices['choices'][number]['method']
  banks: Choices['banks']
}

function NumberForm({ id, holder, form, method, banks, title, onClose }: NumberFormProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const { keyOf } = useRetryKey()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ holder_name: holder })
  const set = (name: string) => (event: { target: { value: string } }) =>
    setValues((before) => ({ ...before, [name]: event.target.value }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const bank = banks.find(({ code }) => code === values['bank_code'])
    const body = {
      ...values,
      method,
      form,
      holder_name: values['holder_name'] ?? '',
      ...(bank && { bank_name: bank.name }),
    }
    const stored = await run(
      () => call('POST /api/v1/admin/payees/{id}/account', { params: { id }, body, retryKey: keyOf(body) }),
      t('desk.records.payees.done.account'),
    )
    if (stored !== undefined) onClose()
  }
  const text = (name: string, label: string, isNumber: boolean) => (
    <Field key={name} label={label} error={errors[name]} required>
      <TextInput
        autoComplete="off"
        inputMode={isNumber && name !== 'iban' ? 'numeric' : undefined}
        maxLength={60}
        value={values[name] ?? ''}
        onChange={set(name)}
      />
    </Field>
  )
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {fieldsOf[form].map((name) =>
        name === 'bank_code' && banks.length > 0 ? (
          <Field key={name} label={t('desk.records.account_dialog.bank')} error={errors[name]} required>
            <NativeSelect
              options={banks.map(({ code, name: label }) => ({ value: code, label }))}
              placeholder={t('desk.records.account_dialog.choose_bank')}
              value={values[name] ?? ''}
              onChange={set(name)}
            />
          </Field>
        ) : (
          text(name, t(`desk.records.account_dialog.fields.${name}`), true)
        ),
      )}
      {method === 'bank' && text('bank_name', t('desk.records.account_dialog.bank_name'), false)}
      {text('holder_name', t('desk.records.account_dialog.holder_name'), false)}
      {refusal !== undefined && Object.keys(errors).length === 0 && (
        <Notice tone="error" live>
          {describeFailure(site, refusal)}
        </Notice>
      )}
      <Button type="submit" size="md">
        {title}
      </Button>
      {dialog}
    </form>
  )
}
