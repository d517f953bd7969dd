import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { filesInTurn, findFilesOutOfTurn } from '#test/files-in-turn.ts'
import { rounds } from '#test/kits/rounds.ts'
import { addUp, describeTimes, divideStep, kindOf, listJourneyTimes } from '../../scripts/test-times.ts'

test('names the kind of each project’s tests', () => {
  expect(['rules', 'pages', 'server', 'embedded'].map(kindOf)).toEqual(['rules', 'pages', 'features', 'features'])
})

test('adds up what a file took in several projects', () => {
  const first = { kind: 'features', file: 'a.feature.test.ts' } as const
  expect(
    addUp([
      { ...first, seconds: 2 },
      { ...first, seconds: 3 },
    ]),
  ).toEqual([{ ...first, seconds: 5 }])
})

test('counts the journeys of a file at all sizes, with those of its groups', () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
  expect(
    listJourneyTimes([
      { file: 'a.spec.ts', specs: [spec(1_000)], suites: [{ file: 'a.spec.ts', specs: [spec(500)] }] },
      { file: 'b.spec.ts', specs: [] },
      { file: 'a.spec.ts', specs: [spec(2_000)] },
    ]),
  ).toEqual([
    { kind: 'journeys', file: 'a.spec.ts', seconds: 3.5 },
    { kind: 'journeys', file: 'b.spec.ts', seconds: 0 },
  ])
})

test('divides a step whose files run side by side by what they took', () => {
  expect(
    divideStep(30, [
      { kind: 'rules', file: 'a', seconds: 10 },
      { kind: 'features', file: 'b', seconds: 40 },
      { kind: 'rules', file: 'c', seconds: 10 },
    ]),
  ).toEqual({ rules: 10, features: 20 })
  expect(divideStep(30, [])).toEqual({})
})

test('describes a run by kind and by its ten slowest files', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    kind: 'rules' as const,
    file: `${index}.test.ts`,
    seconds: index,
  }))
  const lines = describeTimes(480, { journeys: 210.25, static: 70 }, files)
  expect(lines.slice(1, 4)).toEqual(['    70.0 s  static', '   210.3 s  journeys', '   480.0 s  the whole run'])
  expect(lines[5]).toBe('    11.0 s  11.test.ts (rules)')
  expect(lines).toHaveLength(15)
  expect(describeTimes(70, { static: 70 }, [])).toHaveLength(3)
})

test('leaves out a share of the files in turn, and none of a file that a command names', () => {
  const all = Object.values(filesInTurn).flat()
  expect(all.filter((file) => !existsSync(file))).toEqual([])
  expect(new Set(all).size).toBe(all.length)
  vi.stubEnv('TEST_FILES', 'in turn')
  try {
    const files = Array.from({ length: 40 }, (_, index) => String(index))
    for (const count of [5, 8] as const) {
      const left = findFilesOutOfTurn({ [count]: files })
      expect(left.length).toBe(files.length * (1 - 1 / Math.ceil(count / rounds)))
    }
    vi.stubEnv('TEST_FILES', undefined)
    expect(findFilesOutOfTurn()).toEqual([])
  } finally {
    vi.unstubAllEnvs()
  }
})
