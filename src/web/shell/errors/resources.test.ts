import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchResources } from './resources.ts'

const origin = 'https://p.example'
const lost = { name: `${origin}/assets/ParkPage-1.js`, responseStatus: 404 }
let timings: object[] = []
let missing: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin } }))
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => timings as PerformanceEntryList)
  timings = []
  missing = []
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('checks every two seconds and reports a missing file once', () => {
  watchResources((address) => missing.push(address))
  timings = [lost]
  vi.advanceTimersByTime(1_999)
  expect(missing).toEqual([])
  vi.advanceTimersByTime(1)
  expect(missing).toEqual([lost.name])
  vi.advanceTimersByTime(60_000)
  expect(missing).toEqual([lost.name])
})

test('finds a later failure at the next check, for fifteen seconds', () => {
  watchResources((address) => missing.push(address))
  vi.advanceTimersByTime(12_500)
  timings = [lost]
  vi.advanceTimersByTime(1_500)
  expect(missing).toEqual([lost.name])

  missing = []
  timings = []
  watchResources((address) => missing.push(address))
  vi.advanceTimersByTime(15_000)
  timings = [lost]
  vi.advanceTimersByTime(60_000)
  expect(missing).toEqual([])
})

test('reports nothing after unsubscribing', () => {
  watchResources((address) => missing.push(address))()
  timings = [lost]
  vi.advanceTimersByTime(60_000)
  expect(missing).toEqual([])
})
