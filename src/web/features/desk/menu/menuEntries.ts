import type { DeskGroup, DeskScreen } from '#contract/lists/screens.ts'
import type { DeskKey } from '#web/features/lists/words.ts'

/** Entries that are called after all of their screens, by the screen that they open. */
const commonNames: Readonly<Record<string, DeskKey>> = {
  employees: 'desk.entries.team',
  'inspection-appointments': 'desk.entries.inspections',
  mails: 'desk.entries.health',
  'payment-gateway': 'desk.entries.gateways',
  'reports/sales': 'desk.entries.reports',
}

/** An entry of the menu: it opens the first of its screens, on which the others are tabs. */
export interface MenuEntry {
  group: DeskGroup
  screens: readonly DeskScreen[]
  /** What it is called; undefined where that is the title of its first screen. */
  label: DeskKey | undefined
}

/** The entries of the menu for somebody who may open these screens. */
export function listMenuEntries(screens: readonly DeskScreen[]): MenuEntry[] {
  const headOf = ({ name, under = name }: DeskScreen) => under
  const heads = [...new Set(screens.map(headOf))]
  return heads.map((head) => {
    const all = screens.filter((screen) => headOf(screen) === head)
    // Whoever may not open the first one sees what they may open of the rest.
    const own = all.toSorted((a, b) => Number(b.name === head) - Number(a.name === head))
    return { group: own[0]!.group, screens: own, label: own.length === 1 ? undefined : commonNames[head] }
  })
}
