/*
 * Colours of the pictures: the roles of src/web/styles/theme.css, which a picture of its own cannot read. colours.test.ts
 * holds both together.
 */

export const dayColours = {
  'map-land': '#f1efe8',
  'map-block': '#e9e6dc',
  'map-road': '#ffffff',
  'map-road-edge': '#d9d4c8',
  'map-main-road': '#fbeec6',
  'map-main-road-edge': '#dccb9a',
  'map-motorway': '#f6cd92',
  'map-motorway-edge': '#d5a362',
  'map-water': '#cfe3ee',
  'map-park': '#dfead6',
  ink: '#0d1526',
  'ink-2': '#4a5568',
  act: '#1b4dff',
  'on-act': '#ffffff',
  night: '#0d1526',
} as const

export type Colour = keyof typeof dayColours

export const darkColours: Record<Colour, string> = {
  'map-land': '#141c2c',
  'map-block': '#182233',
  'map-road': '#2b3650',
  'map-road-edge': '#10182a',
  'map-main-road': '#3c4866',
  'map-main-road-edge': '#0f1727',
  'map-motorway': '#5c5236',
  'map-motorway-edge': '#151a26',
  'map-water': '#0f2a40',
  'map-park': '#16302a',
  ink: '#f4f2ec',
  'ink-2': '#b9c1d0',
  act: '#6f8fff',
  'on-act': '#0b1120',
  night: '#151f38',
}

/** The same in both themes. */
export const kerb = '#ffc531'
export const onNight2 = '#c9d0dd'

/** Custom properties for the colours that a picture uses, in the theme of the page around it. */
export function writeColours(used: readonly Colour[]): string {
  const of = (colours: Record<Colour, string>) => used.map((name) => `--${name}:${colours[name]}`).join(';')
  return `svg{${of(dayColours)}}@media(prefers-color-scheme:dark){svg{${of(darkColours)}}}`
}
