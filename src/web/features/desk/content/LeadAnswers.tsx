import { Download, Mail, ShoppingCart } from 'lucide-react'
import { countryCodes } from '#contract/geography.ts'
import type { DeskLead } from '#contract/leads/desk.ts'
import { connectors, leadStates, spaceKinds, vehiclePapers } from '#contract/leads/leads.ts'
import type { leads_form } from '#i18n/en/site/leads_form.ts'
import { CallError } from '#web/api/call.ts'
import { download } from '#web/api/download.ts'
import { useProfile } from '#web/api/useProfile.ts'
import type { RecordPanel } from '#web/features/lists/record/RecordScreen.tsx'
import { useDeskWords } from '#web/features/lists/words.ts'
import { useTranslation } from '#web/page/translation.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime, formatNumber } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { toast } from '#web/ui/overlay/toast.ts'

/** The answers to the form's own questions, its file, the way to reply, and the notes of colleagues. */
export const LeadAnswers: RecordPanel = ({ record }) => {
  const lead = record as unknown as DeskLead
  const { t, translateKey } = useDeskWords()
  const answers = useAnswers(lead)
  const { data: profile } = useProfile()
  const mayOrder = profile?.permissions.includes('orders.create') === true
  const subject = encodeURIComponent(`${translateKey(`desk.words.lead_kinds.${lead.kind}`)} (${lead.reference})`)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="md" variant="outline" href={`mailto:${lead.email}?subject=${subject}`}>
          <Mail aria-hidden="true" className="size-5" />
          {t('desk.records.leads.panel.reply')}
        </ButtonLink>
        {lead.kind === 'marketplace' && lead.order_number === null && mayOrder && (
          <ButtonLink size="md" to={paths.desk(`phone-order?lead=${lead.id}`)}>
            <ShoppingCart aria-hidden="true" className="size-5" />
            {t('desk.records.leads.panel.place_order')}
          </ButtonLink>
        )}
        {lead.file_bytes !== null && <FileButton lead={lead} bytes={lead.file_bytes} />}
      </div>
      <Card as="section" padding="lg">
        <h2 className="text-md font-bold">{t('desk.records.leads.panel.answers')}</h2>
        {answers.length === 0 ? (
          <p className="text-ink-2">{t('desk.records.leads.panel.no_answers')}</p>
        ) : (
          <DefinitionList entries={answers} />
        )}
      </Card>
      <Notes notes={lead.notes} />
    </div>
  )
}

function FileButton({ lead: { id, reference }, bytes }: { lead: DeskLead; bytes: number }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const save = () =>
    download('GET /api/v1/admin/leads/{id}/file', { id }, `${reference}.pdf`).catch((error: unknown) =>
      toast((error instanceof CallError ? error.problem?.message : undefined) ?? site('common.something_wrong'), {
        tone: 'error',
      }),
    )
  return (
    <Button size="md" variant="outline" onClick={save}>
      <Download aria-hidden="true" className="size-5" />
      {t('desk.records.leads.panel.file', { size: formatNumber(Math.max(1, Math.round(bytes / 1024)), locale) })}
    </Button>
  )
}

function Notes({ notes }: { notes: DeskLead['notes'] }) {
  const { t, translateKey, locale } = useDeskWords()
  const nameState = (state: (typeof leadStates)[number]) => translateKey(`desk.lists.leads.states.${state}`)
  return (
    <Card as="section" padding="lg" className="grid gap-3">
      <h2 className="text-md font-bold">{t('desk.records.leads.panel.notes')}</h2>
      {notes.length === 0 && <p className="text-ink-2">{t('desk.records.leads.panel.no_notes')}</p>}
      <ol className="grid gap-3">
        {notes.map(({ id, state, body, author, created_at }) => (
          <li key={id} className="border-l-4 border-line pl-3">
            {state !== null && (
              <p className="font-semibold">
                {t('desk.records.leads.panel.status_changed', { state: nameState(state) })}
              </p>
            )}
            {body !== null && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{body}</p>}
            <p className="text-sm text-ink-2">
              {t('desk.records.leads.panel.by', {
                author: author ?? t('desk.records.leads.panel.by_visitor'),
                when: formatDateTime(new Date(created_at), deviceZone(), locale),
              })}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** In words; values that this version doesn't know are shown as sent. */
function useAnswers({ details }: DeskLead): { term: string; value: string }[] {
  const { t } = useTranslation()
  const { t: desk, locale } = useDeskWords()
  const word = (name: string, value: string | number): string => {
    if (typeof value === 'number') return `${formatNumber(value, locale)}${name === 'power_kw' ? '\u00a0kW' : ''}`
    const country = name === 'country_code' && countryCodes.find((code) => code === value)
    if (country) return t(`common.countries.${country}`)
    const connector = name === 'connector' && connectors.find((connector) => connector === value)
    if (connector) return t(`leads_form.connectors.${connector}`)
    const place = name === 'place_kind' && spaceKinds.find((kind) => kind === value)
    if (place) return t(`leads_form.place_kinds.${place}`)
    const paper = name === 'paper' && vehiclePapers.find((paper) => paper === value)
    return paper ? t(`leads_form.papers.${paper}`) : value
  }
  const term = (name: string) =>
    name === 'timezone'
      ? desk('desk.records.leads.panel.timezone')
      : t(`leads_form.fields.${name as keyof (typeof leads_form)['fields']}`, { defaultValue: name })
  return Object.entries(details).map(([name, value]) => ({ term: term(name), value: word(name, value) }))
}
