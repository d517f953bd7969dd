import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { examplePrivateCode, PrivateAccess } from '#contract/events/events.ts'
import { pageConfig } from '#web/api/config.ts'
import { fieldMessage, useSubmit } from '#web/api/forms.ts'
import { Picture } from '#web/features/content/Picture.tsx'
import { useOpenPrivateEvent } from '#web/features/events/api.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page, PageHead } from '#web/ui/Page.tsx'

/** Opens a private event with an invitation code. A wrong code does not reveal whether the event exists. */
export default function PrivateEventPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const opening = useOpenPrivateEvent()
  const form = useForm({
    resolver: zodResolver(PrivateAccess),
    defaultValues: { code: '' },
    shouldFocusError: false,
  })
  const { submit, summary } = useSubmit(form, { code: t('events.code') }, async ({ code }) => {
    const { event } = await opening.mutateAsync(code)
    await navigate(paths.event(event.event_code))
  })
  const { errors, isSubmitting } = form.formState
  return (
    <Page width="form" className="pb-12">
      <PageHead title={t('events.private_title')} lead={t('events.private_lead')} />
      <form onSubmit={submit} noValidate className="grid gap-5">
        {summary && <FormError {...summary} />}
        <Field label={t('events.code')} hint={t('events.code_hint')} error={fieldMessage(t, errors.code)}>
          <TextInput
            {...form.register('code')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            className="uppercase"
          />
        </Field>
        <Button type="submit" wide busy={isSubmitting}>
          {t('events.open')}
        </Button>
      </form>
      {pageConfig.demo && (
        <Notice className="mt-6">
          {t('events.example_code', { code: examplePrivateCode.replaceAll('-', '\u2011') })}
        </Notice>
      )}
      <Picture name="events" tile className="mt-6" />
    </Page>
  )
}
