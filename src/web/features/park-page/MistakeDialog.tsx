import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { mistakeKinds, MistakeReport, maxMistakeLength } from '#contract/parks/mistakes.ts'
import { parkLabel } from '#contract/parks/park-label.ts'
import type { Park } from '#contract/parks/parks.ts'
import { emptyAsUnset, fieldMessage, useSubmit } from '#web/api/forms.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmailInput } from '#web/ui/form/EmailInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { RadioCards } from '#web/ui/form/RadioCards.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useReportMistake } from './api.ts'

interface MistakeDialogProps {
  park: Park
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A form to report a mistake about a park, open to everyone. */
export default function MistakeDialog({ park, open, onOpenChange }: MistakeDialogProps) {
  const { t } = useTranslation()
  const report = useReportMistake(park.id)
  const form = useForm<z.input<typeof MistakeReport>, unknown, MistakeReport>({
    resolver: zodResolver(MistakeReport),
    shouldFocusError: false,
  })
  const kind = useController({ control: form.control, name: 'kind' })
  const labels = {
    kind: t('park_page.mistake.kind'),
    text: t('park_page.mistake.text'),
    email: t('park_page.mistake.email'),
  }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    const { message } = await report.mutateAsync(body)
    onOpenChange(false)
    toast(message)
  })
  const { errors, isSubmitting } = form.formState
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('park_page.mistake.title')}
      description={parkLabel(park, t)}
      closeLabel={t('common.close')}
      footer={
        <Button type="submit" form="mistake" wide busy={isSubmitting}>
          {t('park_page.mistake.send')}
        </Button>
      }
    >
      <form id="mistake" noValidate onSubmit={submit} className="grid gap-4">
        {summary && <FormError {...summary} />}
        <RadioCards
          legend={labels.kind}
          name="kind"
          columns={2}
          cards={mistakeKinds.map((value) => ({ value, label: t(`park_page.mistake.kinds.${value}`) }))}
          value={kind.field.value}
          onChange={kind.field.onChange}
          ref={kind.field.ref}
          error={fieldMessage(t, errors.kind)}
        />
        <Field
          label={labels.text}
          hint={t('park_page.mistake.text_hint')}
          aside={kind.field.value !== 'other' && t('common.optional')}
          error={fieldMessage(t, errors.text)}
        >
          <TextArea {...form.register('text', { setValueAs: emptyAsUnset })} maxLength={maxMistakeLength} />
        </Field>
        <Field
          label={labels.email}
          hint={t('park_page.mistake.email_hint')}
          aside={t('common.optional')}
          error={fieldMessage(t, errors.email)}
        >
          <EmailInput {...form.register('email', { setValueAs: emptyAsUnset })} autoComplete="email" />
        </Field>
        {/* A honeypot, hidden from people. */}
        <div aria-hidden="true" className="sr-only">
          <label>
            {t('park_page.mistake.website')}
            <input {...form.register('website')} type="text" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </form>
    </Dialog>
  )
}
