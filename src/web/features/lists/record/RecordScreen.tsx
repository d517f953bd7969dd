import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { tinykeys } from 'tinykeys'
import type { DeskColumn, DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import type { DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { LazyPointMap } from '#web/features/map/LazyPointMap.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { DefinitionList } from '#web/ui/DefinitionList.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { RecordFailure } from '../Failure.tsx'
import { leaveForm } from '../formGuard.ts'
import { Cell, ExampleMark, isExample } from '../list/Cell.tsx'
import { ListPanel } from '../list/ListPanel.tsx'
import { expectReturn } from '../list/returnPoints.ts'
import { useScreenActions } from '../screenActions.ts'
import { ownKey } from '../shortcutSetting.ts'
import { useDeskTitle } from '../useDeskTitle.ts'
import { useDeskWords } from '../words.ts'
import { recordQuery, useStoreRecord } from './api.ts'
import { EditForm } from './EditForm.tsx'
import { findWayBack } from './findWayBack.ts'
import { RecordActions, type RecordDialog } from './RecordActions.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordSteps } from './RecordSteps.tsx'
import { useRecordWords } from './useRecordWords.ts'

/** A panel for what no list can show: it gets the record, and tells what a call answered. */
export type RecordPanel = ComponentType<{ record: DeskRecord; onChanged: (record: DeskRecord) => void }>

interface RecordScreenProps {
  description: DeskRecordDescription
  id: string
  /** The panels of the tabs that are `own`, by the tab's name. */
  panels?: Readonly<Record<string, RecordPanel>>
  /** The dialogs of the actions that are `own`, by the action's name. */
  dialogs?: Readonly<Record<string, RecordDialog>> | undefined
}

/** The segment of the address that stands for a record which does not exist yet. */
const newRecord = 'new'

/** The screen of any record: its description says everything that differs. */
export function RecordScreen({ description, id, panels = {}, dialogs }: RecordScreenProps) {
  if (id === newRecord) return <NewRecord description={description} />
  return <StoredRecord description={description} id={id} panels={panels} dialogs={dialogs} />
}

function NewRecord({ description }: { description: DeskRecordDescription }) {
  const { t } = useDeskWords()
  const words = useRecordWords(description.list)
  const navigate = useNavigate()
  const storeRecord = useStoreRecord(description)
  const { data: profile } = useProfile()
  // Another screen may know what a new record is for.
  const [search] = useSearchParams()
  const { create, list } = description
  useDeskTitle(words.create)
  if (create === undefined || profile?.permissions.includes(create.endpoint.auth) !== true)
    return <EmptyState picture="denied" level={1} title={t('desk.denied')} />
  return (
    <>
      <Back description={description} label={words.list} />
      <h1 className="mb-3 text-xl">{words.create}</h1>
      <EditForm
        description={description}
        form={create}
        record={undefined}
        given={Object.fromEntries([...search].filter(([name]) => create.fields[name]?.kind === 'choice'))}
        onSaved={async (saved) => {
          await storeRecord(saved)
          void navigate(paths.desk(`${list.name}/${saved.id}`), { replace: true })
        }}
        onClose={() => void navigate(paths.desk(list.name))}
      />
    </>
  )
}

/** A record titled by its name has the one of the reader's language. */
const titleIn = (language: string, record: DeskRecord): DeskRecord =>
  language === 'fr' &&
  record.title === record['name'] &&
  typeof record['name_fr'] === 'string' &&
  record['name_fr'] !== ''
    ? { ...record, title: record['name_fr'] }
    : record

function StoredRecord({ description, id, panels = {}, dialogs }: RecordScreenProps) {
  const { t, language } = useDeskWords()
  const words = useRecordWords(description.list)
  // What somebody edits is not replaced while they do: the form keeps what it began with.
  const result = useQuery(recordQuery(description, id))
  const { data, error } = result
  const record = useMemo(() => data && titleIn(language, data), [language, data])
  useDeskTitle(record?.title ?? words.list)
  if (record === undefined && error !== null)
    return <RecordFailure error={error} onRetry={() => void result.refetch()} />
  if (record === undefined) return <Skeleton className="h-96 rounded-xl" aria-label={t('desk.loading')} />
  return <Shown description={description} record={record} panels={panels} dialogs={dialogs} />
}

interface ShownProps {
  description: DeskRecordDescription
  record: DeskRecord
  panels: Readonly<Record<string, RecordPanel>>
}

function Shown({ description, record, panels, dialogs }: ShownProps & Pick<RecordScreenProps, 'dialogs'>) {
  const { t } = useDeskWords()
  const words = useRecordWords(description.list)
  const storeRecord = useStoreRecord(description)
  const { data: profile } = useProfile()
  const [search, setSearch] = useSearchParams()
  const { list, update, facts } = description
  const mayEdit =
    update !== undefined &&
    record.actions.includes('update') &&
    profile?.permissions.includes(update.endpoint.auth) === true
  const isEditing = mayEdit && search.has('edit')
  const edit = (isOn: boolean) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (isOn) next.set('edit', '')
      else next.delete('edit')
      return next
    })
  useScreenActions(mayEdit && !isEditing ? [{ name: 'edit', label: t('desk.record.edit'), run: () => edit(true) }] : [])
  useEffect(() => {
    if (!mayEdit || isEditing) return undefined
    return tinykeys(window, { e: ownKey(() => edit(true)) })
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <div className="flex items-center justify-between gap-3">
          {/* A record that is a screen of its own is in no list. */}
          {record.id !== list.name && <Back description={description} record={record} label={words.list} />}
          <RecordSteps list={list.name} id={record.id} />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-xl wrap-anywhere">{record.title}</h1>
          {isExample(list.columns['name'] ?? {}, record) && <ExampleMark />}
          {description.state !== undefined && (
            <State list={list} field={description.state} state={String(record[description.state])} />
          )}
          {Object.entries(description.tags ?? {})
            .filter(([name]) => hasValue(record[name]))
            .map(([name, column]) => (
              <span key={name} className="rounded-full bg-few-soft px-3 py-1 text-sm font-semibold text-few">
                {words.label(name)} <Cell column={column} name={name} row={record as unknown as DeskRow} />
              </span>
            ))}
        </div>
      </div>
      {isEditing ? (
        <EditForm
          description={description}
          form={update}
          record={record}
          onSaved={async (saved) => {
            await storeRecord(saved)
            edit(false)
          }}
          onClose={() => edit(false)}
        />
      ) : (
        <>
          <div className="flex flex-wrap gap-2 print:hidden">
            {mayEdit && (
              <Button size="md" onClick={() => edit(true)}>
                {t('desk.record.edit')}
              </Button>
            )}
            <RecordActions description={description} record={record} dialogs={dialogs} />
          </div>
          <Parts description={description} record={record} panels={panels} onChanged={storeRecord}>
            <Card as="section" padding="lg">
              <DefinitionList
                className="grid-cols-1 lg:grid-cols-2 lg:gap-x-10"
                entries={Object.entries(facts)
                  .filter(([name]) => hasValue(record[name]))
                  .map(([name, column]) => ({
                    term: words.label(name),
                    value: <Fact description={description} record={record} name={name} column={column} />,
                  }))}
              />
              <Position description={description} record={record} />
            </Card>
          </Parts>
        </>
      )}
    </div>
  )
}

const hasValue = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Texts of several lines are read from their start. */
const textClass = (value: unknown): string =>
  cx('block wrap-anywhere whitespace-pre-line', /\n|.{60}/.test(String(value)) && 'max-w-prose text-left')

/** A fact, as a link where it names another record. */
function Fact({
  description: { links },
  record,
  name,
  column,
}: Pick<ShownProps, 'description' | 'record'> & { name: string; column: DeskColumn }) {
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
function Position({ description: { position, update, create }, record }: Pick<ShownProps, 'description' | 'record'>) {
  const [latName, lngName] = position ?? update?.position ?? create?.position ?? []
  const [lat, lng] = [record[latName ?? ''], record[lngName ?? '']]
  if (typeof lat !== 'number' || typeof lng !== 'number') return null
  return (
    <div className="mt-4">
      <LazyPointMap point={{ lat, lng }} name={record.title} />
    </div>
  )
}

/** Facts and history, with a tab for everything else that belongs to the record. */
function Parts({
  description,
  record,
  panels,
  onChanged,
  children,
}: ShownProps & { onChanged: (record: DeskRecord) => void; children: ReactNode }) {
  const { list, tabs, opens_with = 'facts' } = description
  const { t } = useDeskWords()
  const words = useRecordWords(list)
  const [search, setSearch] = useSearchParams()
  const { data: profile } = useProfile()
  const first = (
    <div className="grid grid-cols-1 gap-4">
      {children}
      <RecordHistory record={record} words={words} description={description} />
    </div>
  )
  const may = (tab: NonNullable<typeof tabs>[string]) =>
    tab === 'own' || profile?.permissions.includes('own' in tab ? tab.own : tab.list.permission) === true
  const others = Object.entries(tabs ?? {}).filter(([, tab]) => may(tab))
  if (others.length === 0) return first
  const names = ['facts', ...others.map(([name]) => name)]
  const chosen = search.get('tab') ?? opens_with
  return (
    <Tabs
      label={record.title}
      value={names.includes(chosen) ? chosen : 'facts'}
      onChange={(name) => leaveForm(() => setSearch(name === opens_with ? {} : { tab: name }, { replace: true }))}
      tabs={[
        { value: 'facts', label: t('desk.record.facts'), panel: first },
        ...others.map(([name, tab]) => {
          const Panel = panels[name]
          return {
            value: name,
            label: words.tab(name),
            panel:
              tab !== 'own' && 'list' in tab ? (
                <ListPanel list={tab.list} fixed={{ [tab.filter]: record.id }} />
              ) : (
                Panel && (
                  <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
                    <Panel record={record} onChanged={onChanged} />
                  </Suspense>
                )
              ),
          }
        }),
      ]}
    />
  )
}

/** Back to the list as it was last shown, or to the record that has it as a tab. */
const Back = ({
  description,
  record,
  label,
}: {
  description: DeskRecordDescription
  record?: DeskRecord
  label: string
}) => {
  const address = findWayBack(description, record)
  return (
    <PageLink
      to={address}
      onClick={() => expectReturn(address)}
      className="text-sm text-act underline-offset-4 hover:underline print:hidden"
    >
      {label}
    </PageLink>
  )
}

/** The state of one record. */
function State({ list, field, state }: { list: DeskListDescription; field: string; state: string }) {
  const words = useRecordWords(list)
  return (
    <span className="rounded-full bg-full-soft px-3 py-1 text-sm font-semibold text-full">
      {words.state(field, state)}
    </span>
  )
}
