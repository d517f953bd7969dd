import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { tinykeys } from 'tinykeys'
import type { DeskForm, DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { FormRefusal } from '#web/api/forms.ts'
import { useTranslation } from '#web/page/translation.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { FormError } from '#web/ui/form/FormError.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { leaveForm } from '../formGuard.ts'
import { whileTyping } from '../shortcutSetting.ts'
import { useDeskWords } from '../words.ts'
import { callDescribed, recordQuery } from './api.ts'
import { ChangedNotice } from './ChangedNotice.tsx'
import { readShown } from './formValues.ts'
import { useRecordForm } from './useRecordForm.tsx'
import { useRecordWords, type RecordWords } from './useRecordWords.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'

interface EditFormProps {
  description: DeskRecordDescription
  form: DeskForm
  /** Without one, the form makes a new record. */
  record: DeskRecord | undefined
  /** What choices of a new record are filled in with. */
  given?: Readonly<Record<string, string>> | undefined
  onSaved: (record: DeskRecord) => Promise<void>
  onClose: () => void
}

/** The form that makes or changes a record. */
export function EditForm({ description, form: described, record, given, onSaved, onClose }: EditFormProps) {
  const { t } = useDeskWords()
  const { t: site } = useTranslation()
  const words = useRecordWords(description.list)
  const queries = useQueryClient()
  const [stored, setStored] = useState(record)
  const [theirs, setTheirs] = useState<DeskRecord>()
  const [refusal, setRefusal] = useState<CallError>()
  // One for all attempts: after a lost answer, the same record is not made twice.
  const [retryKey] = useState(() => crypto.randomUUID())
  const element = useRef<HTMLFormElement>(null)
  const form = useRecordForm(
    described,
    stored,
    words,
    async (body) => {
      const params = stored && { id: stored.id }
      try {
        const saved = await callDescribed(described.endpoint, {
          ...(params && { params }),
          body,
          ...(described.endpoint.idempotent === true && { retryKey }),
        })
        toast(words.done(stored === undefined ? 'create' : 'update'))
        await onSaved(saved)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'changed_meanwhile' || stored === undefined) throw error
        setRefusal(error)
        setTheirs(await queries.fetchQuery({ ...recordQuery(description, stored.id), staleTime: 0 }))
        throw new FormRefusal(describeFailure(site, error))
      }
    },
    given,
  )
  const guard = useUnsavedGuard(form.isChanged && !form.isSending)
  useEffect(
    () =>
      tinykeys(
        window,
        {
          '$mod+s': (event) => {
            event.preventDefault()
            element.current?.requestSubmit()
          },
          // An overlay that Escape closes has prevented its default.
          Escape: (event) => {
            if (!event.defaultPrevented && document.querySelector('[role="dialog"]') === null) leaveForm(onClose)
          },
        },
        whileTyping,
      ),
    [onClose],
  )
  const take = (keepsOwn: boolean) => {
    setStored(theirs)
    form.take(theirs!, keepsOwn)
    setTheirs(undefined)
  }
  return (
    <Card as="section" padding="lg" className="max-w-3xl">
      <form ref={element} noValidate onSubmit={form.submit} className="grid gap-4">
        {form.summary && <FormError {...form.summary} />}
        {theirs !== undefined && stored !== undefined && (
          <ChangedNotice refusal={refusal} onTake={take}>
            <ChangedFields before={stored} theirs={theirs} form={described} words={words} />
          </ChangedNotice>
        )}
        {form.fields}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="md" busy={form.isSending}>
            {t(stored === undefined ? 'desk.form.create' : 'desk.form.save')}
          </Button>
          <Button variant="outline" size="md" onClick={() => leaveForm(onClose)}>
            {t('desk.form.cancel')}
          </Button>
        </div>
      </form>
      {form.dialog}
      {guard}
    </Card>
  )
}

interface ChangedFieldsProps {
  before: DeskRecord
  theirs: DeskRecord
  form: DeskForm
  words: RecordWords
}

/** What somebody else changed in the meantime. */
function ChangedFields({ before, theirs, form: { fields }, words }: ChangedFieldsProps) {
  const { labelled, locale } = useDeskWords()
  const changed = Object.entries(fields).flatMap(([name, field]) => {
    const [was, is] = [readShown(name, field, before, locale), readShown(name, field, theirs, locale)]
    return was === is ? [] : [{ name, was, is }]
  })
  return (
    <ul className="grid gap-1">
      {changed.map(({ name, was, is }) => (
        <li key={name}>
          {labelled(words.label(name), '')}
          <del className="text-ink-2">{was || '–'}</del> <ins className="font-semibold no-underline">{is || '–'}</ins>
        </li>
      ))}
    </ul>
  )
}
