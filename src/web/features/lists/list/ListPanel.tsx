import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { areaOf, forOperator, mostCounted } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskPage, DeskRow } from '#contract/lists/lists.ts'
import type { ServedRecord } from '#contract/lists/records.ts'
import { minute_ms } from '#contract/time.ts'
import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { lazyPart, MissingPanel } from '#web/page/lazyPart.tsx'
import { useOnline } from '#web/page/media.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDate } from '#web/time/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { listQuery, type ListParams } from '../api.ts'
import { Failure } from '../Failure.tsx'
import { useDeskWords } from '../words.ts'
import type { ChangesOfMany } from './BulkBar.tsx'
import { describeCount, describeRows, ListPages } from './ListPages.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'
import { rememberRows } from './shownRows.ts'
import { useListAddress, type ListAddress } from './useListAddress.ts'
import { useSelection } from './useSelection.ts'

/** Less often while nobody sees it. Orders wait for nobody. */
const findRefresh_ms = ({ name }: DeskListDescription) =>
  document.visibilityState === 'hidden' ? 300_000 : name === 'online-orders' ? 10_000 : minute_ms

// It comes with forms and dialogs, which the list itself does not need.
const BulkBar = lazyPart(
  async () => (await import('./BulkBar.tsx')).BulkBar,
  ({ selection, onRetry }) => (selection.ids.size === 0 ? null : <MissingPanel onRetry={onRetry} />),
  { isWanted: true },
)

const PrintHead = lazyPart(async () => (await import('./PrintHead.tsx')).PrintHead)

interface ListPanelProps {
  list: DeskListDescription
  /** Filters that the place of the list decides: the list of one record. */
  fixed?: ListParams
  /** Whether it is a screen of its own, where many rows can be changed at once. */
  isScreen?: boolean
  /** What its rows are; undefined until that is loaded. */
  record?: ServedRecord | undefined
  /** Changes of many with dialogs of their own. */
  changes?: ChangesOfMany | undefined
}

