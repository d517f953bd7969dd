import { zodResolver } from '@hookform/resolvers/zod'
import { Fragment, type ReactNode, Suspense, useRef } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import type { DeskForm, DeskRecord } from '#contract/lists/records.ts'
import { fieldMessage, useSubmit, type FormSummary } from '#web/api/forms.ts'
import { lazyPanel } from '#web/page/lazyPart.tsx'
import { useTranslation } from '#web/page/translation.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useReauth } from '../Reauth.tsx'
import { useDeskWords } from '../words.ts'
import { FormField } from './FormField.tsx'
import {
  currencyOf,
  fieldsFor,
  isRequired,
  isShown,
  toBody,
  toFormValues,
  zoneLabel,
  type FormValues,
} from './formValues.ts'
import type { RecordWords } from './useRecordWords.ts'

// Few forms have a map.
const PositionField = lazyPanel(async () => (await import('./PositionField.tsx')).PositionField)

/** A form of the desk: its controls, its errors, and what sends it. */
export interface RecordForm {
  summary: FormSummary | undefined
  submit: (event?: React.BaseSyntheticEvent) => void
  fields: ReactNode
  /** The question for the password. */
  dialog: ReactNode
  isChanged: boolean
  isSending: boolean
  values: FormValues
  /** Takes the values of a record; those that the person has changed stay if `keep` says so. */
  take: (record: DeskRecord, keepsOwn: boolean) => void
}

/**
 * Makes a form from its description. What is sent is checked by the call's own schema first; the server's messages stand at
 * their fields. `given` is what fields of a new record are filled in with, and `words.below`
 * what stands below each field.
 */
export function useRecordForm(
  { endpoint, fields: described, position }: DeskForm,
  record: DeskRecord | undefined,
  words: Pick<RecordWords, 'label'> & Partial<Pick<RecordWords, 'hint'>> & { below?: (name: string) => ReactNode },
  send: (body: object) => Promise<void>,
  given?: Readonly<Record<string, string>>,
): RecordForm {
  const { locale } = useDeskWords()
  const fields = fieldsFor(described, record)
  const { t } = useTranslation()
  const { attempt, dialog } = useReauth()
  const uploads = useRef(new Map<string, Promise<string | undefined>>())
  const form = useForm<FormValues, unknown, Record<string, unknown>>({
    defaultValues: { ...toFormValues(fields, record, locale), ...given },
    shouldFocusError: false,
    resolver: async (_values, context, options) => {
      if (endpoint.body === undefined) return { values: {}, errors: {} }
      const refused = await waitForUploads(uploads.current)
      if (Object.keys(refused).length > 0) return { values: {}, errors: refused }
      // Read after the uploads, which fill in the addresses of pictures.
      const body = toBody(endpoint, fields, form.getValues(), record, locale)
      const checked = await zodResolver(endpoint.body as never)(body as never, context, options as never)
      return checked as never
    },
  })
  const labels = Object.fromEntries(Object.keys(fields).map((name) => [name, words.label(name)]))
  const { submit, summary } = useSubmit(form, labels, (body) => attempt(() => send(body)))
  const { errors, isDirty, isSubmitting } = useFormState({ control: form.control })
  const values = useWatch({ control: form.control }) as FormValues
  return {
    summary,
    submit,
    dialog,
    values,
    isChanged: isDirty,
    isSending: isSubmitting,
    take: (taken, keepsOwn) => form.reset(toFormValues(fields, taken, locale), { keepDirtyValues: keepsOwn }),
    fields: rowsOf(
      Object.keys(fields).filter((name) => isShown(fields[name]!, values)),
      (name) => fields[name]!.language !== undefined || position?.includes(name) === true,
    ).map((row) => (
      <Fragment key={row[0]}>
        <div className={row.length > 1 ? 'grid items-start gap-4 sm:grid-cols-2' : undefined}>
          {row.map((name) => (
            <div key={name}>
              <FormField
                name={name}
                field={fields[name]!}
                control={form.control}
                label={labels[name]!}
                hint={fields[name]!.hint === true ? words.hint?.(name) : undefined}
                error={fieldMessage(t, errors[name] as { message?: string } | undefined)}
                isRequired={fields[name]!.demanded === true || isRequired(endpoint, name)}
                currency={currencyOf(fields[name]!, values, record)}
                zone={zoneLabel(fields[name]!, values, record, { value: values[name], locale })}
                record={record}
                onUpload={(work) => uploads.current.set(name, work)}
              />
              {words.below?.(name)}
            </div>
          ))}
        </div>
        {position !== undefined && row.includes(position[1]) && (
          <Suspense fallback={<Skeleton className="h-80 rounded-xl" />}>
            <PositionField form={form} position={position} record={record} />
          </Suspense>
        )}
      </Fragment>
    )),
  }
}

/** Waits for the last upload of each field. Returns those that were refused, as errors of their fields. */
async function waitForUploads(uploads: ReadonlyMap<string, Promise<string | undefined>>) {
  for (;;) {
    const waited = [...uploads]
    const sentences = await Promise.all(waited.map(([, work]) => work))
    if (waited.every(([name, work]) => uploads.get(name) === work))
      return Object.fromEntries(
        waited.flatMap(([name], n) => {
          const message = sentences[n]
          return message === undefined ? [] : [[name, { type: 'server', message }]]
        }),
      )
  }
}

/** Fields in two languages, and the degrees of a position, come in pairs. */
function rowsOf(names: string[], isPaired: (name: string) => boolean): string[][] {
  const rows: string[][] = []
  for (const name of names) {
    const last = rows.at(-1)
    if (isPaired(name) && last?.length === 1 && isPaired(last[0]!)) last.push(name)
    else rows.push([name])
  }
  return rows
}
