import type { Box, Point } from '#server/features/search/index/types.ts'
import { distanceM } from '#server/geo.ts'
import type { ParkColumns } from '../generated-parks.ts'
import { median, percentile, printTable, ratio, whole } from '../lib.ts'

/** Questions that the park index and its peers answer over the same parks. */
export type ParkQuestion =
  | { kind: 'near'; point: Point; country_id?: number | undefined }
  | { kind: 'text'; words: readonly string[] }
  | { kind: 'suggest'; words: readonly string[]; country_id: number }
  | { kind: 'mistyped'; word: string }
  | { kind: 'clusters'; box: Box; zoom: number }

type Of<Kind extends ParkQuestion['kind']> = Extract<ParkQuestion, { kind: Kind }>
type Answer<T> = T | Promise<T>

/** A peer answers some of the questions. */
export interface ParkPeer {
  name: string
  /** What it took to load the parks and to build its indexes. */
  built: { seconds: number; mb: number }
  /** Processor time that its answers have taken so far, in ms. */
  cpu: () => number
  /** Numbers of the nearest 20 parks. */
  near?: (question: Of<'near'>) => Answer<readonly number[]>
  /** How many parks have a word with each of these beginnings. */
  text?: (question: Of<'text'>) => Answer<number>
  /** Numbers of the ten heaviest parks of a country with such words. */
  suggest?: (question: Of<'suggest'>) => Answer<readonly number[]>
  /** Numbers of ten parks with a similar word. What is similar is the peer's own, so answers are not compared. */
  mistyped?: (question: Of<'mistyped'>) => Answer<readonly number[]>
  /** How many parks are in the box, which also have to be grouped by squares. */
  clusters?: (question: Of<'clusters'>) => Answer<number>
  close?: () => Promise<void>
}

/** How often each question is put to a peer. */
const rounds = 5

/** A question that our index has answered: its answer in comparable form, and how long it took, in ms. */
export interface Answered {
  question: ParkQuestion
  answer: unknown
  took_ms: number
}

/** An answer in the form of `Answered`: distances, weights or a number. */
function comparable(
  question: ParkQuestion,
  answer: number | readonly number[],
  { lat, lng, weight }: ParkColumns,
): unknown {
  if (typeof answer === 'number') return answer
  if (question.kind === 'near')
    return answer.map((at) => distanceM(question.point, { lat: lat[at]!, lng: lng[at]! })).toSorted((a, b) => a - b)
  return answer.map((at) => weight[at])
}

/** Distances of libraries with another formula differ in the last digits of a double. */
const areEqual = (first: unknown, second: unknown): boolean =>
  Array.isArray(first) && Array.isArray(second)
    ? first.length === second.length && first.every((value, at) => Math.abs(value - second[at]) < 1e-6)
    : first === second

/**
 * Puts the questions of our index to a peer, each five times for its median, until a kind has taken `seconds`; prints
 * its times beside ours for the same questions.
 */
export async function measurePeer(
  peer: ParkPeer,
  kinds: ReadonlyMap<string, readonly Answered[]>,
  parks: ParkColumns,
  seconds: number,
): Promise<void> {
  const rows: string[][] = []
  for (const [name, answered] of kinds) {
    const kind = answered[0]!.question.kind
    const answerOf = peer[kind] as ((question: ParkQuestion) => Answer<number | readonly number[]>) | undefined
    if (answerOf === undefined) continue
    const times: number[] = []
    let different = 0
    const warm = performance.now() + seconds * 250
    for (const { question } of answered.slice(0, 50)) if (performance.now() < warm) await answerOf(question)
    const end = performance.now() + seconds * 1_000
    const cpu_ms = peer.cpu()
    for (const { question, answer } of answered) {
      if (times.length > 0 && performance.now() > end) break
      const took: number[] = []
      let seen: number | readonly number[] = 0
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        const given = answerOf(question)
        seen = given instanceof Promise ? await given : given
        took.push(performance.now() - began)
      }
      times.push(median(took))
      if (kind !== 'mistyped' && !areEqual(comparable(question, seen, parks), answer)) different += 1
    }
    const cost_ms = (peer.cpu() - cpu_ms) / (times.length * rounds)
    const ours = answered.slice(0, times.length).map(({ took_ms }) => took_ms)
    rows.push([
      name,
      whole(times.length),
      us(median(ours)),
      us(percentile(ours, 0.99)),
      us(median(times)),
      us(percentile(times, 0.99)),
      ratio(median(times), median(ours)),
      ratio(percentile(times, 0.99), percentile(ours, 0.99)),
      us(cost_ms),
      kind === 'mistyped' ? '–' : whole(different),
    ])
  }
  const { seconds: built, mb } = peer.built
  console.info(`\n${peer.name}: loaded and indexed in ${whole(built)} s, ${whole(mb)} MB\n`)
  printTable(
    ['µs', 'questions', 'ours p50', 'p99', 'its p50', 'p99', 'times p50', 'p99', 'its CPU, mean', 'other answers'],
    rows,
  )
}

/** Milliseconds as microseconds. */
export const us = (ms: number): string => (ms * 1_000 < 100 ? (ms * 1_000).toFixed(1) : whole(ms * 1_000))
