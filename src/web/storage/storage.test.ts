import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onStorageChange, readJson, readText, removeStored, STORAGE_EVENT, writeJson, writeText } from './storage.ts'

/** The parts of a browser that storage needs. */
const browser = (storage: () => Storage) => {
  vi.stubGlobal('window', new EventTarget())
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage })
}

const workingStorage = (): Storage => {
  const held = new Map<string, string>()
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
    key: (index) => [...held.keys()][index] ?? null,
    get length() {
      return held.size
    },
  }
}

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError')
}

let storage: Storage

beforeEach(() => {
  storage = workingStorage()
  browser(() => storage)
})

afterEach(() => {
  for (const key of ['a', 'b']) removeStored(key)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'localStorage')
})

test('reads back JSON and text as written', () => {
  writeJson('a', { code: 'NG', name: 'Nigeria' })
  writeText('b', 'fr')
  expect(readJson('a')).toEqual({ code: 'NG', name: 'Nigeria' })
  expect(storage.getItem('b')).toBe('fr')
  removeStored('a')
  expect(readJson('a')).toBeUndefined()
})

test('reads invalid JSON as undefined', () => {
  storage.setItem('a', '{half')
  expect(readJson('a')).toBeUndefined()
  expect(readText('a')).toBe('{half')
})

test('announces each change with the event of the specification', () => {
  const heard: unknown[] = []
  const stop = onStorageChange((key) => heard.push(key))
  writeText('a', '1')
  removeStored('a')
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'b' }))
  stop()
  writeText('a', '2')
  expect(heard).toEqual(['a', 'a', 'b'])
  expect(STORAGE_EVENT).toBe('local-storage-updated')
})

test('keeps values in memory if storage is denied', () => {
  browser(denied)
  writeText('a', 'kept')
  expect(readText('a')).toBe('kept')
  removeStored('a')
  expect(readText('a')).toBeUndefined()
})

test('falls back to memory while storage is full', () => {
  vi.spyOn(storage, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeText('a', 'one')
  expect(readText('a')).toBe('one')
  writeText('a', 'two')
  expect(storage.getItem('a')).toBe('two')
  expect(readText('a')).toBe('two')
})
