import { Download, Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leadMoves, type LeadState, maxLeadLength } from '#contract/leads.ts'
import { getLeadFile, type Lead } from '#contract/staff-leads.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { CallError } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { TextArea } from '#web/ui/form/TextArea.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useChangeLead } from './api.ts'
import { useDetails } from './useDetails.ts'

const tones: Record<LeadState, TagTone> = { new: 'kerb', in_hand: 'act', answered: 'neutral', closed: 'neutral' }

/** One message: what it says, who may be answered, what was done, what can be done next. */
export function LeadCard({ lead }: { lead: Lead }) {
  const { t, i18n } = useTranslation()
  const change = useChangeLead(lead.id)
  const details = useDetails(lead)
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const when = (at: string) => formatDateTime(new Date(at), zone, i18n.language)
  const fail = (error: unknown) =>
    toast(error instanceof CallError && error.problem ? error.message : t('common.something_wrong'), { tone: 'error' })
  const subject = encodeURIComponent(`${t(`staff.leads.kinds.${lead.kind}`)} (${lead.reference})`)
  return (
    <Card as="article" padding="lg" className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-md font-bold">
            {t(`staff.leads.kinds.${lead.kind}`)} · {lead.name}
          </h2>
          <p className="text-sm break-words text-ink-2">
            <a
              href={`mailto:${lead.email}?subject=${subject}`}
              className="font-semibold text-act underline-offset-4 hover:underline"
            >
              {lead.email}
            </a>
            {lead.phone !== null && ` · ${lead.phone}`} · {t(`staff.leads.languages.${lead.language}`)}
            {lead.has_account && ` · ${t('staff.leads.has_account')}`}
          </p>
          <p className="text-sm text-ink-2">
            <time dateTime={lead.created_at}>{when(lead.created_at)}</time> ·{' '}
            {t('staff.leads.reference', { reference: lead.reference })}
          </p>
        </div>
        <Tag tone={tones[lead.state]}>{t(`staff.leads.states.${lead.state}`)}</Tag>
      </header>
      {lead.message !== null && <p className="max-w-prose whitespace-pre-line break-words">{lead.message}</p>}
      {details.length > 0 && <DefinitionList layout="grid" entries={details} />}
      <div className="flex flex-wrap gap-2">
        {leadMoves[lead.state].map((state, n) => (
          <Button
            key={state}
            size="md"
            variant={n === 0 ? 'primary' : 'outline'}
            onClick={() => change.mutateAsync({ state }).catch(fail)}
          >
            {t(`staff.leads.moves.${state}`)}
          </Button>
        ))}
        <ButtonLink size="md" variant="outline" href={`mailto:${lead.email}?subject=${subject}`}>
          <Mail aria-hidden="true" className="size-5" />
          {t('staff.leads.answer')}
        </ButtonLink>
        {lead.file_bytes !== null && (
          <Button
            size="md"
            variant="outline"
            onClick={() => download(getLeadFile, { id: lead.id }, `${lead.reference}.pdf`).catch(fail)}
          >
            <Download aria-hidden="true" className="size-5" />
            {t('staff.leads.file', {
              size: formatNumber(Math.max(1, Math.round(lead.file_bytes / 1024)), i18n.language),
            })}
          </Button>
        )}
      </div>
      <Notes
        lead={lead}
        when={when}
        onNote={(note) =>
          change.mutateAsync({ note }).then(
            () => true,
            (error: unknown) => (fail(error), false),
          )
        }
      />
    </Card>
  )
}

interface NotesProps {
  lead: Lead
  when: (at: string) => string
  onNote: (note: string) => Promise<boolean>
}

/** What was done and noted, by whom and when, and room for the next note. */
function Notes({ lead, when, onNote }: NotesProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (note.trim() === '' || busy) return
    setBusy(true)
    if (await onNote(note)) setNote('')
    setBusy(false)
  }
  return (
    <details open={lead.notes.length > 0 || undefined} className="border-t border-line pt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {t('staff.leads.history')}
        {lead.notes.length > 0 && ` (${lead.notes.length})`}
      </summary>
      <ol className="grid gap-3 py-2">
        {lead.notes.map(({ id, state, body, author, created_at }) => (
          <li key={id} className="border-l-4 border-line pl-3">
            {state !== null && (
              <p className="font-semibold">
                {t('staff.leads.status_changed', { state: t(`staff.leads.states.${state}`) })}
              </p>
            )}
            {body !== null && <p className="max-w-prose whitespace-pre-line break-words">{body}</p>}
            <p className="text-sm text-ink-2">
              {t('staff.leads.by', { author: author ?? t('staff.leads.by_visitor'), when: when(created_at) })}
            </p>
          </li>
        ))}
      </ol>
      <form onSubmit={(event) => void submit(event)} className="grid max-w-prose justify-items-start gap-2.5">
        <Field label={t('staff.leads.note')} className="w-full">
          <TextArea rows={2} value={note} onChange={({ target }) => setNote(target.value)} maxLength={maxLeadLength} />
        </Field>
        <Button type="submit" size="md" variant="alt" busy={busy}>
          {t('staff.leads.note_save')}
        </Button>
      </form>
    </details>
  )
}