/** A list with its search, filters, columns, files and pages. */
export function ListPanel({ list: whole, fixed, isScreen = false, record, changes }: ListPanelProps) {
  const { data: profile } = useProfile()
  const isOperator = (profile?.operator ?? null) !== null
  const list = useMemo(() => (isOperator ? forOperator(whole) : whole), [whole, isOperator])
  const { t, translateKey, locale, isWhole } = useDeskWords()
  const address = useListAddress(list, fixed)
  const narrowing = JSON.stringify({ ...address.params, page: '', size: '', sort: '' })
  // What was counted to the last row stays so on its other pages, not with other filters.
  const [counted, setCounted] = useState<string>()
  const isCounted = counted === narrowing
  const result = useQuery({
    ...listQuery(list.name, isCounted ? { ...address.params, count: 'exact' } : address.params),
    refetchInterval: () => findRefresh_ms(list),
    refetchIntervalInBackground: true,
  })
  const steady = useSteadyRows(result.data, result.isPlaceholderData ? undefined : JSON.stringify(address.params))
  const { data, error } = result
  const isOffline = !useOnline()
  // What is the same in every row, because the place of the list decides it.
  const columns = address.columns.filter((name, at) => at === 0 || fixed === undefined || !(name in fixed))
  const scroller = useRef<HTMLDivElement>(null)
  const selection = useSelection(scroller, steady.rows)
  // Known before the record is, so that the column of boxes does not come later than the others.
  const canSelect = isScreen && list.bulk?.some((permission) => profile?.permissions.includes(permission))
  useEffect(() => {
    if (fixed === undefined && data !== undefined) rememberRows(list.name, data.items)
  }, [fixed, data, list.name])
  return (
    <>
      {list.states !== undefined && <StateTabs list={list} address={address} data={data} />}
      <ListTools list={list} address={address} total={data?.total ?? 0} />
      {error !== null && data === undefined ? (
        <Failure error={error} onRetry={() => void result.refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-96 rounded-xl" />
      ) : (
        <>
          {(error !== null || isOffline) && <Stale error={error} at={result.dataUpdatedAt} isOffline={isOffline} />}
          <div role="status" aria-live="polite">
            {steady.added > 0 && (
              <Button variant="alt" size="sm" onClick={steady.showAdded} className="mb-2">
                {t('desk.new_rows', { count: steady.added })}
              </Button>
            )}
          </div>
          {record !== undefined && canSelect === true && (
            <Suspense>
              <BulkBar
                record={record}
                changes={changes}
                selection={selection}
                address={address}
                rows={steady.rows}
                total={data.total}
              />
            </Suspense>
          )}
          {isWhole && (
            <Suspense>
              <div className="hidden print:block">
                <PrintHead
                  list={list}
                  address={address}
                  isByBranch={data.is_by_branch}
                  rows={t('desk.printed.part', describeRows({ t, locale }, data))}
                />
              </div>
            </Suspense>
          )}
          {steady.rows.length === 0 ? (
            <EmptyState
              picture={address.isNarrowed ? 'search' : 'empty'}
              live
              title={t(address.isNarrowed ? 'desk.none' : 'desk.empty')}
            >
              {address.isNarrowed ? t('desk.none_text') : translateKey(`desk.lists.${areaOf(list.name)}.empty`)}
            </EmptyState>
          ) : (
            <ListTable
              list={list}
              rows={steady.rows}
              columns={columns}
              hasOwnColumns={address.hasOwnColumns}
              sort={address.sort}
              from={(data.page - 1) * data.size + 1}
              total={data.is_total_capped ? undefined : data.total}
              scroller={scroller}
              selection={canSelect === true ? selection : undefined}
              onSort={(sort) => address.show({ sort: sort === list.sort ? '' : sort })}
            />
          )}
          <ListPages list={list} data={data} address={address} onCount={() => setCounted(narrowing)} />
        </>
      )}
    </>
  )
}

/** The last data, with its time, while the server cannot be reached. `error` is null before the next call has failed. */
function Stale({ error, at, isOffline }: { error: Error | null; at: number; isOffline: boolean }) {
  const { t, locale } = useDeskWords()
  const { t: site } = useTranslation()
  const time = formatDate(at, locale, { timeStyle: 'medium' })
  const isGone = isOffline || error === null || (error instanceof CallError && error.status === 0)
  return (
    <p role="status" className="mb-2 rounded-lg bg-few-soft px-3 py-2 text-sm">
      {isGone ? t('desk.offline', { time }) : `${t('desk.failed')} ${describeFailure(site, error)}`}
    </p>
  )
}

const noIds: readonly string[] = []

/**
 * The rows of a page that refreshes itself, without moving what somebody is about to press: rows that are shown get their new
 * values, and rows that have come are counted until they are asked for. `key` names the page, undefined while another one is
 * shown in its place; a page is shown as it is when it comes.
 */
function useSteadyRows(
  page: DeskPage | undefined,
  key: string | undefined,
): { rows: DeskRow[]; added: number; showAdded: () => void } {
  const [steady, setSteady] = useState<{ key: string | undefined; ids: readonly string[] }>({
    key: undefined,
    ids: noIds,
  })
  const fresh = page?.items ?? []
  const freshIds = fresh.map(({ id }) => id)
  const isNew = page !== undefined && key !== undefined && (steady.key !== key || steady.ids.length === 0)
  if (isNew && (freshIds.length > 0 || steady.key !== key)) setSteady({ key, ids: freshIds })
  if (key === undefined || isNew) return { rows: fresh, added: 0, showAdded: () => undefined }
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return {
    rows: steady.ids.flatMap((id) => byId.get(id) ?? []),
    added: freshIds.filter((id) => !steady.ids.includes(id)).length,
    showAdded: () => setSteady({ key, ids: freshIds }),
  }
}

interface StateTabsProps {
  list: DeskListDescription
  address: ListAddress
  data: DeskPage | undefined
}

/**
 * The states of a list's records, each with its count over everything that the person may see. Within another record, which
 * shows its own rows alone, there are no counts.
 */
function StateTabs({ list, address, data }: StateTabsProps) {
  const { t, translateKey, locale } = useDeskWords()
  const current = address.params['state'] ?? ''
  const shown = Object.keys(address.fixed).length === 0 ? data : undefined
  const { counts, capped_states = [] } = shown ?? {}
  const sum = counts === undefined ? undefined : Object.values(counts).reduce((all, value) => all + value, 0)
  const tabs = [
    {
      value: '',
      label: t('desk.all'),
      // Of several states that were not counted to the end, the sum is no number that was counted.
      count: capped_states.length > 0 ? mostCounted : sum,
      isCapped: capped_states.length > 0,
    },
    ...(list.states ?? []).map((state) => ({
      value: state,
      label: translateKey(`desk.lists.${areaOf(list.name)}.states.${state}`),
      count: counts?.[state],
      isCapped: capped_states.includes(state),
    })),
  ]
  return (
    <div
      role="group"
      aria-label={translateKey(`desk.lists.${areaOf(list.name)}.title`)}
      className="mb-3 flex gap-1 overflow-x-auto print:hidden"
    >
      {tabs.map(({ value, label, count, isCapped }) => (
        <button
          key={value}
          type="button"
          aria-pressed={current === value}
          onClick={() => address.show({ state: value })}
          className="flex min-h-9 items-center gap-1.5 rounded-lg px-3 text-sm font-semibold whitespace-nowrap text-ink-2 hover:bg-card aria-pressed:bg-act-soft aria-pressed:text-act"
        >
          {label}
          {count !== undefined && (
            <span className="font-normal tabular-nums">{describeCount(t, count, isCapped, locale)}</span>
          )}
        </button>
      ))}
    </div>
  )
}
