import { type ReactNode, useEffect, useRef } from 'react'
import type { DeskColumn, DeskRow } from '#contract/lists/lists.ts'
import { groupFacts, isEmptyFact } from '#contract/lists/record-layout.ts'
import type { DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Cell, ExampleMark, isExample } from '../list/Cell.tsx'
import { useDeskWords } from '../words.ts'
import { readTitle } from './readTitle.ts'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordNotes } from './RecordNotes.tsx'
import { useRecordWords } from './useRecordWords.ts'

interface DescribedRecord {
  description: DeskRecordDescription
  record: DeskRecord
}

interface RecordOverviewProps extends DescribedRecord {
  /** What can be done with the record. */
  actions: ReactNode
  /** What stands below one another, by the name of the tab; `facts` is the record's own. */
  parts: readonly { name: string; panel: ReactNode }[]
  /** The part that the address names: the page is scrolled to it. */
  chosen: string
}

/**
 * The first view of a record: on the left what it is about, on the right what can be done, whose it is and when what happened.
 * On a phone what can be done stands above everything else.
 */
export function RecordOverview({ description, record, actions, parts, chosen }: RecordOverviewProps) {
  const { t } = useDeskWords()
  const words = useRecordWords(description.list)
  const { customer, times, details } = groupFacts(description)
  const facts = (names: readonly string[], title?: string) => (
    <Facts description={description} record={record} names={names} title={title} />
  )
  const isBeside = parts.every(({ name }) => name !== 'facts')
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="empty:hidden lg:col-start-2 print:hidden">{actions}</div>
      <div className="@container grid grid-cols-1 gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {parts.map(({ name, panel }) =>
          name === 'facts' ? (
            <div key={name}>{facts(details)}</div>
          ) : (
            <Part key={name} label={words.tab(name)} isChosen={name === chosen}>
              {panel}
            </Part>
          ),
        )}
        {description.notes !== undefined && <RecordNotes list={description.notes} id={record.id} />}
        <RecordHistory record={record} description={description} />
      </div>
      <div className="grid grid-cols-1 gap-4 lg:col-start-2">
        {facts(customer, t('desk.record.customer'))}
        {facts(times, t('desk.record.times'))}
        {isBeside && facts(details, t('desk.record.facts'))}
      </div>
    </div>
  )
}

function Part({ label, isChosen, children }: { label: string; isChosen: boolean; children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isChosen) section.current?.scrollIntoView({ block: 'start' })
  }, [isChosen])
  return (
    <section ref={section} aria-label={label} className="scroll-mt-20">
      {children}
    </section>
  )
}

interface FactsProps extends DescribedRecord {
  names: readonly string[]
  title: string | undefined
}

/** Some facts of a record, and on the card with its details where it is on the map. */
function Facts({ description, record, names, title }: FactsProps) {
  const words = useRecordWords(description.list)
  const entries = names
    .filter((name) => !isEmptyFact(name, record[name]))
    .map((name) => ({
      term: words.label(name),
      value: <Fact description={description} record={record} name={name} column={description.facts[name]!} />,
    }))
  if (entries.length === 0) return null
  return (
    <Card as="section" padding={title === undefined ? 'lg' : 'md'}>
      {title !== undefined && <h2 className="text-md font-bold">{title}</h2>}
      <DefinitionList
        className={title === undefined ? '@2xl:grid-cols-2 @2xl:gap-x-10' : 'text-sm'}
        entries={entries}
      />
      {names.some((name) => description.facts[name]!.kind !== 'instant') && !isOfCustomer(description, names) && (
        <Position description={description} record={record} />
      )}
    </Card>
  )
}

const isOfCustomer = ({ links = {} }: DeskRecordDescription, names: readonly string[]): boolean =>
  names.some((name) => links[name]?.screen === 'customers')

/** Texts of several lines are read from their start. */
const textClass = (value: unknown): string =>
  cx('block wrap-anywhere whitespace-pre-line', /\n|.{45}/.test(String(value)) && 'max-w-prose text-left')

/** A fact, as a link where it names another record. */
function Fact({
  description: { links },
  record,
  name,
  column,
}: DescribedRecord & { name: string; column: DeskColumn }) {
  const cell = <Cell column={column} name={name} row={record as unknown as DeskRow} />
  const link = links?.[name]
  const id = link && record[link.id]
  const mark = isExample(column, record) && <ExampleMark />
  if (link === undefined || typeof id !== 'string')
    return column.kind === 'text' ? (
      <span className={textClass(record[name])}>
        {cell}
        {mark}
      </span>
    ) : (
      cell
    )
  return (
    <>
      <PageLink to={paths.desk(`${link.screen}/${id}`)} className="text-act underline underline-offset-4">
        {cell}
      </PageLink>
      {mark}
    </>
  )
}

/** Where the record is, if its form has a position. */
function Position({ description: { position, update, create }, record }: DescribedRecord) {
  const [latName, lngName] = position ?? update?.position ?? create?.position ?? []
  const { language } = useDeskWords()
  const [lat, lng] = [record[latName ?? ''], record[lngName ?? '']]
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  return (
    <div className="mt-4">
      <LazyPointMap point={{ lat, lng }} name={readTitle(record, language)} />
    </div>
  )
}
