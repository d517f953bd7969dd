import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { BodyOf } from '#contract/endpoint.ts'
import { formatPhone } from '#contract/phone-format.ts'
import {
  TextNumberCode,
  TextNumberRequest,
  type TextSettings,
  type TextTopic,
  type updateTextTopic,
} from '#contract/sms/numbers.ts'
import { call } from '#web/api/call.ts'
import { pageConfig } from '#web/api/config.ts'
import { fieldMessage, useSubmit } from '#web/api/forms.ts'
import { storeAnswer } from '#web/api/storeAnswer.ts'
import { codeTime } from '#web/features/account/codeTime.ts'
import { reasonOf } from '#web/features/account/reason.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { CodeInput } from '#web/ui/form/CodeInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { TextInput } from '#web/ui/form/TextInput.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

/** Confirms the account's mobile number and chooses what is sent to it. Shows nothing where no text messages are sent. */
export function TextMessages() {
  const { t } = useTranslation()
  const { data } = useTextSettings()
  const [wantsOther, setWantsOther] = useState(false)
  if (data === undefined || (!data.is_offered && data.number === null)) return null
  const isWaiting = data.code_sent_at !== null && !wantsOther
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="font-semibold">{t('account.notifications.settings.texts.title')}</h3>
        <p className="text-sm text-ink-2">{t('account.notifications.settings.texts.lead')}</p>
      </div>
      {isWaiting ? (
        <CodeForm number={data.suggested!} onOther={() => setWantsOther(true)} />
      ) : data.number === null || wantsOther ? (
        <NumberForm suggested={data.suggested} onSent={() => setWantsOther(false)} />
      ) : (
        <Topics settings={data} number={data.number} onOther={() => setWantsOther(true)} />
      )}
    </Card>
  )
}

