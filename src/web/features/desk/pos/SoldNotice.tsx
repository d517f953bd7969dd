import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { languageRegister } from '#contract/geography.ts'
import type { createSale } from '#contract/orders/desk/pos.ts'
import { offeredLanguages } from '#contract/settings/languages.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

type Sale = AnswerOf<typeof createSale>

interface SoldNoticeProps {
  sale: Sale
  /** Of the register's paper, in millimetres. */
  width: string
  onNext: () => void
}

/** What was just sold: its number, the change, and its receipt, printed or by email. */
export function SoldNotice({ sale, width, onNext }: SoldNoticeProps) {
  const { t, locale } = useDeskWords()
  const [isMailing, setMailing] = useState(false)
  const { order_number, token, cash } = sale
  const change = cash?.change
  return (
    <div role="status" className="grid gap-3 rounded-xl bg-free-soft p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-xl font-bold tabular-nums">
          {change === undefined || change.amount === 0
            ? t('desk.pos.done.no_change')
            : t('desk.pos.done.change', { amount: formatMoney(change.amount, change.currency, locale) })}
        </span>
        <span className="text-ink-2">
          {order_number === ''
            ? t('desk.pos.offline.sold')
            : `${t('desk.pos.done.token', { token })} · ${order_number}`}
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        {order_number !== '' && (
          <>
            <ButtonLink
              variant="outline"
              size="md"
              to={`${paths.desk(`order-receipts/${order_number}`)}?width=${width}`}
              target="_blank"
            >
              {t('desk.pos.done.receipt')}
            </ButtonLink>
            <Button variant="outline" size="md" onClick={() => setMailing(true)}>
              {t('desk.pos.mail.open')}
            </Button>
          </>
        )}
        <Button size="md" onClick={onNext}>
          {t('desk.pos.done.next')}
        </Button>
      </div>
      {isMailing && <MailDialog sale={sale} onClose={() => setMailing(false)} />}
    </div>
  )
}

/** Emails the receipt to the customer's own address, or to one that is typed here. */
function MailDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const { t, language: own } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const { keyOf } = useRetryKey()
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState(own)
  const typed = email.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = typed === '' ? {} : { email: typed, language }
    const sent = await run(
      () =>
        call('POST /api/v1/pos/orders/{id}/receipt-mails', {
          params: { id: sale.order_number },
          body,
          retryKey: keyOf(body),
        }),
      t('desk.pos.mail.done'),
    )
    if (sent !== undefined) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('desk.pos.mail.title')}
      description={t('desk.pos.mail.text')}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="mail-receipt" wide>
          {t('desk.pos.mail.send')}
        </Button>
      }
    >
      <form id="mail-receipt" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <Field
          label={t('desk.pos.mail.address')}
          hint={sale.has_account ? t('desk.pos.mail.own') : undefined}
          error={errors['email']}
          required={!sale.has_account}
        >
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        {(typed !== '' || !sale.has_account) && (
          <Field label={t('desk.pos.mail.language')}>
            <NativeSelect
              value={language}
              options={offeredLanguages().map((entry) => ({ value: entry, label: languageRegister[entry].name }))}
              onChange={({ target }) => setLanguage(target.value as typeof own)}
            />
          </Field>
        )}
        {refusal !== undefined && Object.keys(errors).length === 0 && (
          <Notice tone="error" live>
            {describeFailure(site, refusal)}
          </Notice>
        )}
      </form>
      {dialog}
    </Dialog>
  )
}
