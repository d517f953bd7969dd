import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchResources } from './resources.ts'

const origin = 'https://p.example'
const lost = { name: `${origin}/assets/ParkPage-1.js`, responseStatus: 404 }
let arrivals: object[] = []
let missing: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin } }))
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => arrivals as PerformanceEntryList)
  arrivals = []
  missing = []
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('every two seconds it is looked whether all has come, and what has not is told once', () => {
  watchResources((address) => missing.push(address))
  arrivals = [lost]
  vi.advanceTimersByTime(1_999)
  expect(missing).toEqual([])
  vi.advanceTimersByTime(1)
  expect(missing).toEqual([lost.name])
  vi.advanceTimersByTime(60_000)
  expect(missing).toEqual([lost.name])
})

test('what is lost later is found at the next look, for fifteen seconds and no longer', () => {
  watchResources((address) => missing.push(address))
  vi.advanceTimersByTime(12_500)
  arrivals = [lost]
  vi.advanceTimersByTime(1_500)
  expect(missing).toEqual([lost.name])

  missing = []
  arrivals = []
  watchResources((address) => missing.push(address))
  vi.advanceTimersByTime(15_000)
  arrivals = [lost]
  vi.advanceTimersByTime(60_000)
  expect(missing).toEqual([])
})

test('whoever leaves is told nothing', () => {
  watchResources((address) => missing.push(address))()
  arrivals = [lost]
  vi.advanceTimersByTime(60_000)
  expect(missing).toEqual([])
})
