import type { DeskColumn, DeskListDescription } from '#contract/lists/lists.ts'

/** What a card shows of a row: its name with picture and state on top, and below them lines of up to two values. */
export interface CardLayout {
  name: string
  state: string | undefined
  picture: string | undefined
  lines: readonly (readonly string[])[]
}

/** A table would be wider than such a screen: each row is a card. */
export const narrowScreen = '(width < 40rem)'

/** On a card, unless the person has chosen the columns. */
const mostValues = 4

const isMoney = ({ kind }: DeskColumn) => kind === 'money'
export const isTime = ({ kind }: DeskColumn) => kind === 'instant' || kind === 'day'

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Lays out the shown columns of a list on the cards of these rows. Without a choice of the person, the total or else the
 * first amount and the first time are shown, and as many of the first other columns as there is room for, of those in which a row has something.
 * Amounts and times stand at the end of a line.
 */
export function layOutCard(
  { columns }: Pick<DeskListDescription, 'columns'>,
  shown: readonly string[],
  isChosen: boolean,
  rows: readonly Readonly<Record<string, unknown>>[],
): CardLayout {
  const name = shown[0]!
  const others = shown.slice(1)
  const state = others.find((key) => columns[key]!.badge === true)
  const picture = others.find((key) => columns[key]!.kind === 'picture')
  const values = others.filter((key) => key !== state && key !== picture)
  const isFilled = (key: string) => rows.length === 0 || rows.some((row) => !isEmpty(row[key]))
  const chosen = isChosen ? values : chooseValues(columns, values.filter(isFilled))
  const ends = chosen.filter((key) => isMoney(columns[key]!) || isTime(columns[key]!))
  const starts = chosen.filter((key) => !ends.includes(key))
  const lines: string[][] = []
  while (starts.length + ends.length > 0)
    lines.push([...(starts.length > 0 ? starts : ends).splice(0, 1), ...(ends.length > 0 ? ends : starts).splice(0, 1)])
  return { name, state, picture, lines }
}

function chooseValues(columns: DeskListDescription['columns'], values: readonly string[]): string[] {
  const byWeight = values.toSorted((a, b) => Number(b === 'total') - Number(a === 'total'))
  const ends = [isMoney, isTime].flatMap((fits) => byWeight.find((key) => fits(columns[key]!)) ?? [])
  const starts = values.filter((key) => !isMoney(columns[key]!) && !isTime(columns[key]!))
  const first = new Set([...ends, ...starts.slice(0, mostValues - ends.length)])
  return values.filter((key) => first.has(key))
}
