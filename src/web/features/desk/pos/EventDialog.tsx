import { type FormEvent, useState } from 'react'
import { call, CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useRetryKey } from '#web/api/useRetryKey.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface EventDialogProps {
  kind: 'voided' | 'drawer_opened'
  /** What is voided: units, name and price. */
  detail?: string
  /** Stores it on the device instead, where there is no network. */
  onStore?: ((reason: string) => Promise<void>) | undefined
  isOffline?: boolean
  onDone: () => void
  onClose: () => void
}

/** Why a line is voided, or the drawer opened without a sale: logged in the shift. */
export function EventDialog({ kind, detail, onStore, isOffline = false, onDone, onClose }: EventDialogProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const { run, errors, refusal, dialog } = usePanelCall({ isShown: true })
  const [reason, setReason] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const { keyOf } = useRetryKey()
  const send = async (why: string) => {
    setIncomplete(why === '')
    if (why === '') return
    if (isOffline && onStore !== undefined) {
      await onStore(why)
      return onDone()
    }
    const body = { kind, reason: why, ...(detail !== undefined && { detail: detail.slice(0, 200) }) }
    const logged = await run(
      () =>
        call('POST /api/v1/pos/shift/events', { body, retryKey: keyOf(body) }).catch(async (error: unknown) => {
          if (!(error instanceof CallError) || error.code !== 'network' || onStore === undefined) throw error
          await onStore(why)
          return { id: '' }
        }),
      t(`desk.pos.events.${kind}.done`),
    )
    if (logged !== undefined) onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(reason.trim())
  }
  const reasons =
    kind === 'voided'
      ? (['wrong_item', 'changed_mind', 'too_dear'] as const).map((why) => t(`desk.pos.events.reasons.${why}`))
      : (['change', 'count'] as const).map((why) => t(`desk.pos.events.reasons.${why}`))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`desk.pos.events.${kind}.title`)}
      description={detail}
      closeLabel={t('desk.close')}
      footer={
        <Button type="submit" form="shift-event" wide>
          {t(`desk.pos.events.${kind}.submit`)}
        </Button>
      }
    >
      <form id="shift-event" noValidate onSubmit={submit} className="grid gap-4">
        <div role="group" aria-label={t('desk.pos.cash.reason')} className="flex flex-wrap gap-2">
          {reasons.map((why) => (
            <Chip key={why} onClick={() => void send(why)}>
              {why}
            </Chip>
          ))}
        </div>
        <Field
          label={t('desk.pos.events.other')}
          error={errors['reason'] ?? (isIncomplete ? site('errors.fields.required') : undefined)}
        >
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
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
