import type { Permission } from '#contract/permissions.ts'

export const deskGroups = [
  'orders',
  'parking',
  'shop',
  'documents',
  'people',
  'money',
  'reports',
  'content',
  'settings',
  'system',
] as const
export type DeskGroup = (typeof deskGroups)[number]

/**
 * A place in the desk's menu: the smaller `rank` stands first in its group; `letter` opens the screen after `g`. A screen that
 * stands `under` another one has no entry of its own: it is a tab of that entry.
 */
export interface DeskPlace {
  readonly group: DeskGroup
  readonly rank: number
  readonly under?: string
  readonly letter?: string
}

/** An entry of the menu. Its path is `/desk/{name}`; its title and description are in the area `desk.lists.{name}`. */
export type DeskScreen = Omit<DeskPlace, 'rank'> & { readonly name: string; readonly permission: Permission }

interface ScreenDescription {
  readonly name: string
  readonly permission: Permission
  readonly menu: DeskPlace
}

/** A screen that is no list: a page of the web's own, or the one record of its name. */
export const deskScreen = <const S extends ScreenDescription>(screen: S): S => screen

interface PageDescription {
  readonly name: string
  readonly permission: Permission
}

/** A page of the web's own for one record, at `/desk/{name}/{id}`. */
export const recordPage = <const P extends PageDescription>(page: P): P & { readonly shows: 'record' } => ({
  ...page,
  shows: 'record',
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const isDeskScreen = (value: unknown): value is ScreenDescription =>
  isObject(value) && 'menu' in value && !('columns' in value)

export const isRecordPage = (value: unknown): value is ReturnType<typeof recordPage> =>
  isObject(value) && 'shows' in value && value.shows === 'record'
