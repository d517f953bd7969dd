import { useState } from 'react'
import type { FieldValues, Path, SubmitHandler, UseFormReturn } from 'react-hook-form'
import { config } from 'zod/mini'
import { readFieldKey } from '#contract/fields.ts'
import type { errors } from '#i18n/en/errors.ts'
import { type Translate, useTranslation } from '#web/page/translation.ts'
import type { FormErrorItem } from '#web/ui/form/FormError.tsx'
import { CallError } from './call.ts'
import { describeFailure } from './failures.ts'

// The Content-Security-Policy forbids generating code, which zod does by default.
config({ jitless: true })

/** Keys of sentences with values that only the server knows: it sends them as sentences. */
type ServerKey = 'promo_least'

/**
 * The message for an invalid field; undefined for a valid one. The contract's schemas use keys of `errors.fields`, the
 * server sends a translated sentence. What a schema has no words for is a field without a choice or a number.
 */
export function fieldMessage(
  t: Translate,
  error: { message?: string; type?: unknown } | undefined,
): string | undefined {
  if (error === undefined) return undefined
  const message = error.message ?? ''
  if (message === '' || message === zodDefault)
    return t(choiceCodes.has(error.type) ? 'errors.fields.required' : 'errors.fields.invalid')
  const { key, params } = readFieldKey(message)
  if (!/^[a-z_]+$/.test(key)) return message
  return t(`errors.fields.${key as Exclude<keyof typeof errors.fields, ServerKey>}`, { least: 0, ...params })
}

/** What zod says without a message of the schema, and the codes of what was not chosen. */
const zodDefault = 'Invalid input'
const choiceCodes = new Set<unknown>(['invalid_type', 'invalid_value', 'invalid_union'])

/** A refusal worded by the page; its form shows it like one of the server. */
export class FormRefusal extends Error {}

/** A refusal split into messages about the form's fields and the rest. */
export interface Refusal {
  /** As of CallError. */
  code: string
  message: string | undefined
  fields: { field: string; message: string }[]
  otherMessages: string[]
}

/** Separates the messages of a failed request by the names of the form's fields. */
export function parseRefusal(error: CallError, fieldNames: readonly string[]): Refusal {
  const problems = error.problem?.errors ?? []
  return {
    code: error.code,
    message: error.problem?.message,
    fields: problems.filter(({ field }) => fieldNames.includes(field)),
    otherMessages: problems.filter(({ field }) => !fieldNames.includes(field)).map(({ message }) => message),
  }
}

/** The props of the `FormError` above a refused form, and the error code. */
export interface FormSummary {
  title: string
  errors: FormErrorItem[]
  attempt: number
  code: string
}

/**
 * Submits a form and builds its error summary from the schema's or the server's messages. CallError and FormRefusal
 * thrown by `onValid` are shown, other errors go to the error boundary. The form needs `shouldFocusError: false`,
 * because the summary focuses the first invalid field.
 */
export function useSubmit<Typed extends FieldValues, Sent>(
  form: UseFormReturn<Typed, unknown, Sent>,
  labels: Partial<Record<keyof Typed & string, string>>,
  onValid: (values: Sent) => Promise<void>,
): { submit: (event?: React.BaseSyntheticEvent) => void; summary: FormSummary | undefined } {
  const { t } = useTranslation()
  const [summary, setSummary] = useState<FormSummary>()
  const [crash, setCrash] = useState<{ error: unknown }>()
  if (crash !== undefined) throw crash.error

  const show = (title: string, errors: FormErrorItem[], code: string) =>
    setSummary((before) => ({ title, errors, code, attempt: (before?.attempt ?? 0) + 1 }))
  const labelled = (field: string, message: string) => {
    const label = labels[field as keyof typeof labels]
    return { field, message: label === undefined ? message : t('common.labelled', { name: label, value: message }) }
  }

  const send = async (values: Sent) => {
    try {
      await onValid(values)
      setSummary(undefined)
    } catch (error) {
      if (error instanceof FormRefusal) return show(error.message, [], 'refused')
      if (!(error instanceof CallError)) return setCrash({ error })
      const { code, fields, otherMessages } = parseRefusal(error, Object.keys(form.getValues()))
      for (const field of fields) form.setError(field.field as Path<Typed>, { type: 'server', message: field.message })
      const refusalMessage = describeFailure(t, error)
      // If a field has the same message as the whole form, use a general title.
      const title = fields.some((field) => field.message === refusalMessage)
        ? t('errors.validation_failed')
        : refusalMessage
      const items = fields.map(({ field, message }) => labelled(field, message))
      show(title, [...items, ...otherMessages.map((message) => ({ message }))], code)
    }
  }

  return {
    summary,
    submit: (event) => {
      void form.handleSubmit(send as SubmitHandler<Sent>, (problems) =>
        show(
          t('errors.validation_failed'),
          Object.entries(problems).map(([field, problem]) =>
            labelled(field, fieldMessage(t, problem as { message?: string }) ?? ''),
          ),
          'validation_failed',
        ),
      )(event)
    },
  }
}

/** For `register(name, { setValueAs: emptyAsUnset })`: empty optional fields are not sent. */
export const emptyAsUnset = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
