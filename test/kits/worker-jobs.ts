import { writeSync } from 'node:fs'
/* Jobs that a worker pool must survive. */

export const echo = (text: string): string => text
export const reverse = (content: Buffer): Buffer => Buffer.from(content.toReversed())
export const describeProcess = () => ({ pid: process.pid, settings: Object.keys(process.env) })

export function spin(): never {
  for (;;);
}

/** Takes time without taking the processor. */
export const rest = (ms: number): Promise<'rested'> => new Promise((resolve) => setTimeout(resolve, ms, 'rested'))

export function hoard(): number {
  const blocks: number[][] = []
  for (;;) blocks.push(Array.from({ length: 10_000 }, (_, n) => n + blocks.length))
}

/** Runs out of memory within one built-in function. */
export const hoardAtOnce = (): number => '#41'.repeat(10_000_000).replaceAll(/#/g, () => '/').length

export function crash(): void {
  writeSync(2, 'broken\n')
  process.kill(process.pid, 'SIGSEGV')
}

export function fail(): never {
  throw new Error('broken')
}
