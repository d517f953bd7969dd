// Cells of a table that are laid out as blocks lose the roles that their elements have.
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { tinykeys } from 'tinykeys'
import { areaOf, headingKey } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import { useProfile } from '#web/api/useProfile.ts'
import { useMediaQuery } from '#web/page/media.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { ownKey } from '../shortcutSetting.ts'
import { useDeskWords } from '../words.ts'
import { layOutCard, narrowScreen } from './cardLayout.ts'
import { Cell, ExampleMark, isAtEnd, isExample } from './Cell.tsx'
import { CardRow } from './ListCards.tsx'
import { rememberOpenedRow } from './returnPoints.ts'
import { rowsLink } from './rowsLink.ts'
import { useReturnToRow } from './useReturnToRow.ts'
import type { Selection } from './useSelection.ts'

interface ListTableProps {
  list: DeskListDescription
  rows: DeskRow[]
  columns: readonly string[]
  /** Whether the person has chosen the columns. */
  hasOwnColumns: boolean
  sort: string
  /** The number of the first row in the whole list. */
  from: number
  /** Undefined where there are more than were counted. */
  total: number | undefined
  onSort: (sort: string) => void
  scroller: React.RefObject<HTMLDivElement | null>
  /** Where rows can be selected. */
  selection?: Selection | undefined
}

const row_px = 41
/** About the height of a card; each is measured. */
const card_px = 150
const cardGap_px = 8
/** From so many rows on, those out of sight are not rendered. */
const fewest = 60

/**
 * The rows of a list: sorted by their headings, moved through by keyboard, rendered in parts when there are many. On a
 * narrow screen, each row of the table is laid out as a card, and a field sorts them.
 */
