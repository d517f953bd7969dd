import type { TFunction } from 'i18next'
import { useState } from 'react'
import type { FieldValues, Path, SubmitHandler, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { config } from 'zod/mini'
import type { errors } from '#i18n/en/errors.ts'
import type { FormErrorItem } from '#web/ui/form/FormError.tsx'
import { CallError } from './call.ts'

// The Content-Security-Policy allows no code made from text.
config({ jitless: true })

/**
 * What a field is wrong in, as a sentence; undefined when nothing is. The contract's schemas name it by a key of
 * `errors.fields`, the server sends the sentence itself, in the reader's language.
 */
export function fieldMessage(t: TFunction, error: { message?: string } | undefined): string | undefined {
  if (error === undefined) return undefined
  const message = error.message ?? ''
  if (message === '') return t('errors.fields.invalid')
  if (!/^[a-z_]+$/.test(message)) return message
  // The server alone says this one, as a sentence: it names an amount.
  return t(`errors.fields.${message as Exclude<keyof typeof errors.fields, 'promo_least'>}`)
}

/** A refusal that a page words itself, to be shown by its form like one of the server's. */
export class FormRefusal extends Error {}

/** A refusal taken apart: what belongs to the form's own fields, and what is said of the whole. */
export interface Refusal {
  /** Of the server's catalogue; `network` when nothing arrived, `unknown` when what answered was no server of ours. */
  code: string
  message: string | undefined
  fields: { field: string; message: string }[]
  otherMessages: string[]
}

/** Sorts what a failed call said by the names of the form's fields. */
export function parseRefusal(error: CallError, known: readonly string[]): Refusal {
  const problems = error.problem?.errors ?? []
  return {
    code: error.status !== 0 && error.problem === undefined ? 'unknown' : error.code,
    message: error.problem?.message,
    fields: problems.filter(({ field }) => known.includes(field)),
    otherMessages: problems.filter(({ field }) => !known.includes(field)).map(({ message }) => message),
  }
}

/** What stands above a form whose submit was refused: the props of `FormError`, and the server's code. */
export interface FormSummary {
  title: string
  errors: FormErrorItem[]
  attempt: number
  code: string
}

/**
 * A form's submit with its summary: what the schema or the server refused, under the fields and above them, there with
 * the fields' labels. `onValid` is called with what passed the schema; a CallError or FormRefusal that it throws is
 * shown, anything else goes to the error boundary. The form says `shouldFocusError: false`: the summary takes the focus.
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
    return { field, message: label === undefined ? message : t('common.field_problem', { field: label, message }) }
  }

  const send = async (values: Sent) => {
    try {
      await onValid(values)
      setSummary(undefined)
    } catch (error) {
      if (error instanceof FormRefusal) return show(error.message, [], 'refused')
      if (!(error instanceof CallError)) return setCrash({ error })
      const { code, message, fields, otherMessages } = parseRefusal(error, Object.keys(form.getValues()))
      for (const one of fields) form.setError(one.field as Path<Typed>, { type: 'server', message: one.message })
      const said = code === 'network' ? t('common.network_error') : (message ?? t('common.something_wrong'))
      // A refusal of one field says the same of the whole: once is enough.
      const title = fields.some((field) => field.message === said) ? t('errors.validation_failed') : said
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

/** For `register(name, { setValueAs: emptyAsUnset })`: an optional field left empty is not sent. */
export const emptyAsUnset = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value
