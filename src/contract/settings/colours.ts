/** Colours in hexadecimal (`#1b4dff`), and whether one can be read on another. */

const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

const toHex = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Relative luminance after WCAG 2.2, from 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours after WCAG 2.2, from 1 to 21. */
export function contrast(first: string, other: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** A colour with a share (0 to 1) of another. */
export function mix(colour: string, other: string, share: number): string {
  const added = channels(other)
  return toHex(channels(colour).map((part, at) => part * (1 - share) + added[at]! * share))
}

/** What words need on their ground (WCAG 2.2, AA). */
export const leastContrast = 4.5

/** The nearest colour, on the way to `towards`, that can be read on all grounds; itself if it can. */
export function nearestReadable(colour: string, grounds: readonly string[], towards: string): string {
  const shares = Array.from({ length: 101 }, (_, percent) => percent / 100)
  const readable = (candidate: string) => grounds.every((ground) => contrast(candidate, ground) >= leastContrast)
  const share = shares.find((candidate) => readable(mix(colour, towards, candidate)))
  return share === undefined ? towards : mix(colour, towards, share)
}

/** The grounds that words of the accent stand on: in the light the darkest, in the dark the lightest (`styles/theme.css`); and what stands on it in the dark. */
export const accentGrounds = { light: '#f2f0ea', dark: '#141d30', night: '#0b1120' } as const
const [white, black] = ['#ffffff', '#000000']

/** The nearest accent that can be read on light pages; itself if it can. */
export const readableAccent = (accent: string): string => nearestReadable(accent, [accentGrounds.light], black)

/** The names of the colours that follow the accent, without `--color-`. */
type AccentColours = Record<'act' | 'act-press' | 'on-act' | 'act-soft' | 'focus', string>

/** What an accent colours in light and in dark pages; each pair can be read. */
export function coloursOfAccent(accent: string): Record<'light' | 'dark', AccentColours> {
  const dark = nearestReadable(accent, [accentGrounds.dark, accentGrounds.night], white)
  return {
    light: {
      act: accent,
      'act-press': mix(accent, black, 0.18),
      'on-act': white,
      'act-soft': softOf(accent, white, [accent]),
      focus: accent,
    },
    dark: {
      act: dark,
      'act-press': mix(dark, white, 0.25),
      'on-act': accentGrounds.night,
      'act-soft': softOf(dark, accentGrounds.dark, [dark]),
      focus: mix(dark, white, 0.35),
    },
  }
}

/** A ground with a little of the accent, on which these words can still be read. */
const softOf = (accent: string, ground: string, words: readonly string[]): string => {
  const shares = [0.18, 0.14, 0.1, 0.06, 0.03, 0]
  const readable = (soft: string) => words.every((word) => contrast(word, soft) >= leastContrast)
  return mix(ground, accent, shares.find((share) => readable(mix(ground, accent, share))) ?? 0)
}
