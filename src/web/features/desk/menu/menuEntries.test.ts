import { expect, test } from 'vitest'
import { deskScreens } from '#contract/desk/screens.ts'
import { listMenuEntries } from './menuEntries.ts'

const named = (...names: string[]) => deskScreens.filter(({ name }) => names.includes(name))
const namesOf = (screens: typeof deskScreens) =>
  listMenuEntries(screens).map((entry) => entry.screens.map(({ name }) => name))

test('has at most 40 entries with the dashboard for somebody who may open everything, and no screen is left out', () => {
  const entries = listMenuEntries(deskScreens)
  expect(entries.length + 1).toBeLessThanOrEqual(40)
  const shown = entries.flatMap(({ screens }) => screens.map(({ name }) => name))
  expect(shown.toSorted()).toEqual(deskScreens.map(({ name }) => name).toSorted())
})

test('a screen stands under one that has an entry of its own, in the same group', () => {
  for (const { name, under, group } of deskScreens) {
    if (under === undefined) continue
    const head = deskScreens.find((screen) => screen.name === under)
    expect(head, name).toMatchObject({ group })
    expect(head!.under, name).toBeUndefined()
  }
})

test('opens the first screen that somebody may open, and is called like it where it is the only one', () => {
  expect(namesOf(named('roles', 'employees'))).toEqual([['employees', 'roles']])
  expect(namesOf(named('roles', 'invitations'))).toEqual([['invitations', 'roles']])
  expect(listMenuEntries(named('employees', 'roles'))[0]!.label).toBe('desk.entries.team')
  expect(listMenuEntries(named('invitations'))[0]!.label).toBeUndefined()
})
