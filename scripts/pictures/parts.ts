/** The few colours of a drawing; it stands on night in both themes. */
export const colours = {
  night: '#0d1526',
  night2: '#1d273c',
  line: '#eef1f7',
  dim: '#8390a8',
  kerb: '#ffc531',
  act: '#5b83ff',
} as const
const { night, night2, line, dim, kerb, act } = colours

interface Look {
  stroke?: string
  fill?: string
  width?: number
  dash?: string
}

const looks = ({ stroke = line, fill = 'none', width = 7, dash }: Look = {}) =>
  `stroke="${stroke}" fill="${fill}" stroke-width="${width}"${dash === undefined ? '' : ` stroke-dasharray="${dash}"`}`

export const path = (d: string, look?: Look): string => `<path d="${d}" ${looks(look)}/>`
export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  { rx, ...look }: Look & { rx: number },
): string => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" ${looks(look)}/>`
export const circle = (x: number, y: number, r: number, look?: Look): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" ${looks(look)}/>`
export const at = (x: number, y: number, inside: string, scale = 1, turn = 0): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${inside}</g>`
export const many = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_none, index) => draw(index)).join('')

/** The ground that things stand on. */
export const ground = (y = 500): string => path(`M60 ${y}H1140`, { stroke: dim })

interface BaySize {
  width?: number
  depth?: number
}

/** Slanted lines of bays, `count` of them between two. */
export const bays = (
  x: number,
  y: number,
  count: number,
  { width = 130, depth = 200, stroke = dim }: BaySize & { stroke?: string } = {},
): string => many(count + 1, (n) => path(`M${x + n * width} ${y}l${depth * 0.42} ${-depth}`, { stroke, width: 9 }))

/** A car from above, its nose up, in a box of 74 × 168 around its middle. */
export const carTop = (look: Look = {}): string =>
  rect(-37, -84, 74, 168, { rx: 25, fill: night2, ...look }) +
  path('M-25-36q25-14 50 0l-7 20h-36zM-22 54q22 8 44 0l-4-17h-36zM-25-10v42M25-10v42', {
    width: 5,
    ...look,
    fill: 'none',
  })

/** The middle of bay `n` of a row of bays. */
export const bayMiddle = (
  x: number,
  y: number,
  n: number,
  { width = 130, depth = 200 }: BaySize = {},
): [number, number] => [x + (n + 0.5) * width + depth * 0.21, y - depth / 2]

/** A car parked in bay `n`. */
export const parked = (
  x: number,
  y: number,
  n: number,
  look: Look = {},
  { width = 130, depth = 200 }: BaySize = {},
): string => {
  const [cx, cy] = bayMiddle(x, y, n, { width, depth })
  return at(cx, cy, carTop(look), depth / 215, 22.8)
}

/** The bay that is yours: dashed in kerb yellow. */
export const yours = (x: number, y: number, n: number, { width = 130, depth = 200 }: BaySize = {}): string => {
  const [cx, cy] = bayMiddle(x, y, n, { width, depth })
  return at(cx, cy, rect(-42, -88, 84, 176, { rx: 22, stroke: kerb, width: 9, dash: '20 15' }), depth / 215, 22.8)
}

/** From its side, 340 wide, its wheels on 0. */
export const carSide = (look: Look = {}): string =>
  path('M8-28v-26q0-26 28-31l52-9q38-48 92-48h44q42 0 76 50l26 7q22 6 22 34v23H8z', { fill: night2, ...look }) +
  path('M110-96q28-28 66-28v28zM198-124h12q28 0 50 28h-62z', { width: 5, stroke: look.stroke ?? line }) +
  [88, 266].map((x) => circle(x, -28, 29, { fill: night }) + circle(x, -28, 9, { fill: line, width: 2 })).join('')

/** A round sign on a pole, its foot on 0. */
export const sign = (inside: string, ring: string = line, height = 300): string =>
  path(`M0 0V${-height + 70}`, { width: 9, stroke: dim }) +
  circle(0, -height, 74, { stroke: ring, fill: night2, width: 11 }) +
  at(0, -height, inside)

/** The letter of parking, around 0. */
export const letterP = (scale = 1, stroke: string = line): string =>
  at(0, 0, path('M-18 38V-38H6a24 24 0 0 1 0 48H-18', { stroke, width: 13 }), scale)

/** A pin with its point on 0. */
export const pin = (stroke: string = kerb, fill: string = night2, inside: string = letterP(0.62, stroke)): string =>
  path('M0 0C-52-62-66-92-66-126a66 66 0 0 1 132 0C66-92 52-62 0 0z', { stroke, fill, width: 8 }) + at(0, -126, inside)

/** A sheet of paper with lines on it, its corner folded. */
export const sheet = (width: number, height: number, rows: number, look: Look = {}): string =>
  path(`M0 0h${width - 50}l50 50v${height - 50}H0zM${width - 50} 0v50h50`, { fill: night2, ...look }) +
  many(rows, (n) => path(`M40 ${96 + n * 46}h${n === rows - 1 ? width * 0.4 : width - 80}`, { stroke: dim, width: 6 }))

/** A ticket with a code to scan, 380 × 200. */
export const ticket = (stroke: string = line): string =>
  path(
    'M18 0h344a18 18 0 0 1 18 18v52a30 30 0 0 0 0 60v52a18 18 0 0 1-18 18H18a18 18 0 0 1-18-18v-52a30 30 0 0 0 0-60V18A18 18 0 0 1 18 0z',
    {
      stroke,
      fill: night2,
    },
  ) +
  at(
    46,
    46,
    [
      [0, 0],
      [66, 0],
      [0, 66],
    ]
      .map(
        ([x, y]) =>
          rect(x!, y!, 42, 42, { rx: 6, width: 6 }) + rect(x! + 15, y! + 15, 12, 12, { rx: 1, fill: line, width: 1 }),
      )
      .join('') + path('M68 70h14M92 88v18M68 104h8', { width: 8 }),
  ) +
  path('M196 56h120M196 144h76', { stroke: dim }) +
  path('M196 100h146', { width: 13 })

/** A phone, 200 × 400. */
export const phone = (inside: string): string =>
  rect(0, 0, 200, 400, { rx: 34, fill: night2 }) + path('M78 24h44', { stroke: dim }) + inside

export const coin = (r = 46, stroke: string = kerb): string =>
  circle(0, 0, r, { stroke, fill: night2, width: 8 }) +
  path(
    `M${-r * 0.28} ${-r * 0.45}v${r * 0.9}M${r * 0.28} ${-r * 0.45}v${r * 0.9}M${-r * 0.5} ${-r * 0.12}h${r}M${-r * 0.5} ${r * 0.16}h${r}`,
    { stroke, width: 5 },
  )

export const tick = (stroke: string = kerb): string => path('M-26 2l18 20L28-22', { stroke, width: 12 })

export const bolt = (stroke: string = kerb, fill = 'none'): string =>
  path('M12-58l-46 66h30l-10 50 48-68H4z', { stroke, fill, width: 8 })

/** A building with windows, its foot on 0. */
export const tower = (width: number, height: number, columns: number, rows: number, look: Look = {}): string =>
  rect(0, -height, width, height, { rx: 8, fill: night2, stroke: dim, ...look }) +
  many(columns * rows, (n) => {
    const x = (width / (columns + 1)) * ((n % columns) + 1) - 9
    const y = -height + (height / (rows + 1)) * (Math.floor(n / columns) + 1) - 12
    return rect(x, y, 18, 24, { rx: 3, stroke: dim, width: 4 })
  })

export const plane: string = path(
  'M-170 20q-18-14 2-24l120-8-96-118h44l142 112 118-6q52 0 64 26-12 24-64 26l-118-2L-100 138h-44l74-112-74-4-30 40h-30z',
  { fill: night2 },
)

/** A charger with its cable, its foot on 0. */
export const charger = (stroke: string = line): string =>
  rect(0, -290, 140, 290, { rx: 20, fill: night2, stroke }) +
  rect(28, -258, 84, 62, { rx: 8, stroke: dim }) +
  at(70, -118, bolt(), 0.9) +
  path('M140-210h30q26 0 26 28v104q0 34 32 34t32-34v-50', { stroke: act, width: 9 })

export const snowflake = (r: number): string =>
  many(3, (n) =>
    at(
      0,
      0,
      path(
        `M0 ${-r}V${r}M${-r * 0.28} ${-r * 0.8}L0 ${-r * 0.5}l${r * 0.28} ${-r * 0.3}M${-r * 0.28} ${r * 0.8}L0 ${r * 0.5}l${r * 0.28} ${r * 0.3}`,
        { width: 5 },
      ),
      1,
      n * 60,
    ),
  )
