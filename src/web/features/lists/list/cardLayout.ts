import type { DeskColumn, DeskListDescription } from '#contract/lists/lists.ts'

/** What a card shows of a row: its name with picture and state on top, and below them lines of up to two values. */
export interface CardLayout {
  name: string
  state: string | undefined
  picture: string | undefined
  lines: readonly (readonly string[])[]
}

/** On a card, unless the person has chosen the columns. */
const mostValues = 4

const isMoney = ({ kind }: DeskColumn) => kind === 'money'
export const isTime = ({ kind }: DeskColumn) => kind === 'instant' || kind === 'day'

/**
 * Lays out the shown columns of a list on a card. Without a choice of the person, the first amount and the first time are
 * shown, and as many of the first other columns as there is room for. Amounts and times stand at the end of a line.
 */
export function layOutCard(
  { columns }: Pick<DeskListDescription, 'columns'>,
  shown: readonly string[],
  isChosen: boolean,
): CardLayout {
  const name = shown[0]!
  const others = shown.slice(1)
  const state = others.find((key) => columns[key]!.badge === true)
  const picture = others.find((key) => columns[key]!.kind === 'picture')
  const values = others.filter((key) => key !== state && key !== picture)
  const chosen = isChosen ? values : chooseValues(columns, values)
  const ends = chosen.filter((key) => isMoney(columns[key]!) || isTime(columns[key]!))
  const starts = chosen.filter((key) => !ends.includes(key))
  const lines: string[][] = []
  while (starts.length + ends.length > 0)
    lines.push([...(starts.length > 0 ? starts : ends).splice(0, 1), ...(ends.length > 0 ? ends : starts).splice(0, 1)])
  return { name, state, picture, lines }
}

function chooseValues(columns: DeskListDescription['columns'], values: readonly string[]): string[] {
  const ends = [isMoney, isTime].flatMap((fits) => values.find((key) => fits(columns[key]!)) ?? [])
  const starts = values.filter((key) => !isMoney(columns[key]!) && !isTime(columns[key]!))
  const first = new Set([...ends, ...starts.slice(0, mostValues - ends.length)])
  return values.filter((key) => first.has(key))
}