/** First step: the number. */
function NumberForm({ suggested, onSent }: { suggested: string | null; onSent: () => void }) {
  const { t } = useTranslation()
  const store = useStoreTextSettings()
  const form = useForm({
    resolver: zodResolver(TextNumberRequest),
    defaultValues: { phone: suggested === null ? '' : formatPhone(suggested) },
    shouldFocusError: false,
  })
  const labels = { phone: t('account.notifications.settings.texts.phone') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    await store(await call('POST /api/v1/users/text-messages/code', { body }))
    onSent()
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3">
      {summary && <FormError {...summary} />}
      <Field label={labels.phone} error={fieldMessage(t, errors.phone)}>
        <TextInput {...form.register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Button type="submit" variant="outline" size="md" busy={isSubmitting} className="justify-self-start">
        {t('account.notifications.settings.texts.send')}
      </Button>
    </form>
  )
}

interface CodeFormProps {
  number: string
  onOther: () => void
}

/** Second step: the code, which is sent as soon as its last digit is entered. */
function CodeForm({ number, onOther }: CodeFormProps) {
  const { t, locale } = useTranslation()
  const store = useStoreTextSettings()
  const form = useForm({ resolver: zodResolver(TextNumberCode), defaultValues: { code: '' }, shouldFocusError: false })
  const labels = { code: t('auth.code') }
  const { submit, summary } = useSubmit(form, labels, async (body) => {
    await store(await call('POST /api/v1/users/text-messages/confirm', { body }))
    toast(t('account.notifications.settings.texts.confirmed'))
  })
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-3">
      <p role="status" className="text-ink-2">
        {t('account.notifications.settings.texts.sent', { number: formatPhone(number), time: codeTime(locale) })}
      </p>
      {summary && <FormError {...summary} />}
      <Field label={labels.code} error={fieldMessage(t, errors.code)}>
        <CodeInput
          {...form.register('code')}
          onComplete={(code) => {
            form.setValue('code', code)
            if (!form.formState.isSubmitting) submit()
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="md" busy={isSubmitting}>
          {t('account.notifications.settings.texts.confirm')}
        </Button>
        <ResendButton number={number} />
        <Button variant="link" onClick={onOther}>
          {t('account.notifications.settings.texts.other_number')}
        </Button>
      </div>
      {pageConfig.dev_mail && (
        <a
          href="/dev/sms"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm text-ink-2 underline underline-offset-4"
        >
          {t('account.notifications.settings.texts.dev_sms')}
        </a>
      )}
    </form>
  )
}

/** Another code; the server says so where it is too early for one. */
function ResendButton({ number }: { number: string }) {
  const { t } = useTranslation()
  const store = useStoreTextSettings()
  const resend = async () => {
    try {
      await store(await call('POST /api/v1/users/text-messages/code', { body: { phone: number } }))
      toast(t('auth.verify.sent'))
    } catch (error) {
      toast(reasonOf(t, error), { tone: 'error' })
    }
  }
  return (
    <Button variant="link" onClick={resend}>
      {t('account.notifications.settings.texts.resend')}
    </Button>
  )
}

/** What is sent to the confirmed number. */
function Topics({ settings, number, onOther }: { settings: TextSettings; number: string; onOther: () => void }) {
  const { t } = useTranslation()
  const change = useUpdateTextTopic()
  const stop = useStopTexts()
  const onError = (error: Error) => toast(reasonOf(t, error), { tone: 'error' })
  const nameTopic = (topic: TextTopic) => t(`account.notifications.settings.texts.topics.${topic}`)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        <p>{t('account.notifications.settings.texts.number', { number: formatPhone(number) })}</p>
        {settings.is_offered && (
          <Button variant="link" onClick={onOther}>
            {t('account.notifications.settings.texts.other_number')}
          </Button>
        )}
      </div>
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('account.notifications.settings.texts.choose')}</legend>
        {settings.topics.map(({ topic, is_on }) => (
          <Checkbox
            key={topic}
            label={nameTopic(topic)}
            checked={is_on}
            onChange={(event) => change.mutate({ topic, is_on: event.target.checked }, { onError })}
          />
        ))}
      </fieldset>
      <p className="text-sm text-ink-2">{t('account.notifications.settings.texts.consent')}</p>
      {settings.topics.some(({ is_on }) => is_on) && (
        <Button
          variant="outline"
          size="md"
          busy={stop.isPending}
          className="justify-self-start"
          onClick={() =>
            stop.mutate(undefined, {
              onSuccess: () => toast(t('account.notifications.settings.texts.stopped')),
              onError,
            })
          }
        >
          {t('account.notifications.settings.texts.stop')}
        </Button>
      )}
    </>
  )
}

const textsKey = ['notifications', 'texts'] as const

/** The account's confirmed number, and what text messages are sent about. */
const useTextSettings = () =>
  useQuery({ queryKey: textsKey, queryFn: ({ signal }) => call('GET /api/v1/users/text-messages', { signal }) })

/** Stores what a call has answered. */
function useStoreTextSettings() {
  const queries = useQueryClient()
  return (settings: TextSettings) => storeAnswer(queries, textsKey, settings)
}

/** Updated optimistically; a refusal undoes it. */
function useUpdateTextTopic() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateTextTopic>) => call('PUT /api/v1/users/text-messages/topics', { body }),
    onMutate: async ({ topic, is_on }) => {
      const before = await storeAnswer<TextSettings>(
        queries,
        textsKey,
        (stored) =>
          stored && {
            ...stored,
            topics: stored.topics.map((item) => (item.topic === topic ? { topic, is_on } : item)),
          },
      )
      return { before }
    },
    onError: (_error, _topic, context) => storeAnswer(queries, textsKey, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: textsKey }),
  })
}

/** Ends all text messages. */
function useStopTexts() {
  const store = useStoreTextSettings()
  return useMutation({
    mutationFn: () => call('POST /api/v1/users/text-messages/stop', {}),
    onSuccess: store,
  })
}
