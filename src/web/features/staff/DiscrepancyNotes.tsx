import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MoneyDiscrepancy, maxNoteLength } from '#contract/money-discrepancies.ts'
import { CallError } from '#web/lib/call.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useNoteDiscrepancy } from './api.ts'

interface DiscrepancyNotesProps {
  discrepancy: MoneyDiscrepancy
  when: (at: string) => string
}

/** What was done and noted, by whom and when, room for the next note, and the way to settle it. */
export function DiscrepancyNotes({ discrepancy: { id, state, notes }, when }: DiscrepancyNotesProps) {
  const { t } = useTranslation()
  const change = useNoteDiscrepancy(id)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const isOpen = state === 'open'
  const send = async (is_resolved?: boolean) => {
    const body = note.trim()
    // What is settled says why, now or before.
    const needsWords = is_resolved === undefined || (is_resolved && notes.every((one) => one.body === null))
    setMissing(needsWords && body === '')
    if (needsWords && body === '') return
    try {
      await change.mutateAsync({
        ...(body === '' ? {} : { note: body }),
        ...(is_resolved === undefined ? {} : { is_resolved }),
      })
      setNote('')
      if (is_resolved !== undefined) toast(t(is_resolved ? 'staff.money.resolved' : 'staff.money.reopened'))
    } catch (error) {
      toast(error instanceof CallError && error.problem ? error.message : t('common.something_wrong'), {
        tone: 'error',
      })
    }
  }
  return (
    <section className="grid content-start gap-3 border-t border-line pt-3 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8">
      {notes.length > 0 && (
        <>
          <h3 className="text-base font-semibold">{t('staff.leads.history')}</h3>
          <ol className="grid gap-3">
            {notes.map(({ id: key, state: became, body, author, created_at }) => (
              <li key={key} className="border-l-4 border-line pl-3">
                {became !== null && (
                  <p className="font-semibold">
                    {t('staff.leads.status_changed', { state: t(`staff.money.badges.${became}`) })}
                  </p>
                )}
                {body !== null && <p className="max-w-prose break-words whitespace-pre-line">{body}</p>}
                <p className="text-sm text-ink-2">
                  {t('staff.leads.by', { author: author ?? t('staff.money.former_colleague'), when: when(created_at) })}
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        className="grid max-w-prose gap-2.5"
      >
        <Field label={t('staff.money.note')} error={missing ? t('errors.fields.required') : undefined}>
          <TextArea
            rows={2}
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
              setMissing(false)
            }}
            maxLength={maxNoteLength}
          />
        </Field>
        <div className="flex flex-wrap gap-2.5">
          <Button size="md" variant={isOpen ? 'primary' : 'outline'} onClick={() => send(isOpen)}>
            {t(isOpen ? 'staff.money.resolve' : 'staff.money.reopen')}
          </Button>
          <Button type="submit" size="md" variant="alt">
            {t('staff.leads.note_save')}
          </Button>
        </div>
      </form>
    </section>
  )
}
