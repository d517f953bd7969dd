import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { tinykeys } from 'tinykeys'
import type { DeskRow } from '#contract/lists/lists.ts'
import { isEmptyFact } from '#contract/lists/record-layout.ts'
import type { DeskRecord, DeskRecordDescription } from '#contract/lists/records.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { RecordFailure } from '../Failure.tsx'
import { leaveForm } from '../formGuard.ts'
import { Cell, ExampleMark, isExample } from '../list/Cell.tsx'
import { ListPanel } from '../list/ListPanel.tsx'
import { expectReturn } from '../list/returnPoints.ts'
import { useScreenActions } from '../screenActions.ts'
import { ownKey } from '../shortcutSetting.ts'
import { StateBadge } from '../StateBadge.tsx'
import { useDeskTitle } from '../useDeskTitle.ts'
import { useDeskWords } from '../words.ts'
import { recordQuery, useStoreRecord } from './api.ts'
import { EditForm } from './EditForm.tsx'
import { findWayBack } from './findWayBack.ts'
import { readTitle } from './readTitle.ts'
import { RecordActions, type RecordDialog } from './RecordActions.tsx'
import { RecordOverview } from './RecordOverview.tsx'
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
  const { create, list, begins } = description
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
          void navigate(paths.desk(`${list.name}/${saved.id}`, begins === undefined ? undefined : { tab: begins }), {
            replace: true,
          })
        }}
        onClose={() => void navigate(paths.desk(list.name))}
      />
    </>
  )
}

function StoredRecord({ description, id, panels = {}, dialogs }: RecordScreenProps) {
  const { t, language } = useDeskWords()
  const words = useRecordWords(description.list)
  // What somebody edits is not replaced while they do: the form keeps what it began with.
  const result = useQuery(recordQuery(description, id))
  const { data: record, error } = result
  useDeskTitle(record === undefined ? words.list : readTitle(record, language))
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
  const { t, language } = useDeskWords()
  const words = useRecordWords(description.list)
  const storeRecord = useStoreRecord(description)
  const { data: profile } = useProfile()
  const [search, setSearch] = useSearchParams()
  const { list, update } = description
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
  const actions = (layout: 'column' | 'row') => (
    <RecordActions
      description={description}
      record={record}
      dialogs={dialogs}
      layout={layout}
      {...(mayEdit && { onEdit: () => edit(true) })}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <div className="flex items-center justify-between gap-3">
          {/* A record that is a screen of its own is in no list. */}
          {record.id !== list.name && <Back description={description} record={record} label={words.list} />}
          <RecordSteps list={list.name} id={record.id} />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="min-w-0 text-xl wrap-anywhere">{readTitle(record, language)}</h1>
          {isExample(list.columns['name'] ?? {}, record) && <ExampleMark />}
          <Badges description={description} record={record} />
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
        <Parts description={description} record={record} panels={panels} onChanged={storeRecord} actions={actions} />
      )}
    </div>
  )
}

/** The state of a record, how far it is paid, and what else there is to say beside its name. */
function Badges({ description, record }: Pick<ShownProps, 'description' | 'record'>) {
  const { list, facts, state, badges = [], tags = {} } = description
  const { translateKey } = useDeskWords()
  const words = useRecordWords(list)
  return (
    <>
      {state !== undefined && (
        <StateBadge state={String(record[state])} label={words.state(state, String(record[state]))} />
      )}
      {badges
        .flatMap(
          (names) => [names].flat().find((name) => !isEmptyFact(name, record[name]) && record[name] !== 'none') ?? [],
        )
        .map((name) => (
          <StateBadge
            key={name}
            state={String(record[name])}
            label={translateKey(`desk.words.${facts[name]!.words}.${String(record[name])}`)}
          />
        ))}
      {Object.entries(tags)
        .filter(([name]) => !isEmptyFact(name, record[name]))
        .map(([name, column]) => (
          <Tag key={name} tone="few" wraps>
            {words.label(name)} <Cell column={column} name={name} row={record as unknown as DeskRow} />
          </Tag>
        ))}
    </>
  )
}

interface PartsProps extends ShownProps {
  onChanged: (record: DeskRecord) => void
  /** What can be done: one below the other beside the first view, in a row above the others. */
  actions: (layout: 'column' | 'row') => ReactNode
}

type RecordTab = NonNullable<DeskRecordDescription['tabs']>[string]

/** The first view, with a tab for everything else that belongs to the record. */
function Parts({ description, record, panels, onChanged, actions }: PartsProps) {
  const { list, tabs = {}, first = ['facts'] } = description
  const { t, language } = useDeskWords()
  const words = useRecordWords(list)
  const [search, setSearch] = useSearchParams()
  const { data: profile } = useProfile()
  const may = (tab: RecordTab) =>
    tab === 'own' || profile?.permissions.includes('own' in tab ? tab.own : tab.list.permission) === true
  const allowed = Object.entries(tabs).filter(([, tab]) => may(tab))
  const others = allowed.filter(([name]) => !first.includes(name))
  const panelOf = (name: string): ReactNode => {
    const tab = tabs[name]!
    const Panel = panels[name]
    if (tab !== 'own' && 'list' in tab) return <ListPanel list={tab.list} fixed={{ [tab.filter]: record.id }} />
    return (
      Panel && (
        <Suspense fallback={<Skeleton className="h-64 rounded-xl" />}>
          <Panel record={record} onChanged={onChanged} />
        </Suspense>
      )
    )
  }
  const shown = first.filter((name) => name === 'facts' || allowed.some(([tab]) => tab === name))
  const chosen = search.get('tab') ?? overview
  const view = (
    <RecordOverview
      description={description}
      record={record}
      actions={actions('column')}
      parts={shown.map((name) => ({ name, panel: name === 'facts' ? null : panelOf(name) }))}
      chosen={chosen}
    />
  )
  if (others.length === 0) return view
  const isOther = others.some(([name]) => name === chosen)
  return (
    <Tabs
      label={readTitle(record, language)}
      value={isOther ? chosen : overview}
      onChange={(name) => leaveForm(() => setSearch(name === overview ? {} : { tab: name }, { replace: true }))}
      tabs={[
        { value: overview, label: t('desk.record.overview'), panel: view },
        ...others.map(([name]) => ({
          value: name,
          label: words.tab(name),
          panel: (
            <div className="grid grid-cols-1 gap-4">
              {isOther && name === chosen && actions('row')}
              {panelOf(name)}
            </div>
          ),
        })),
      ]}
    />
  )
}

/** The tab of the first view. */
const overview = 'overview'

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
