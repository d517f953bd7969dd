import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { ReportDescription } from '#contract/lists/report-facts.ts'
import { mostRecipients, scheduleFrequencies, type ReportSchedule } from '#contract/reports/desk/schedules.ts'
import { call } from '#web/api/call.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { Failure } from '#web/features/lists/Failure.tsx'
import { useFilterTexts } from '#web/features/lists/list/useFilterWords.ts'
import { useListAddress } from '#web/features/lists/list/useListAddress.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { formatDateTime } from '#web/time/format.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { usePanelCall } from '../parks/usePanelCall.tsx'

interface SchedulesProps {
  list: DeskListDescription
  report: ReportDescription
}

/** The schedules by which a report is mailed, for people who may change them. */
export function Schedules(props: SchedulesProps) {
  const { t } = useDeskWords()
  const { data: profile } = useProfile()
  const [isOpen, setIsOpen] = useState(false)
  if (profile?.permissions.includes('reports.schedule') !== true) return null
  if (!isOpen)
    return (
      <Button variant="outline" size="md" className="mb-4 print:hidden" onClick={() => setIsOpen(true)}>
        <Mail aria-hidden="true" className="size-4.5" />
        {t('desk.report.schedules.show')}
      </Button>
    )
  return <SchedulesCard {...props} onClose={() => setIsOpen(false)} />
}

function SchedulesCard({ list, report, onClose }: SchedulesProps & { onClose: () => void }) {
  const { t } = useDeskWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['desk', 'report-schedules', list.name],
    queryFn: ({ signal }) => call('GET /api/v1/admin/report-schedules', { query: { report: list.name }, signal }),
  })
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  return (
    <Card as="section" className="mb-5 print:hidden">
      <h2 className="mb-1 text-md font-bold">{t('desk.report.schedules.title')}</h2>
      <p className="mb-3 max-w-prose text-sm text-ink-2">{t('desk.report.schedules.text')}</p>
      {data !== undefined && (
        <>
          {data.items.length > 0 && (
            <ul className="mb-4 grid gap-3">
              {data.items.map((schedule) => (
                <Schedule key={schedule.id} list={list} schedule={schedule} />
              ))}
            </ul>
          )}
          <NewSchedule list={list} report={report} people={data.people} />
        </>
      )}
      <Button variant="ghost" size="sm" className="mt-2" onClick={onClose}>
        {t('desk.report.schedules.hide')}
      </Button>
    </Card>
  )
}

function Schedule({ list, schedule }: { list: DeskListDescription; schedule: ReportSchedule }) {
  const { t, locale } = useDeskWords()
  const { data: profile } = useProfile()
  const { at_branch, ...params } = schedule.filters
  const branch = profile?.branches.find(({ id }) => id === at_branch)
  const filters = [...(branch === undefined ? [] : [branch.name]), ...useFilterTexts(list, { params })]
  const { run, dialog } = usePanelCall()
  const at = (text: string) => formatDateTime(new Date(text), schedule.timezone, locale)
  const stop = () =>
    run(
      () => call('DELETE /api/v1/admin/report-schedules/{id}', { params: { id: schedule.id } }),
      t('desk.report.schedules.stopped'),
    )
  const names = schedule.people.map(({ name, may_see }) =>
    may_see ? name : t('desk.report.schedules.may_not', { name }),
  )
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-lg border border-line p-3 text-sm">
      <div className="min-w-0">
        <p className="font-semibold">{t(`desk.report.schedules.every.${schedule.every}`)}</p>
        <p className="wrap-anywhere">{names.join(', ')}</p>
        {filters.length > 0 && <p className="text-ink-2">{filters.join(' · ')}</p>}
        <p className="text-ink-2">
          {t('desk.report.schedules.next', { at: at(schedule.next_at) })}
          {schedule.sent_at !== null && ` · ${t('desk.report.schedules.last', { at: at(schedule.sent_at) })}`}
        </p>
      </div>
      <Button variant="outline" size="sm" onClick={stop}>
        {t('desk.report.schedules.stop')}
      </Button>
      {dialog}
    </li>
  )
}

function NewSchedule({ list, report, people }: SchedulesProps & { people: readonly { id: string; name: string }[] }) {
  const { t } = useDeskWords()
  const { params } = useListAddress(list)
  const { run, errors, dialog } = usePanelCall()
  const [every, setEvery] = useState<(typeof scheduleFrequencies)[number]>('weekly')
  const [format, setFormat] = useState<'csv' | 'xlsx'>('xlsx')
  const [chosen, setChosen] = useState<readonly string[]>([])
  // What narrows the report now, but for its period.
  const filters = Object.fromEntries(
    Object.entries(params).filter(
      ([name]) => !['page', 'size', 'sort', 'timezone'].includes(name) && !name.startsWith(`${report.period}_`),
    ),
  )
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { report: list.name, every, format, filters, timezone: deviceZone(), people: [...chosen] }
    const saved = await run(
      () => call('POST /api/v1/admin/report-schedules', { body }),
      t('desk.report.schedules.saved'),
    )
    if (saved !== undefined) setChosen([])
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-3">
      <h3 className="text-sm font-bold">{t('desk.report.schedules.new')}</h3>
      <div className="flex flex-wrap gap-3">
        <Field label={t('desk.report.schedules.when')}>
          <NativeSelect
            value={every}
            options={scheduleFrequencies.map((value) => ({
              value,
              label: t(`desk.report.schedules.every.${value}`),
            }))}
            onChange={({ target }) => setEvery(target.value as typeof every)}
          />
        </Field>
        <Field label={t('desk.report.schedules.file')}>
          <NativeSelect
            value={format}
            options={(['xlsx', 'csv'] as const).map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={({ target }) => setFormat(target.value as typeof format)}
          />
        </Field>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-sm font-semibold">{t('desk.report.schedules.people')}</legend>
        <div className="grid max-h-56 gap-1 overflow-y-auto sm:grid-cols-2 xl:grid-cols-3">
          {people.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= mostRecipients}
              onChange={({ target }) =>
                setChosen((before) => (target.checked ? [...before, id] : before.filter((other) => other !== id)))
              }
            />
          ))}
        </div>
        {errors['people'] !== undefined && (
          <p role="alert" className="mt-1 text-sm text-bad">
            {errors['people']}
          </p>
        )}
      </fieldset>
      <div>
        <Button type="submit" size="md">
          {t('desk.report.schedules.save')}
        </Button>
      </div>
      {dialog}
    </form>
  )
}
