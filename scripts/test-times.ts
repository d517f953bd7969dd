/** What the time of a test run is divided into, in the order of its report. */
const kinds = ['static', 'build', 'rules', 'features', 'pages', 'journeys'] as const
export type Kind = (typeof kinds)[number]

/** The seconds that a test file took, with its imports and hooks. */
export interface FileTime {
  kind: Kind
  file: string
  seconds: number
}

/** The parts of Playwright’s JSON report that say how long tests took, in milliseconds. */
export interface JourneySuite {
  file: string
  specs: { tests: { results: { duration: number }[] }[] }[]
  suites?: JourneySuite[]
}

/** The kind of the tests in a project of Vitest. */
export const kindOf = (project: string): Kind => (project === 'rules' || project === 'pages' ? project : 'features')

/** Adds up the times that have the same kind and file. */
export function addUp(times: readonly FileTime[]): FileTime[] {
  const sums = new Map<string, FileTime>()
  for (const time of times) {
    const key = `${time.kind} ${time.file}`
    sums.set(key, { ...time, seconds: time.seconds + (sums.get(key)?.seconds ?? 0) })
  }
  return [...sums.values()]
}

/** What each file of the journeys took at all sizes. */
export function listJourneyTimes(suites: readonly JourneySuite[]): FileTime[] {
  const secondsOf = ({ specs, suites: inner = [] }: JourneySuite): number =>
    sum(specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1_000)))) +
    sum(inner.map(secondsOf))
  return addUp(suites.map((suite) => ({ kind: 'journeys', file: suite.file, seconds: secondsOf(suite) })))
}

/** Divides the seconds of a step among the kinds of its files, which run side by side, by what the files took. */
export function divideStep(seconds: number, files: readonly FileTime[]): Partial<Record<Kind, number>> {
  const total = sum(files.map((file) => file.seconds))
  const parts: Partial<Record<Kind, number>> = {}
  for (const file of files) parts[file.kind] = (parts[file.kind] ?? 0) + (seconds * file.seconds) / total
  return parts
}

/** The end of a run’s report: its time by kind, and the ten files that took longest. */
export function describeTimes(
  total: number,
  byKind: Partial<Record<Kind, number>>,
  files: readonly FileTime[],
): string[] {
  const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(8)} s  ${text}`
  const slowest = addUp(files)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
  return [
    'Time by kind (static checks run beside build and tests):',
    ...kinds.flatMap((kind) => (byKind[kind] === undefined ? [] : [line(byKind[kind], kind)])),
    line(total, 'the whole run'),
    ...(slowest.length === 0 ? [] : ['Slowest files:']),
    ...slowest.map(({ kind, file, seconds }) => line(seconds, `${file} (${kind})`)),
  ]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
