import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { answerProblem_hours, type reportProblem } from '#contract/orders/order-problems.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { call } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { requestNames, sendOnce } from '#web/api/pendingRequests.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { PhotoField } from '#web/ui/form/PhotoField.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useAddOrderPhoto } from './photos.ts'

const [leastLength, mostLength] = [10, 1_000]

/** Asks which service was not done as sold, what is wrong with it, and for a photo. */
export default function ProblemDialog({ order, onClosed }: { order: OrderDetails; onClosed: () => void }) {
  const { t, locale } = useTranslation()
  const { branch } = order
  const lines = order.lines.filter(({ reportable_until }) => reportable_until !== null)
  const [chosen, setChosen] = useState(lines.length === 1 ? lines[0]!.id : '')
  const [text, setText] = useState('')
  const photo = usePhoto()
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const sendPhoto = useAddOrderPhoto(order.id)
  const report = useReportProblem(order.id)
  const words = text.trim().replaceAll(/\s*\n\s*/g, ' ')
  const missing = { line: chosen === '', text: words.length < leastLength }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isSending || missing.line || missing.text) return
    setSending(true)
    setFailure(undefined)
    try {
      const ready = await photo.whenReady()
      if (ready?.url === undefined) return
      await report.mutateAsync({ line_id: chosen, text: words, photo_id: await sendPhoto(ready.url) })
      toast(t('order_care.problems.sent'))
      onClosed()
    } catch (error) {
      setFailure(describeFailure(t, error))
    } finally {
      setSending(false)
    }
  }
  const until = lines.map(({ reportable_until }) => reportable_until!).toSorted()[0]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClosed()}
      title={t('order_care.problems.open')}
      description={t('order_care.problems.what_next', { branch: branch.name, hours: answerProblem_hours })}
      closeLabel={t('common.close')}
      footer={
        <Button type="submit" form="problem" busy={isSending}>
          {t('order_care.problems.send')}
        </Button>
      }
    >
      <form id="problem" noValidate onSubmit={submit} className="grid gap-5">
        {failure !== undefined && (
          <Notice tone="error" live>
            {failure}
          </Notice>
        )}
        {lines.length > 1 || chosen === '' ? (
          <Field
            label={t('order_care.problems.which')}
            required
            error={isTried && missing.line ? t('order_care.problems.choose') : undefined}
          >
            <NativeSelect
              value={chosen}
              placeholder={t('order_care.choose')}
              onChange={({ target }) => setChosen(target.value)}
              options={lines.map(({ id, item }) => ({ value: id, label: item.name }))}
            />
          </Field>
        ) : (
          <p className="font-semibold">{lines[0]?.item.name}</p>
        )}
        <Field
          label={t('order_care.problems.text')}
          required
          error={isTried && missing.text ? t('order_care.problems.write', { count: leastLength }) : undefined}
        >
          <TextArea
            name="problem"
            rows={4}
            maxLength={mostLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <PhotoField
          label={t('order_care.photo')}
          hint={t('order_care.problems.photo_hint')}
          alt={t('order_care.problems.photo_alt')}
          photo={photo}
          error={isTried && photo.isMissing ? t('order_care.problems.add_photo') : undefined}
        />
        {until !== undefined && (
          <p className="text-sm text-ink-2">
            {t('order_care.problems.until', {
              until: formatDeadlineInSentence(new Date(until), branch.timezone, locale),
            })}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Reports a service, once however often it is sent. */
function useReportProblem(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof reportProblem>) =>
      sendOnce(requestNames.reportProblem(id), { body }, (same, retryKey) =>
        call('POST /api/v1/orders/{id}/problem', { params: { id }, body: same, retryKey }),
      ),
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  })
}
