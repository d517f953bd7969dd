import { toGtin } from '#contract/catalogue/barcodes.ts'

/* Barcodes of goods (EAN-13, EAN-8, UPC-A) in a picture, for browsers without a reader of their own. */

/** A picture as a canvas has it: four bytes for each pixel. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** The widths of the two spaces and two bars of each digit, in modules; those of the other parity are reversed. */
const widths: readonly (readonly number[])[] = [
  [3, 2, 1, 1],
  [2, 2, 2, 1],
  [2, 1, 2, 2],
  [1, 4, 1, 1],
  [1, 1, 3, 2],
  [1, 2, 3, 1],
  [1, 1, 1, 4],
  [1, 3, 1, 2],
  [1, 2, 1, 3],
  [3, 1, 1, 2],
]
/** The first digit of 13 is in the parities of the six after it. */
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']

/** How far the widths of a digit or a guard may be from what they should be, in modules in all. */
const tolerance = 1.7
/** The lines that are read, from the middle of the picture outwards. */
const lines = [0.5, 0.46, 0.54, 0.42, 0.58, 0.36, 0.64, 0.3, 0.7, 0.22, 0.78]

const sumOf = (runs: readonly number[]) => runs.reduce((sum, run) => sum + run, 0)
const misfit = (runs: readonly number[], pattern: readonly number[]) => {
  const module = sumOf(runs) / sumOf(pattern)
  return runs.reduce((sum, run, at) => sum + Math.abs(run / module - pattern[at]!), 0)
}

function readDigit(runs: readonly number[]): { digit: number; parity: 'L' | 'G' } | undefined {
  let best: { digit: number; parity: 'L' | 'G'; off: number } | undefined
  for (const [digit, pattern] of widths.entries())
    for (const parity of ['L', 'G'] as const) {
      const off = misfit(runs, parity === 'L' ? pattern : pattern.toReversed())
      if (off < (best?.off ?? tolerance)) best = { digit, parity, off }
    }
  return best
}

/** Reads the code whose first bar is the run at `start`, with `half` digits on each side of its middle. */
function readCode(runs: readonly number[], start: number, half: 4 | 6): string | undefined {
  const count = 3 + 4 * half + 5 + 4 * half + 3
  const code = runs.slice(start, start + count)
  if (code.length < count) return undefined
  const module = sumOf(code) / (half === 6 ? 95 : 67)
  // White on both sides of it.
  const quiet = Math.min(runs[start - 1] ?? 0, runs[start + count] ?? 0)
  if (quiet < 4 * module) return undefined
  const middle = 3 + 4 * half
  const isGuard = (at: number, length: number) =>
    code.slice(at, at + length).every((run) => run > 0.4 * module && run < 1.8 * module)
  if (!isGuard(0, 3) || !isGuard(middle, 5) || !isGuard(count - 3, 3)) return undefined
  const readHalf = (from: number) =>
    Array.from({ length: half }, (_, at) => readDigit(code.slice(from + 4 * at, from + 4 * at + 4)))
  const [left, right] = [readHalf(3), readHalf(middle + 5)]
  const all = [...left, ...right]
  if (all.includes(undefined) || right.some((digit) => digit?.parity !== 'L')) return undefined
  const digits = all.map((digit) => digit!.digit).join('')
  const parity = left.map((digit) => digit!.parity).join('')
  const first = half === 6 ? parities.indexOf(parity) : parity === 'LLLL' ? '' : -1
  if (first === -1) return undefined
  const text = `${first}${digits}`
  return toGtin(text) === undefined ? undefined : text
}

/** The widths of white and black in turn along a line of the picture, beginning with white. */
function toRuns({ data, width, height }: Pixels, at: number): number[] {
  const row = Math.min(height - 1, Math.floor(height * at)) * width * 4
  const light = Array.from(
    { length: width },
    (_, x) => 0.3 * data[row + 4 * x]! + 0.6 * data[row + 4 * x + 1]! + 0.1 * data[row + 4 * x + 2]!,
  )
  const sums = [0]
  for (const value of light) sums.push(sums.at(-1)! + value)
  const reach = Math.max(8, Math.round(width / 8))
  // How much lighter each pixel is than what is around it, so that a shadow across the code does not matter.
  const lighter = light.map((value, x) => {
    const [from, to] = [Math.max(0, x - reach), Math.min(width, x + reach)]
    return value - (sums[to]! - sums[from]!) / (to - from) + 6
  })
  const edges = [0]
  for (let x = 1; x < width; x += 1) {
    const [before, after] = [lighter[x - 1]!, lighter[x]!]
    // Between two pixels, as far as the light has gone.
    if (before < 0 !== after < 0) edges.push(x - 1 + before / (before - after))
  }
  edges.push(width)
  const runs = edges.slice(1).map((edge, at) => edge - edges[at]!)
  return lighter[0]! < 0 ? [0, ...runs] : runs
}

function readLine(runs: readonly number[]): string | undefined {
  // Bars are the odd ones.
  for (let start = 1; start < runs.length; start += 2) {
    const code = readCode(runs, start, 6) ?? readCode(runs, start, 4)
    if (code !== undefined) return code
  }
  return undefined
}

/** Reads the barcode in a picture, also upside down; undefined unless two lines across it agree. */
export function readBarcode(pixels: Pixels): string | undefined {
  const seen = new Set<string>()
  for (const at of lines) {
    const runs = toRuns(pixels, at)
    // Read backwards it begins with white as well.
    const backwards = (runs.length % 2 === 0 ? [...runs, 0] : runs).toReversed()
    const code = readLine(runs) ?? readLine(backwards)
    if (code === undefined) continue
    if (seen.has(code)) return code
    seen.add(code)
  }
  return undefined
}
