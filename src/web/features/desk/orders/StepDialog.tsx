import { type FormEvent, useState } from 'react'
import type { BoardCard, OrderBoard } from '#contract/orders/desk/order-board.ts'
import { rejectReasons } from '#contract/orders/desk/order-reasons.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { usePhoto } from '#web/ui/form/usePhoto.ts'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { HandOverFields, noHandOver } from './HandOverFields.tsx'
import { useHandOverPhoto } from './photos.ts'
import type { Move } from './useOrderStep.tsx'

interface StepDialogProps {
  card: BoardCard
  step: 'hand_over' | 'reject'
  move: Move
  /** With its own reasons to reject. */
  branch: OrderBoard['branches'][number] | undefined
  onClose: () => void
}

/** What a step needs to know: the customer's code, or why the order is not taken. */
export function StepDialog({ card, step, move, branch, onClose }: StepDialogProps) {
  const { t, translateKey, labelled } = useDeskWords()
  const { t: site } = useTranslation()
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const label = step === 'reject' ? t('desk.orders.board.reject') : t('desk.orders.board.steps.hand_over')
  const [byPhoto, setByPhoto] = useState(false)
  const photo = usePhoto()
  const [handOver, setHandOver] = useState(noHandOver)
  const [isSending, setSending] = useState(false)
  const sendPhoto = useHandOverPhoto(card.id)
  const [isChecked, setChecked] = useState(false)
  // Written here, not when the button is pressed: the sentences of the site may still be loading then.
  const missing = {
    ...(photo.isMissing && { photo: t('desk.orders.photos.missing') }),
    ...(handOver.reason === '' && { reason: site('errors.fields.required') }),
  }
  const submitPhoto = async () => {
    const { reason: why, note: words } = handOver
    setErrors({})
    setChecked(true)
    if (why === '') return
    setSending(true)
    try {
      const ready = await photo.whenReady()
      if (ready?.url === undefined) return
      const photo_id = await sendPhoto(ready.url)
      const body = { photo_id, reason: why, ...(words.trim() !== '' && { note: words }) }
      const refused = await move(card, 'hand_over_with_photo', body)
      if (refused === undefined) onClose()
      else setErrors(refused)
    } catch (error) {
      setErrors({ photo: describeFailure(site, error) })
    } finally {
      setSending(false)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (byPhoto) return submitPhoto()
    const body = step === 'hand_over' ? { code } : { reason, ...(note !== '' && { note }) }
    const refused = await move(card, step, body)
    if (refused === undefined) onClose()
    else setErrors(refused)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={labelled(label, `${card.token} · ${card.order_number}`)}
      description={translateKey(`desk.records.online_orders.effects.${step}`)}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="order-step" size="md" busy={isSending}>
          {label}
        </Button>
      }
    >
      <form id="order-step" noValidate onSubmit={submit} className="grid gap-4">
        {byPhoto ? (
          <HandOverFields
            photo={photo}
            value={handOver}
            onChange={setHandOver}
            errors={isChecked ? { ...errors, ...missing } : errors}
          />
        ) : step === 'hand_over' ? (
          <Field
            label={t('desk.orders.board.code')}
            hint={t(`desk.orders.board.${card.order_type}_code`)}
            error={errors['code']}
            required
          >
            <TextInput
              name="handover_code"
              autoComplete="off"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
        ) : (
          <>
            <Field label={translateKey('desk.records.online_orders.fields.reason')} error={errors['reason']} required>
              <NativeSelect
                name="reason"
                value={reason}
                onChange={({ target }) => setReason(target.value)}
                placeholder={t('desk.form.choose')}
                options={[
                  ...(branch?.reject_reasons ?? []),
                  ...rejectReasons.map((value) => ({
                    value,
                    label: translateKey(`desk.words.order_reasons.${value}`),
                  })),
                ]}
              />
            </Field>
            <Field
              label={translateKey('desk.records.online_orders.fields.note')}
              hint={translateKey('desk.records.online_orders.hints.note')}
              error={errors['note']}
            >
              <TextArea value={note} onChange={({ target }) => setNote(target.value)} />
            </Field>
          </>
        )}
        {step === 'hand_over' && card.order_type === 'delivery' && branch?.takes_photos === true && (
          <Button
            variant="ghost"
            size="md"
            className="justify-self-start"
            onClick={() => {
              setErrors({})
              setChecked(false)
              setByPhoto(!byPhoto)
            }}
          >
            {t(byPhoto ? 'desk.orders.photos.by_code' : 'desk.orders.photos.hand_over')}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
