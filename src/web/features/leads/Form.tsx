import { zodResolver } from '@hookform/resolvers/zod'
import { useState, useEffect } from 'react'
import { type FieldValues, type Resolver, useForm, type UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { countryZones } from '#contract/geography.ts'
import { leadForms, type LeadKind } from '#contract/leads/leads.ts'
import type { leads_form } from '#i18n/en/site/leads_form.ts'
import { fieldMessage, FormRefusal, useSubmit } from '#web/api/forms.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useContentItem } from '#web/features/content/api.ts'
import { usePageParams } from '#web/page/page.ts'
import { type Rendered, type SubmittedForm, useHydrating, useRendered } from '#web/page/rendering.ts'
import { type Translate, useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { useCountry } from '#web/storage/country.ts'
import { readTabValue, removeTabValue, writeTabValue } from '#web/storage/tabStorage.ts'
import { readNow } from '#web/time/clock.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useSendLead } from './api.ts'
import { controlOf, fieldsOf, type FieldName } from './fields.ts'
import { LeadField } from './LeadField.tsx'
import { BookedDemo, Sent, type SentLead } from './LeadSent.tsx'

/** The form of one kind, its confirmation, and for demonstrations a way to cancel the time. */
export default function Form({ kind }: { kind: LeadKind }) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const rendered = useRendered()
  const [sent, setSent] = useState<SentLead | undefined>(() => findSent(rendered, params))
  const booked = kind === 'demo' ? params.get('booked') : null
  return (
    <Card padding="lg" className="grid max-w-3xl gap-6">
      {booked !== null && <BookedDemo token={booked} />}
      {sent ? (
        <Sent lead={sent} onAgain={() => setSent(undefined)} />
      ) : (
        <section id="lead" aria-label={t(`leads_form.legend.${kind}`)}>
          <h3 className="text-lg">{t(`leads_form.legend.${kind}`)}</h3>
          <Fields kind={kind} onSent={setSent} />
        </section>
      )}
    </Card>
  )
}

/** What was sent without scripts: the server then names it in the address, and knows which browser sent it. */
function findSent({ sent }: Rendered, params: URLSearchParams): SentLead | undefined {
  return sent === null || sent !== params.get('sent') ? undefined : { reference: sent }
}

/** The values in the server's HTML: of a form that it refused, otherwise those that do not depend on the device. */
function usePlainValues(kind: LeadKind, submitted: SubmittedForm | null): Readonly<Record<string, string>> {
  const { code } = useCountry()
  const { service = '' } = usePageParams()
  const { data: page } = useContentItem('marketplace', service)
  return submitted?.form === kind ? submitted.values : { country_code: code, ...(page && { service: page.title }) }
}

/** Fields are prefilled from the profile. */
function useFirstValues(kind: LeadKind, submitted: SubmittedForm | null): Record<string, string> {
  const { code } = useCountry()
  const { service = '' } = usePageParams()
  const { data: page } = useContentItem('marketplace', service)
  const { data: profile } = useProfile()
  const labels: Record<string, string> = {
    name: profile ? [profile.first_name, profile.last_name].filter(Boolean).join(' ') : '',
    email: profile?.email ?? '',
    phone: profile?.phone ?? '',
    country_code: code,
    ...readDraft(kind),
    // The service of this page takes precedence over the draft.
    ...(page && { service: page.title }),
    ...(submitted?.form === kind && submitted.values),
  }
  const names = fieldsOf[kind].filter((name) => name !== 'file')
  return Object.fromEntries(names.map((name) => [name, labels[name] ?? '']))
}

function Fields({ kind, onSent }: { kind: LeadKind; onSent: (lead: SentLead) => void }) {
  const { t } = useTranslation()
  const labels = useLabels(kind)
  const send = useSendLead(kind)
  const [file, setFile] = useState<File>()
  /** Name of a file chosen before a reload. */
  const [lost, setLost] = useState(() => readDraft(kind)['file'] ?? '')
  const isHydrating = useHydrating()
  const { submitted } = useRendered()
  const plainValues = usePlainValues(kind, submitted)
  const refused = submitted?.form === kind ? submitted : undefined
  const { code } = useCountry()
  const defaultValues: FieldValues = { ...useFirstValues(kind, submitted), website: '' }
  const form = useForm<FieldValues>({
    resolver: resolverOf(kind),
    defaultValues,
    shouldFocusError: false,
  })
  useDraft(kind, form, file?.name ?? lost)
  const { submit, summary } = useSubmit(form, labels, async (values) => {
    // A file chosen before a reload is not sent, so require it again.
    if (lost !== '') throw new FormRefusal(t('leads_form.file_lost', { name: lost }))
    // The time since the form was opened is added when it is sent.
    const { took_ms: _open, ...fields } = values
    const { message, reference } = await send.mutateAsync({ fields, file })
    dropDraft(kind)
    onSent({ message, reference, email: String(values['email']) })
  })
  const { errors, isSubmitting, submitCount } = form.formState
  const shown = submitCount === 0 && refused ? summaryOf(t, refused, labels) : summary
  return (
    <form
      noValidate
      onSubmit={submit}
      method="post"
      action="#lead"
      encType={kind === 'career' ? 'multipart/form-data' : undefined}
      className="mt-4 grid gap-5"
    >
      {shown && <FormError {...shown} />}
      {isHydrating && (
        <>
          <input type="hidden" name="lead" value={kind} />
          <input type="hidden" name="opened_at" value={refused?.opened_at ?? readNow().toISOString()} />
          {kind === 'demo' && <input type="hidden" name="timezone" value={countryZones[code]} />}
        </>
      )}
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        {fieldsOf[kind].map((name) => (
          <LeadField
            key={name}
            kind={kind}
            name={name}
            control={controlOf(name)}
            label={labels[name]!}
            form={form}
            plainValue={isHydrating ? (plainValues[name] ?? '') : undefined}
            error={
              fieldMessage(t, errors[name] as { message?: string } | undefined) ??
              (submitCount === 0 ? refused?.errors.find(({ field }) => field === name)?.message : undefined)
            }
            file={file}
            lost={lost}
            onFile={(chosen, problem) => {
              setFile(chosen)
              setLost('')
              if (problem === undefined) form.clearErrors('file')
              else form.setError('file', { message: problem })
            }}
          />
        ))}
      </div>
      {/* A honeypot, hidden from people. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          {t('leads_form.honeypot')}
          <input {...form.register('website')} type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="text-sm text-ink-2">
        {t('leads_form.privacy_before')}
        <PageLink to={paths.privacy()} className="font-semibold text-act underline underline-offset-4">
          {t('leads_form.privacy_link')}
        </PageLink>
        .
      </p>
      <ActionBar inCard>
        <Button type="submit" busy={isSubmitting} className="max-sm:w-full">
          {t(`leads_form.send.${kind}`)}
        </Button>
      </ActionBar>
    </form>
  )
}

/** The summary of a form that the server refused without scripts: its messages cannot lead to their fields. */
function summaryOf(t: Translate, { message, errors }: SubmittedForm, labels: Partial<Record<string, string>>) {
  const items = errors.map(({ field, message }) => {
    const label = labels[field]
    return { message: label === undefined ? message : t('common.labelled', { name: label, value: message }) }
  })
  return { title: items.length > 0 ? t('errors.validation_failed') : message, errors: items }
}

/** Validates with the contract's schema; values known only when sending get placeholders. */
function resolverOf(kind: LeadKind): Resolver<FieldValues> {
  const check = zodResolver(leadForms[kind] as never) as unknown as Resolver<FieldValues>
  const zone = kind === 'demo' ? { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}
  return (values, context, options) => {
    const { file: _file, ...given } = values
    return check({ ...given, ...zone, took_ms: 0 }, context, options)
  }
}

const keyOf = (kind: LeadKind) => `lead_${kind}`

/** The draft saved in this tab. */
function readDraft(kind: LeadKind): Record<string, string> {
  const stored = readTabValue(keyOf(kind))
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
}

const dropDraft = (kind: LeadKind) => removeTabValue(keyOf(kind))

/** Saves input as it is typed. Of a file only the name is saved, because tab storage is too small for its content. */
function useDraft(kind: LeadKind, form: UseFormReturn<FieldValues>, fileName: string): void {
  useEffect(() => {
    if (fileName !== (readDraft(kind)['file'] ?? '')) writeTabValue(keyOf(kind), { ...readDraft(kind), file: fileName })
  }, [kind, fileName])
  useEffect(() => {
    const { unsubscribe } = form.watch((values) => {
      const { website: _trap, ...typed } = values
      const plain = Object.entries(typed).map(([name, value]) => [name, String(value ?? '')])
      writeTabValue(keyOf(kind), { ...Object.fromEntries(plain), file: fileName })
    })
    return unsubscribe
  }, [kind, form, fileName])
}

type Special = keyof (typeof leads_form)['fields_of']
const special: readonly Special[] = ['press_company', 'career_message', 'demo_message', 'marketplace_message']

/** Labels of the fields; some differ between forms. */
function useLabels(kind: LeadKind): Partial<Record<FieldName, string>> {
  const { t } = useTranslation()
  return Object.fromEntries(
    fieldsOf[kind].map((name) => {
      const own = special.find((key) => key === `${kind}_${name}`)
      return [name, own === undefined ? t(`leads_form.fields.${name}`) : t(`leads_form.fields_of.${own}`)]
    }),
  )
}
