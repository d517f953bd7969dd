import { useMemo } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { areaOf } from '#contract/lists/list-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import type { ReportDescription } from '#contract/lists/report-facts.ts'
import { currencies } from '#contract/money.ts'
import { wallTime } from '#contract/wall-clock.ts'
import { ListPanel } from '#web/features/lists/list/ListPanel.tsx'
import { useDeskTitle } from '#web/features/lists/useDeskTitle.ts'
import { useDeskWords } from '#web/features/lists/words.ts'
import { deviceZone } from '#web/time/quarterHours.ts'
import { DateInput } from '#web/ui/form/DateInput.tsx'
import { Field } from '#web/ui/form/Field.tsx'
import { NativeSelect } from '#web/ui/form/NativeSelect.tsx'
import { JournalMonths } from './JournalMonths.tsx'
import { daysOf, findPeriod, reportPeriods } from './periods.ts'
import { ReportSums } from './ReportSums.tsx'
import { Schedules } from './Schedules.tsx'

interface ReportScreenProps {
  list: DeskListDescription
  report: ReportDescription
}

/** A report: its period, its sums, and its rows as a list. */
export function ReportScreen({ list, report }: ReportScreenProps) {
  const { translateKey } = useDeskWords()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const today = wallTime(new Date(), deviceZone()).slice(0, 10)
  const area = areaOf(list.name)
  useDeskTitle(translateKey(`desk.lists.${area}.title`))
  const { period } = report
  const isBounded =
    period === undefined || (search.get(`${period}_from`) !== null && search.get(`${period}_to`) !== null)
  // Everything since the beginning is no report: one begins with the month that runs.
  if (!isBounded) {
    const days = daysOf('this_month', today)
    const next = new URLSearchParams(search)
    next.set(`${period}_from`, search.get(`${period}_from`) ?? days.from)
    next.set(`${period}_to`, search.get(`${period}_to`) ?? days.to)
    if (next.get(`${period}_from`)! > next.get(`${period}_to`)!) next.set(`${period}_from`, next.get(`${period}_to`)!)
    return <Navigate replace to={`${pathname}?${next}`} />
  }
  return (
    <>
      <h1 className="text-xl">{translateKey(`desk.lists.${area}.title`)}</h1>
      <p className="mb-3 max-w-4xl text-sm text-pretty text-ink-2 print:hidden">
        {translateKey(`desk.lists.${area}.description`)}
      </p>
      <Choices list={list} report={report} today={today} />
      {list.name === 'reports/journal' && <JournalMonths />}
      <Schedules list={list} report={report} />
      <ReportSums list={list} report={report} />
      <Rows list={list} />
    </>
  )
}

function Rows({ list }: { list: DeskListDescription }) {
  const { t } = useDeskWords()
  return (
    <section id="rows" className="min-w-0 scroll-mt-20">
      <h2 className="mb-3 text-md font-bold print:hidden">{t('desk.report.list')}</h2>
      <ListPanel list={list} />
    </section>
  )
}

/** The period, by what sums are listed, and the currency in which they are summed. */
function Choices({ list, report, today }: ReportScreenProps & { today: string }) {
  const { t, translateKey } = useDeskWords()
  const [search, setSearch] = useSearchParams()
  const show = (change: Record<string, string>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      for (const [name, value] of Object.entries(change)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  const area = areaOf(list.name)
  const groups = Object.keys(report.groups)
  const hasMoney = useMemo(() => report.sums.some((name) => list.columns[name]?.kind === 'money'), [report, list])
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap print:hidden">
      {report.period !== undefined && <Days name={report.period} today={today} show={show} />}
      {groups.length > 0 && (
        <Field label={t('desk.report.by')}>
          <NativeSelect
            value={groups.find((name) => name === search.get('by')) ?? ''}
            placeholder={t('desk.report.by_nothing')}
            options={groups.map((name) => ({ value: name, label: translateKey(`desk.lists.${area}.groups.${name}`) }))}
            onChange={({ target }) => show({ by: target.value })}
          />
        </Field>
      )}
      {hasMoney && (
        <Field label={t('desk.report.into')}>
          <NativeSelect
            value={currencies.find((code) => code === search.get('into')) ?? ''}
            placeholder={t('desk.report.into_none')}
            options={currencies.map((code) => ({ value: code, label: code }))}
            onChange={({ target }) => show({ into: target.value })}
          />
        </Field>
      )}
    </div>
  )
}

interface DaysProps {
  /** The filter of the period. */
  name: string
  today: string
  show: (change: Record<string, string>) => void
}

function Days({ name, today, show }: DaysProps) {
  const { t } = useDeskWords()
  const [search] = useSearchParams()
  const days = { from: search.get(`${name}_from`) ?? '', to: search.get(`${name}_to`) ?? '' }
  const change = ({ from, to }: typeof days) => show({ [`${name}_from`]: from, [`${name}_to`]: to })
  return (
    <>
      <div className="max-sm:col-span-2">
        <Field label={t('desk.report.period')}>
          <NativeSelect
            value={findPeriod(days, today) ?? ''}
            options={[
              ...reportPeriods.map((value) => ({ value, label: t(`desk.report.periods.${value}`) })),
              { value: '', label: t('desk.report.periods.other'), disabled: true },
            ]}
            onChange={({ target }) => change(daysOf(target.value as (typeof reportPeriods)[number], today))}
          />
        </Field>
      </div>
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={t(`desk.report.${end}`)}>
          <DateInput
            value={days[end]}
            onChange={({ target }) => {
              if (target.value !== '') change({ ...days, [end]: target.value })
            }}
          />
        </Field>
      ))}
    </>
  )
}
