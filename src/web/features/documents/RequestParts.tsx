import { useState, lazy, Suspense } from 'react'
import { useNavigate } from 'react-router'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useOutstanding } from '#web/features/bookings/useOutstanding.ts'
import { FundsBar } from '#web/features/topup/FundsBar.tsx'
import { sumOf } from '#web/features/topup/money.ts'
import { useFunds } from '#web/features/topup/useFunds.ts'
import { WalletPart } from '#web/features/topup/WalletPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { Section } from '#web/ui/Page.tsx'
import { useRequestChanges } from './api.ts'
import { Files, useAddFiles } from './Files.tsx'

/** What staff asks for, and the answer: files, a note, or both. */
export function AnswerPart({ request }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const { change } = useRequestChanges()
  const adding = useAddFiles(() => Promise.resolve(request.id))
  const [note, setNote] = useState('')
  const send = async () => {
    if (!(await adding.whenAdded())) return
    await change
      .mutateAsync({ id: request.id, status: 'document_review', ...(note.trim() !== '' && { note: note.trim() }) })
      .then(
        () => void toast(t('documents.request.answered')),
        () => undefined,
      )
  }
  return (
    <Card padding="lg" className="my-3 grid gap-3">
      <h2 className="text-lg">{t('documents.request.asked')}</h2>
      {request.asked !== null && <p className="font-semibold">{request.asked}</p>}
      <Field
        label={t('documents.request.note')}
        hint={t('documents.request.note_hint')}
        error={change.error === null ? undefined : describeFailure(t, change.error)}
      >
        <TextArea
          name="note"
          rows={3}
          value={note}
          maxLength={1_000}
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Files id={request.id} adding={adding} canDelete={false} />
      <div>
        <Button onClick={send}>{t('documents.request.answer')}</Button>
      </div>
    </Card>
  )
}

const CancelDialog = lazy(() => import('./CancelDialog.tsx'))

/** Changes a quote, or cancels a request once its refund was shown. */
export function CancelPart({ request }: { request: DocumentDetails }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { change } = useRequestChanges()
  const [isCancelling, setCancelling] = useState(false)
  const { id, number, can } = request
  if (!can.cancel && !can.reopen) return null
  const reopen = () =>
    change.mutateAsync({ id, status: 'draft' }).then(
      () => navigate(paths.content('vehicle-docs-renewal', { request: number, step: 1 })),
      (error: unknown) => void toast(describeFailure(t, error), { tone: 'error' }),
    )
  return (
    <div className="mt-3 grid gap-2.5">
      {can.reopen && (
        <Button variant="outline" wide onClick={reopen}>
          {t('documents.quoted.edit')}
        </Button>
      )}
      {can.cancel && (
        <Button variant="ghost" wide className="text-bad" onClick={() => setCancelling(true)}>
          {t('documents.quoted.cancel')}
        </Button>
      )}
      {isCancelling && (
        <Suspense fallback={null}>
          <CancelDialog request={request} onClosed={() => setCancelling(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Pays for a quote from the wallet, which is topped up here. On phones the button is last in the page and stays in view. */
export function PayPart({ request }: { request: DocumentDetails }) {
  const { t, locale } = useTranslation()
  const { pay } = useRequestChanges()
  const { id, number } = request
  const { amount, currency } = request.total ?? { amount: 0, currency: 'NGN' as const }
  const outstanding = useOutstanding(currency)
  const funds = useFunds(sumOf([amount, outstanding], currency), currency)
  const returnTo = paths.documentRequest(number)
  const payNow = () =>
    sendOnce(requestNames.payDocuments(number), { body: { total: amount } }, ({ total }, retryKey) =>
      pay.mutateAsync({ id, total, retryKey }),
    ).catch(() => undefined)
  return (
    <>
      <Section title={t('documents.pay.title')}>
        <div className="grid gap-4">
          <p className="text-ink-2">{t('documents.pay.text')}</p>
          <WalletPart
            price={{ total: amount, currency }}
            label={t('documents.pay.label')}
            country="NG"
            returnTo={returnTo}
            outstanding={outstanding}
            beforeTopUp={async () => ({ leave: true, returnTo })}
          />
          {pay.error !== null && <Notice tone="error">{describeFailure(t, pay.error)}</Notice>}
        </div>
      </Section>
      <FundsBar
        total={{ amount, currency }}
        funds={funds}
        busy={pay.isPending}
        onPay={payNow}
        className="max-lg:order-last"
      >
        {t('documents.pay.button', { amount: formatMoney(amount, currency, locale) })}
      </FundsBar>
    </>
  )
}
