import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadEndpoints } from '#test/kits/contract.ts'

/*
 * One act has one verb from the screen to the table: its endpoint in the contract, the command that the server mounts for it
 * and the web's mutation. Records are created, updated and deleted; what belongs to something else is added and removed.
 */

const read = (pattern: string) =>
  globSync(pattern)
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** The endpoints that change something, by name and by method with path. */
const endpoints = (await loadEndpoints()).filter(({ method }) => method !== 'GET')
const changing = new Set(endpoints.map(({ name }) => name))
const byCall = new Map(endpoints.map(({ name, method, path }) => [`${method} ${path}`, name]))

const verbOf = (name: string): string => /^[a-z]+/.exec(name.replace(/^use(?=[A-Z])/, '').replace(/^[A-Z]/, lower))![0]
const lower = (letter: string) => letter.toLowerCase()

/** Commands that do an act and its opposite, told apart by a parameter. */
const ofOpposites = new Set(['switch', 'move', 'decide', 'moderate', 'serve', 'end'])

/** Commands with another verb than their endpoint. */
const otherCommands: Record<string, string> = {
  addFunds: 'named by its path in the specification',
  createPaymentIntent: 'named by its path in the specification',
  creditWallet: 'the older path of verifyPayment',
  refundTopUp: 'reserves the money, then asks the provider',
  checkTopUp: 'reads the top-up, then asks the provider',
  resolveDiscrepancy: 'resolved, open and noted are one update',
  reopenDiscrepancy: 'resolved, open and noted are one update',
  addDiscrepancyNote: 'resolved, open and noted are one update',
  releaseThread: 'claimed by nobody',
  unpublishEvent: 'published: false',
  showItem: 'hidden: false',
  sendScans: 'the phone sends them, the server stores them',
  sendSteps: 'the phone sends them, the server takes them',
  sendPosition: 'the phone sends it, the server stores it',
  sendGateReads: 'the camera sends them, the server stores them',
  sendOfflineSale: 'the device sends it, the server books it',
  sendOfflineEvent: 'the device sends it, the server logs it',
  changeBookingStatus: 'the status that it names is an act of its own',
  openDemoDesk: 'logs an example person in',
  unsubscribe: 'one mail preference of many',
  subscribeAgain: 'one mail preference of many',
}

/** Mutations of the web with another verb than their endpoint. */
const otherMutations: Record<string, string> = {
  changeBookingStatus: 'the status that it names is an act of its own',
  changeOrderStatus: 'the status that it names is an act of its own',
  mergeCart: 'the web also restores a cart with it',
}

/** The text between the bracket at `from` and the one that closes it. */
function textWithin(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if ('([{'.includes(text[at]!)) depth += 1
    if (')]}'.includes(text[at]!) && (depth -= 1) === 0) return text.slice(from + 1, at)
  }
  throw new Error('a bracket is not closed')
}

/** What the server mounts: each endpoint that changes something, with the functions that its handler calls. */
function findMounted(): { endpoint: string; file: string; called: string[] }[] {
  return read('src/server/features/**/*.ts').flatMap(({ file, text }) =>
    [...text.matchAll(/\bmount(?:Change)?\(/g)].flatMap((match) => {
      const mounted = textWithin(text, match.index + match[0].length - 1)
      const named = /^\s*\w+,\s*(?:deps,\s*)?(?:\w+\.)?(\w+),/.exec(mounted)?.[1]
      if (named === undefined) return []
      const endpoint = new RegExp(`\\b(\\w+) as ${named}\\b`).exec(text)?.[1] ?? named
      if (!changing.has(endpoint)) return []
      const called = [...mounted.matchAll(/\b([a-z]\w*)(?:<[^()]*>)?\(/g)].map(([, name]) => name!)
      return [{ endpoint, file, called }]
    }),
  )
}

test('a command has the verb of its endpoint', () => {
  const mounted = findMounted()
  expect(mounted.length).toBeGreaterThan(300)
  const wrong = mounted.filter(
    ({ endpoint, called }) =>
      !called.some((name) => verbOf(name) === verbOf(endpoint) || ofOpposites.has(verbOf(name))),
  )
  expect(wrong.map(({ endpoint }) => endpoint).toSorted()).toEqual(Object.keys(otherCommands).toSorted())
})

test('a mutation of the web has the verb of its endpoint', () => {
  const calls = /'((?:POST|PUT|PATCH|DELETE) \/api\/[^']*)'/g
  const wrong = read('src/web/**/*.ts').flatMap(({ file, text }) => {
    const hooks = [...text.matchAll(/^export function (use\w+)\([\s\S]*?^\}$/gm)].filter(([hook]) =>
      hook.includes('useMutation'),
    )
    return hooks.flatMap(([hook, name]): string[] => {
      const parts = [...hook.matchAll(/^ {4}(\w+): useMutation\(/gm)]
      const acts =
        parts.length === 0
          ? [{ act: name!, within: hook }]
          : parts.map((part) => ({ act: part[1]!, within: textWithin(hook, part.index + part[0].length - 1) }))
      return acts.flatMap(({ act, within }) => {
        const called = [...within.matchAll(calls)].map(([, call]) => byCall.get(call!) ?? call!)
        // A mutation that creates or updates, or tries two ways, has a name of its own.
        const [endpoint, ...others] = new Set(called)
        if (endpoint === undefined || others.length > 0 || endpoint in otherMutations) return []
        return verbOf(act) === verbOf(endpoint) ? [] : [`${file}: ${act} calls ${endpoint}`]
      })
    })
  })
  expect(wrong).toEqual([])
})

test('of one thing, records are created and deleted, and parts added and removed', () => {
  const pairs = [
    ['add', 'delete'],
    ['create', 'remove'],
    ['change', 'update'],
  ] as const
  const wrong = pairs.flatMap(([first, other]) =>
    [...changing]
      .filter((name) => verbOf(name) === first && changing.has(other + name.slice(first.length)))
      .map((name) => `${name}, ${other + name.slice(first.length)}`),
  )
  expect(wrong).toEqual([])
})
