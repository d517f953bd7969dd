// Cells of a table that are laid out as blocks lose the roles that their elements have.
// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role
import { ArrowUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { headingKey } from '#contract/lists/list-facts.ts'
import type { DeskColumn, DeskListDescription, DeskRow } from '#contract/lists/lists.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useDeskWords } from '../words.ts'
import { type CardLayout, isTime } from './cardLayout.ts'
import { Cell, ExampleMark, isAtEnd, isExample } from './Cell.tsx'

interface CardRowProps extends ComponentProps<'tr'> {
  list: DeskListDescription
  row: DeskRow
  card: CardLayout
  /** What opens its record. */
  link: { to: string; onClick: () => void } | undefined
  /** What selects it. */
  box: ReactNode
}

/** A row of a list as a card: its cells are blocks, and those below the name have their column's name above them. */
export function CardRow({ list, row, card, link, box, ...rest }: CardRowProps) {
  const { translateKey } = useDeskWords()
  const cellOf = (name: string) => <Cell column={list.columns[name]!} name={name} row={row} />
  return (
    <tr
      {...rest}
      role="row"
      // The line below the name begins after a break of no height.
      className="flex scroll-my-16 flex-wrap items-start rounded-xl border border-line bg-card px-3 pb-3 before:order-1 before:basis-full focus:bg-act-soft focus:outline-none aria-[current=true]:border-act aria-[current=true]:shadow-[inset_4px_0_0_var(--color-act)]"
    >
      {box !== undefined && (
        <td role="cell" className="-ml-3 grid size-11 shrink-0 place-items-center">
          {box}
        </td>
      )}
      <th role="rowheader" scope="row" className="min-w-24 flex-1 basis-0 text-left text-base font-semibold">
        {link === undefined ? (
          <span className="flex min-h-11 items-center py-2 wrap-anywhere">{cellOf(card.name)}</span>
        ) : (
          <PageLink
            {...link}
            className="flex min-h-11 items-center py-2 wrap-anywhere text-act underline-offset-4 hover:underline"
          >
            {cellOf(card.name)}
          </PageLink>
        )}
        {isExample(list.columns[card.name]!, row) && <ExampleMark />}
      </th>
      {card.picture !== undefined && (
        <td role="cell" className="shrink-0 py-2 pl-3">
          {row[card.picture as keyof DeskRow] !== null && cellOf(card.picture)}
        </td>
      )}
      {card.state !== undefined && (
        <td role="cell" className="flex min-h-11 max-w-1/2 shrink-0 items-center pl-3">
          {row[card.state as keyof DeskRow] !== null && cellOf(card.state)}
        </td>
      )}
      {card.lines.map((line) =>
        line.map((name, position) => (
          <td
            key={name}
            role="cell"
            className={cx(
              'order-2 min-w-0 pt-1.5 wrap-anywhere',
              line.length === 1 ? 'basis-full' : 'basis-1/2',
              position === 1 && 'pl-3 text-right',
            )}
          >
            {/* A screen reader reads the column's heading. */}
            <span aria-hidden="true" className="block text-xs text-ink-2">
              {translateKey(headingKey(list.name, name))}
            </span>
            <span className="line-clamp-2 tabular-nums [&_svg]:inline-block">
              {cellOf(name)}
              {isExample(list.columns[name]!, row) && <ExampleMark />}
            </span>
          </td>
        )),
      )}
    </tr>
  )
}

interface SortChoiceProps {
  list: DeskListDescription
  sort: string
  onSort: (sort: string) => void
}

/** Above the cards: what the headings of a table do. It is the native choice of a phone, behind a button. */
export function SortChoice({ list, sort, onSort }: SortChoiceProps) {
  const { t, translateKey } = useDeskWords()
  const options = sortsOf(list).map((value) => {
    const key = value.replace(/^-/, '')
    const name = translateKey(headingKey(list.name, key))
    const order = orderOf(list.columns[key]!)
    return { value, label: t(`desk.sort.${order}.${value === key ? 'up' : 'down'}`, { name }) }
  })
  if (options.length === 0) return null
  return (
    <span
      className={cx(
        'relative grid size-11 shrink-0 place-items-center rounded-lg border border-edge bg-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-act',
        sort !== list.sort && 'bg-act-soft text-act',
      )}
    >
      <ArrowUpDown aria-hidden="true" className="size-4.5" />
      <select
        aria-label={t('desk.sort.label')}
        value={sort}
        onChange={({ target }) => onSort(target.value)}
        className="absolute inset-0 size-full cursor-pointer text-base opacity-0"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

function sortsOf({ columns }: DeskListDescription): string[] {
  return Object.entries(columns).flatMap(([key, { sortable }]) => (sortable === true ? [key, `-${key}`] : []))
}

const orderOf = (column: DeskColumn): 'text' | 'number' | 'time' =>
  isTime(column) ? 'time' : isAtEnd(column) ? 'number' : 'text'
