import { isDeskList, type DeskListDescription } from '#contract/lists/lists.ts'
import { deskGroups, isDeskScreen, isRecordPage, type DeskPlace, type DeskScreen } from '#contract/lists/screens.ts'
import type { Permission } from '#contract/permissions.ts'
import { deskRecords } from './records.ts'
import { deskExports, type DeskExport } from './register.ts'

/* What the frame of the desk reads before it shows a list. The web's build puts the values here and leaves the schemas out. */

export type DeskScreenName = Extract<DeskExport, { menu: DeskPlace }>['name']
export type DeskListName = Extract<DeskExport, { menu: DeskPlace; columns: object }>['name']
export type RecordPageName = Extract<DeskExport, { shows: 'record' }>['name']

const hasPlace = <T extends { menu?: DeskPlace }>(candidate: T): candidate is T & { menu: DeskPlace } =>
  candidate.menu !== undefined
const lists = deskExports.filter(isDeskList).filter(hasPlace)

/** The lists with a screen of their own, by their names. */
export const deskLists = Object.fromEntries(lists.map((list) => [list.name, list])) as unknown as Readonly<
  Record<DeskListName, DeskListDescription>
>

/** The screens in the menu's order. */
export const deskScreens = [...lists, ...deskExports.filter(isDeskScreen)]
  .toSorted((a, b) => deskGroups.indexOf(a.menu.group) - deskGroups.indexOf(b.menu.group) || a.menu.rank - b.menu.rank)
  .map(({ name, permission, menu: { rank: _rank, ...place } }) => ({
    name,
    permission,
    ...place,
  })) as readonly (DeskScreen & {
  name: DeskScreenName
})[]

/** The permission that opens each record with a page of the web's own. */
export const recordPages = Object.fromEntries(
  deskExports.filter(isRecordPage).map(({ name, permission }) => [name, permission]),
) as Readonly<Record<RecordPageName, Permission>>

/** What stands before a record's id in the addresses of the desk, besides the names of screens. */
export const recordNames: readonly string[] = [...Object.keys(deskRecords), ...Object.keys(recordPages)].filter(
  (name) => !deskScreens.some((screen) => screen.name === name),
)
