import { deskScreens, recordNames } from './screens.ts'

/** The parts of an order's address. */
const orderParts = [undefined, 'receipt', 'tickets']
const profileParts = [undefined, 'edit', 'password', 'second-factor']

/** The parts of an address behind `/desk`: the name of a screen, which for reports has two, and what follows it. */
export function splitDeskAddress(pathname: string): string[] {
  const parts = pathname.split('/').filter(Boolean).slice(1)
  return parts[0] === 'reports' && parts.length > 1 ? [parts.slice(0, 2).join('/'), ...parts.slice(2)] : parts
}

/** Whether the desk has a page at an address, for those who may open it. Records are not looked up. */
export function isDeskAddress(pathname: string): boolean {
  const [name, id, part, ...rest] = splitDeskAddress(pathname)
  if (rest.length > 0) return false
  if (name === undefined) return true
  if (name === 'profile') return part === undefined && profileParts.includes(id)
  if (name === 'orders') return orderParts.includes(part)
  if (name === 'notices') return id === undefined
  if (part !== undefined) return false
  const isScreen = deskScreens.some((screen) => screen.name === name)
  return isScreen || (id !== undefined && recordNames.some((candidate) => candidate === name))
}
