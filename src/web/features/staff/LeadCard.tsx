import { Download, Mail } from 'lucide-react'
import { connectors, leadMoves, type LeadState, maxLeadLength, spaceKinds, vehiclePapers } from '#contract/leads.ts'
import { countryCodes } from '#contract/geography.ts'
import type { Lead } from '#contract/staff-leads.ts'
import type { leads_form } from '#i18n/en/leads_form.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { deviceZone } from '#web/lib/quarterHours.ts'
import { download } from '#web/lib/download.ts'
import { useTranslation } from '#web/lib/translation.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { Tag, type TagTone } from '#web/ui/Tag.tsx'
import { useChangeLead } from './api.ts'
import { NoteForm, NoteHistory, showFailure } from './StaffNotes.tsx'

const tones: Record<LeadState, TagTone> = { new: 'kerb', in_hand: 'act', answered: 'neutral', closed: 'neutral' }

/** One message: its sender, text and answers, the possible next states and the history. */
export function LeadCard({ lead }: { lead: Lead }) {
  const { t, locale } = useTranslation()
  const change = useChangeLead(lead.id)
  const details = useDetails(lead)
  const zone = deviceZone()
  const when = (at: string) => formatDateTime(new Date(at), zone, locale)
  const fail = (error: unknown) => showFailure(error, t('common.something_wrong'))
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
            onClick={() =>
              download('GET /api/v1/staff/leads/{id}/file', { id: lead.id }, `${lead.reference}.pdf`).catch(fail)
            }
          >
            <Download aria-hidden="true" className="size-5" />
            {t('staff.leads.file', {
              size: formatNumber(Math.max(1, Math.round(lead.file_bytes / 1024)), locale),
            })}
          </Button>
        )}
      </div>
      <details open={lead.notes.length > 0 || undefined} className="border-t border-line pt-3">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
          {t('staff.leads.history')}
          {lead.notes.length > 0 && ` (${lead.notes.length})`}
        </summary>
        <div className="grid gap-4 py-2">
          <NoteHistory
            notes={lead.notes}
            nameState={(became) => t(`staff.leads.states.${became}`)}
            unknownAuthor={t('staff.leads.by_visitor')}
          />
          <NoteForm
            label={t('staff.leads.note')}
            maxLength={maxLeadLength}
            onSave={(note) => change.mutateAsync({ note })}
          />
        </div>
      </details>
    </Card>
  )
}

/** The answers to the form's own fields, in words; values that this version doesn't know are shown as sent. */
function useDetails({ details, demo_at }: Lead): { term: string; value: string }[] {
  const { t, locale } = useTranslation()
  const word = (name: string, value: string | number): string => {
    if (typeof value === 'number') return `${formatNumber(value, locale)}${name === 'power_kw' ? '\u00a0kW' : ''}`
    const country = name === 'country_code' && countryCodes.find((one) => one === value)
    if (country) return t(`common.countries.${country}`)
    const connector = name === 'connector' && connectors.find((one) => one === value)
    if (connector) return t(`leads_form.connectors.${connector}`)
    const place = name === 'place_kind' && spaceKinds.find((one) => one === value)
    if (place) return t(`leads_form.place_kinds.${place}`)
    const paper = name === 'paper' && vehiclePapers.find((one) => one === value)
    return paper ? t(`leads_form.papers.${paper}`) : value
  }
  const term = (name: string) =>
    name === 'timezone'
      ? t('staff.leads.timezone')
      : t(`leads_form.fields.${name as keyof (typeof leads_form)['fields']}`, { defaultValue: name })
  const zone = deviceZone()
  return [
    ...(demo_at === null
      ? []
      : [{ term: t('staff.leads.demo'), value: formatDateTime(new Date(demo_at), zone, locale) }]),
    ...Object.entries(details).map(([name, value]) => ({ term: term(name), value: word(name, value) })),
  ]
}