export function ListTable(props: ListTableProps) {
  const { list, rows, columns, hasOwnColumns, sort, from, total, onSort, scroller, selection } = props
  const { t, translateKey } = useDeskWords()
  const isNarrow = useMediaQuery(narrowScreen)
  const card = isNarrow ? layOutCard(list, columns, hasOwnColumns, rows) : undefined
  const { data: profile } = useProfile()
  const [search] = useSearchParams()
  const opens =
    list.opens !== undefined && profile?.permissions.includes(list.opens.permission) === true
      ? list.opens.screen
      : undefined
  const openedBy = list.opens?.id ?? 'id'
  const title = translateKey(`desk.lists.${areaOf(list.name)}.title`)
  const nameOf = (row: DeskRow) => String(row[columns[0] as keyof DeskRow] ?? row.id)
  const isLong = rows.length > fewest
  // The compiler leaves this component alone; its values go to no memoized one.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? card_px : row_px),
    gap: isNarrow ? cardGap_px : 0,
    overscan: 12,
    enabled: isLong,
  })
  const scrollTo = (index: number) => isLong && virtual.scrollToIndex(index)
  useRowKeys(scroller, rows.length, scrollTo)
  const returnedId = useReturnToRow(scroller, rows, scrollTo)
  const shown = isLong ? virtual.getVirtualItems().map(({ index }) => index) : rows.map((_row, index) => index)
  const gap_px = isNarrow ? cardGap_px : 0
  const before_px = isLong ? (virtual.getVirtualItems()[0]?.start ?? 0) - gap_px : 0
  const after_px = isLong ? virtual.getTotalSize() - (virtual.getVirtualItems().at(-1)?.end ?? 0) - gap_px : 0
  const linkOf = useCallback(
    (row: DeskRow) => {
      const id = row[openedBy as keyof DeskRow] as string | null
      const to = rowsLink(list, row, search, profile?.permissions ?? [])
      if (to !== undefined) return { to, onClick: () => undefined }
      if (opens === undefined || id === null) return undefined
      const onClick = () => rememberOpenedRow(row.id, scroller.current?.scrollTop ?? 0)
      return { to: paths.desk(`${opens}/${id}`), onClick }
    },
    [opens, openedBy, scroller, list, search, profile],
  )
  const boxOf = (row: DeskRow) =>
    selection && (
      <SelectBox
        label={t('desk.bulk.select', { name: nameOf(row) })}
        isOn={selection.ids.has(row.id)}
        onChange={() => selection.toggle(row.id)}
      />
    )
  const pageBox = selection && {
    label: t('desk.bulk.select_page'),
    isOn: rows.length > 0 && rows.every(({ id }) => selection.ids.has(id)),
    onChange: (isOn: boolean) => selection.replace(isOn ? rows.map(({ id }) => id) : []),
  }
  const describeRow = (index: number) => ({
    'data-row': index,
    tabIndex: -1,
    'aria-rowindex': from + index + 1,
    'aria-current': rows[index]!.id === returnedId || undefined,
  })
  if (card !== undefined)
    return (
      <>
        {pageBox !== undefined && (
          <div className="mb-2 text-sm text-ink-2 print:hidden">
            <SelectBox {...pageBox} isLabelled />
          </div>
        )}
        <div
          ref={scroller}
          role="region"
          aria-label={title}
          tabIndex={0}
          className={cx(isLong && 'max-h-[75dvh] overflow-y-auto')}
        >
          <table role="table" className="relative block text-sm" aria-rowcount={total === undefined ? -1 : total + 1}>
            <caption className="sr-only">{title}</caption>
            <thead role="rowgroup" className="sr-only">
              <tr role="row" aria-rowindex={1}>
                {selection !== undefined && (
                  <th role="columnheader" scope="col">
                    {t('desk.bulk.column')}
                  </th>
                )}
                {[card.name, card.picture, card.state, ...card.lines.flat()].map(
                  (name) =>
                    name !== undefined && (
                      <th key={name} role="columnheader" scope="col" aria-sort={directionOf(name, sort)}>
                        {translateKey(headingKey(list.name, name))}
                      </th>
                    ),
                )}
              </tr>
            </thead>
            <tbody role="rowgroup" className="grid grid-cols-1 gap-2">
              {before_px > 0 && <Spacer height_px={before_px} />}
              {shown.map((index) => (
                <CardRow
                  key={rows[index]!.id}
                  {...describeRow(index)}
                  ref={isLong ? virtual.measureElement : undefined}
                  data-index={index}
                  list={list}
                  row={rows[index]!}
                  card={card}
                  link={linkOf(rows[index]!)}
                  box={boxOf(rows[index]!)}
                />
              ))}
              {after_px > 0 && <Spacer height_px={after_px} />}
            </tbody>
          </table>
        </div>
      </>
    )
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={title}
      tabIndex={0}
      className={cx(
        'overflow-x-auto rounded-xl border border-line bg-card print:overflow-visible',
        isLong && 'max-h-[75dvh] overflow-y-auto',
      )}
    >
      <table className="w-full border-collapse text-sm" aria-rowcount={total === undefined ? -1 : total + 1}>
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 z-10 bg-card">
          <tr className="border-b border-line" aria-rowindex={1}>
            {pageBox !== undefined && (
              <th scope="col" className="w-10 pl-3 text-left">
                <SelectBox {...pageBox} />
              </th>
            )}
            {columns.map((name) => (
              <Heading key={name} list={list} name={name} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before_px > 0 && <Spacer height_px={before_px} />}
          {shown.map((index) => {
            const row = rows[index]!
            const link = linkOf(row)
            return (
              <tr
                key={row.id}
                {...describeRow(index)}
                className="h-10.25 border-b border-line last:border-0 hover:bg-sunk focus:bg-act-soft focus:outline-none aria-[current=true]:*:first:shadow-[inset_4px_0_0_var(--color-act)]"
              >
                {selection !== undefined && <td className="pl-3">{boxOf(row)}</td>}
                {columns.map((name, position) => {
                  const column = list.columns[name]!
                  const Tag = position === 0 ? 'th' : 'td'
                  const cell = <Cell column={column} name={name} row={row} />
                  return (
                    <Tag
                      key={name}
                      {...(position === 0 && { scope: 'row' as const })}
                      className={cx(
                        'truncate px-3 py-2 whitespace-nowrap',
                        column.changes === undefined ? 'max-w-80' : 'max-w-xl',
                        position === 0 && 'text-left font-semibold',
                        isAtEnd(column) && 'text-right tabular-nums',
                      )}
                    >
                      {position === 0 && link !== undefined ? (
                        <PageLink {...link} className="text-act underline-offset-4 hover:underline">
                          {cell}
                        </PageLink>
                      ) : (
                        cell
                      )}
                      {isExample(column, row) && <ExampleMark />}
                    </Tag>
                  )
                })}
              </tr>
            )
          })}
          {after_px > 0 && <Spacer height_px={after_px} />}
        </tbody>
      </table>
    </div>
  )
}

/** Holds the place of rows out of sight. */
const Spacer = ({ height_px }: { height_px: number }) => <tr aria-hidden="true" style={{ height: height_px }} />

const directionOf = (name: string, sort: string) =>
  sort === name ? ('ascending' as const) : sort === `-${name}` ? ('descending' as const) : undefined

interface HeadingProps {
  list: DeskListDescription
  name: string
  sort: string
  onSort: (sort: string) => void
}

function Heading({ list, name, sort, onSort }: HeadingProps) {
  const { t, translateKey } = useDeskWords()
  const column = list.columns[name]!
  const label = translateKey(headingKey(list.name, name))
  const direction = directionOf(name, sort)
  const Arrow = direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={cx(
        'px-3 py-2 text-xs font-semibold whitespace-nowrap text-ink-2',
        isAtEnd(column) ? 'text-right' : 'text-left',
      )}
    >
      {column.sortable === true ? (
        <button
          type="button"
          aria-label={t('desk.sort_by', { name: label })}
          onClick={() => onSort(direction === 'ascending' ? `-${name}` : name)}
          className={cx(
            '-mx-1.5 inline-flex min-h-8 items-center gap-1 rounded px-1.5 hover:bg-sunk hover:text-ink',
            isAtEnd(column) && 'flex-row-reverse',
          )}
        >
          {label}
          <Arrow aria-hidden="true" className={cx('size-3.5', direction === undefined && 'opacity-0')} />
        </button>
      ) : (
        label
      )}
    </th>
  )
}

/** Moves the focus between rows with the arrows, or with j and k. */
function useRowKeys(
  scroller: React.RefObject<HTMLDivElement | null>,
  count: number,
  scrollTo: (index: number) => void,
): void {
  useEffect(() => {
    const move = (step: number) => (event: KeyboardEvent) => {
      const rows = scroller.current
      if (rows === null || count === 0) return
      const current = Number(document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? -1)
      const next = Math.max(0, Math.min(count - 1, current + step))
      const find = () => rows.querySelector<HTMLElement>(`[data-row="${next}"]`)
      find()?.focus({ preventScroll: true })
      scrollTo(next)
      const before = document.activeElement
      // A row that was out of sight is rendered after the scroll. The focus is left alone if it has moved to a field meanwhile.
      requestAnimationFrame(() => {
        const { activeElement, body } = document
        if (activeElement === before || activeElement === body) find()?.focus()
      })
      event.preventDefault()
    }
    return tinykeys(window, {
      j: ownKey(move(1)),
      k: ownKey(move(-1)),
      ArrowDown: ownKey(move(1)),
      ArrowUp: ownKey(move(-1)),
      // Everywhere else, Enter presses what has the focus.
      Enter: (event) => {
        if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-row]')) return
        event.preventDefault()
        event.target.querySelector('a')?.click()
      },
    })
  }, [scroller, count, scrollTo])
}

interface SelectBoxProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Shows the label beside the box. */
  isLabelled?: boolean
}

/** The box that selects a row, or all rows of a page. On a narrow screen it is as large as a finger. */
const SelectBox = ({ label, isOn, onChange, isLabelled = false }: SelectBoxProps) => (
  <label
    className={cx(
      isLabelled ? 'flex min-h-11 items-center gap-2' : '-m-2 grid size-8 place-items-center max-sm:size-11',
    )}
  >
    <span className={cx(isLabelled ? 'order-1' : 'sr-only')}>{label}</span>
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4.5 shrink-0 accent-act"
    />
  </label>
)
