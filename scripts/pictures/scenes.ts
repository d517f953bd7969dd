import * as p from './parts.ts'

const { line, dim, kerb, act, night2, night } = p.colours
const {
  at,
  bays,
  carSide,
  carTop,
  circle,
  coin,
  ground,
  letterP,
  many,
  parked,
  path,
  pin,
  rect,
  sheet,
  sign,
  ticket,
  tick,
  tower,
  yours,
} = p

const bubble = (width: number, height: number, inside: string) =>
  path(
    `M26 0h${width - 52}a26 26 0 0 1 26 26v${height - 52}a26 26 0 0 1-26 26H110l-44 46v-46H26a26 26 0 0 1-26-26V26A26 26 0 0 1 26 0z`,
    { fill: night2 },
  ) + inside
const lamp = path('M0 0v-300q0-40 44-40h30M60-356h64v30H60z', { stroke: dim })
const house =
  path('M0 0v-170l140-110 140 110V0z', { fill: night2 }) +
  rect(150, -120, 90, 120, { rx: 6, stroke: dim }) +
  rect(44, -140, 66, 56, { rx: 6, stroke: dim })
const calendar = (width: number, height: number) =>
  rect(0, 0, width, height, { rx: 22, fill: night2 }) +
  path(`M0 84h${width}M90-24v52M${width - 90}-24v52`) +
  many(12, (n) => rect(42 + (n % 4) * 88, 122 + Math.floor(n / 4) * 78, 54, 44, { rx: 8, stroke: dim, width: 5 }))
const padlock =
  rect(-90, -30, 180, 150, { rx: 22, fill: night2 }) +
  path('M-56-30v-46a56 56 0 0 1 112 0v46') +
  circle(0, 34, 16, { stroke: kerb }) +
  path('M0 50v26', { stroke: kerb })
const wheel = (r: number) =>
  circle(0, 0, r, { fill: night2, width: 26 }) +
  circle(0, 0, r * 0.58) +
  circle(0, 0, r * 0.14) +
  many(5, (n) => at(0, 0, path(`M0 ${-r * 0.16}V${-r * 0.54}`), 1, n * 72))

/** Each drawing on 1200 × 630; the names are those that heads of texts name. */
export const scenes: Readonly<Record<string, string>> = {
  about:
    bays(180, 520, 6) +
    parked(180, 520, 0, { stroke: dim }) +
    parked(180, 520, 1, { stroke: dim }) +
    yours(180, 520, 3) +
    parked(180, 520, 4, { stroke: dim }) +
    at(677, 330, pin(), 1.35),
  start:
    at(
      150,
      130,
      p.phone(
        at(100, 150, letterP(1.3, kerb)) +
          rect(36, 250, 128, 44, { rx: 12, stroke: dim }) +
          rect(36, 314, 128, 44, { rx: 12, stroke: kerb }),
      ),
    ) +
    path('M420 330h140M530 296l34 34-34 34', { stroke: kerb, width: 9 }) +
    at(640, 500, carSide(), 1.25) +
    ground(),
  how: at(
    0,
    46,
    path('M130 470C260 470 250 210 400 210s150 230 300 230 170-260 370-260', { stroke: dim, width: 34 }) +
      path('M130 470C260 470 250 210 400 210s150 230 300 230 170-260 370-260', {
        stroke: kerb,
        width: 5,
        dash: '22 20',
      }) +
      at(400, 190, pin(line, night2, letterP(0.62))) +
      at(1060, 168, pin()) +
      at(150, 480, carTop(), 0.9, 82),
  ),
  search:
    rect(150, 110, 560, 410, { rx: 26, fill: night2 }) +
    path('M150 250h560M150 400h560M330 110v410M540 110v410M150 150l560 330', { stroke: dim }) +
    at(300, 320, pin(dim, night, letterP(0.6, dim)), 0.7) +
    at(580, 400, pin(), 0.95) +
    rect(770, 150, 290, 84, { rx: 18, fill: night2 }) +
    rect(770, 268, 290, 84, { rx: 18, stroke: kerb, fill: night2, width: 9 }) +
    rect(770, 386, 290, 84, { rx: 18, fill: night2 }) +
    many(3, (n) =>
      path(`M800 ${192 + n * 118}h110M1000 ${192 + n * 118}h34`, { stroke: n === 1 ? line : dim, width: 10 }),
    ),
  price:
    at(
      380,
      70,
      path('M0 0h420v470l-42-34-42 34-42-34-42 34-42-34-42 34-42-34-42 34-42-34-42 34z', { fill: night2 }) +
        many(3, (n) => path(`M50 ${90 + n * 70}h150M310 ${90 + n * 70}h60`, { stroke: dim, width: 10 })) +
        path('M50 300h320', { stroke: dim }) +
        path('M50 360h110M270 360h100', { width: 20 }),
    ) +
    at(860, 400, coin(70)) +
    at(300, 190, circle(0, 0, 46, { stroke: kerb, fill: night2 }) + tick()),
  airport:
    at(780, 210, p.plane, 1.15, -16) +
    bays(120, 540, 7, { width: 130, depth: 150 }) +
    many(6, (n) => (n === 3 ? '' : parked(120, 540, n, { stroke: dim }, { width: 130, depth: 150 }))) +
    yours(120, 540, 3, { width: 130, depth: 150 }) +
    at(230, 330, sign(letterP(), line, 210), 0.9),
  city:
    at(120, 500, tower(140, 270, 2, 5)) +
    at(290, 500, tower(170, 390, 3, 7, { stroke: line })) +
    at(490, 500, tower(120, 220, 2, 4)) +
    at(900, 500, tower(170, 330, 3, 6)) +
    at(810, 480, pin(), 1.45) +
    ground() +
    at(530, 500, carSide(), 0.55),
  stadium:
    path('M180 380q0-130 420-130t420 130v60q0 110-420 110T180 440z', { fill: night2 }) +
    path('M300 380q0-66 300-66t300 66-300 66-300-66z', { stroke: kerb }) +
    path('M600 314v132M555 380a45 30 0 1 0 90 0a45 30 0 1 0-90 0', { stroke: dim, width: 5 }) +
    path('M180 380q0 120 420 120t420-120', { stroke: dim }) +
    at(210, 280, path('M0 0V-170M-40-170h80v-40h-80z')) +
    at(990, 280, path('M0 0V-170M-40-170h80v-40h-80z')) +
    path('M260 90l180 140M940 90L760 230', { stroke: dim, dash: '20 18' }),
  station:
    at(
      430,
      90,
      rect(0, 0, 340, 330, { rx: 76, fill: night2 }) +
        rect(48, 56, 244, 116, { rx: 22, stroke: dim }) +
        path('M170 56v116', { stroke: dim }) +
        circle(84, 250, 20, { stroke: kerb }) +
        circle(256, 250, 20, { stroke: kerb }) +
        path('M140 250h60', { stroke: dim }) +
        path('M46 348l-66 112M294 348l66 112M10 410h320', { stroke: dim, width: 9 }),
    ) +
    at(230, 550, sign(letterP(), line, 300)) +
    at(850, 550, carSide(), 0.85) +
    ground(550),
  lagos:
    at(360, 190, p.plane, 0.8, -12) +
    at(660, 500, tower(110, 260, 2, 5) + at(130, 0, tower(150, 340, 3, 6)) + at(300, 0, tower(110, 210, 2, 4))) +
    path('M60 500q160-70 300-70t240 70', { stroke: kerb }) +
    path('M180 452v48M300 432v68M420 434v66M520 462v38', { stroke: dim }) +
    ground() +
    at(150, 500, carSide({ stroke: line }), 0.7),
  snow:
    ground(520) +
    many(9, (n) => at(110 + n * 125, 90 + ((n * 83) % 230), p.snowflake(n % 3 === 0 ? 34 : 22))) +
    at(330, 520, carSide(), 1.35) +
    path('M330 336q60-50 150-54 90-18 150 12 70-14 140 40', { width: 22 }) +
    path('M60 520q70-110 190-60M960 520q30-120 170-90', { fill: night2 }) +
    at(1020, 500, sign(p.snowflake(44), kerb, 290)),
  newyork:
    at(
      90,
      470,
      many(6, (n) => at(n * 175, 0, tower(150, 200 + ((n * 97) % 170), 3, 4 + (n % 3)))),
    ) +
    at(560, 500, sign(letterP(0.9) + path('M-52-52L52 52', { stroke: kerb, width: 12 }), kerb, 330)) +
    path('M60 590H1140', { stroke: dim, dash: '50 40', width: 9 }) +
    at(120, 545, carSide({ stroke: dim }), 0.6) +
    at(780, 545, carSide(), 0.6),
  dakar:
    circle(900, 190, 80, { stroke: kerb, fill: night2, width: 9 }) +
    path('M60 430q120-30 240 0t240 0 240 0 360 0', { stroke: act }) +
    at(
      130,
      500,
      tower(130, 190, 2, 3) +
        at(160, 0, tower(120, 270, 2, 5)) +
        at(310, 0, tower(160, 150, 3, 2)) +
        path(
          'M560 0v-210M560-210q-60-30-96 14M560-210q60-40 100 10M560-210q-40-60-90-34M560-210q30-62 84-48M560-210q-10 50-50 70',
          { stroke: line },
        ),
    ) +
    ground() +
    at(760, 500, carSide(), 0.8),
  charger:
    ground() +
    at(210, 500, p.charger()) +
    at(500, 500, carSide(), 1.6) +
    at(770, 380, p.bolt(), 0.9) +
    many(5, (n) =>
      rect(620 + n * 56, 120, 42, 70, { rx: 8, stroke: n < 4 ? kerb : dim, fill: n < 4 ? kerb : 'none' }),
    ) +
    rect(600, 98, 320, 114, { rx: 20 }) +
    path('M936 138v34', { width: 14 }),
  height:
    path('M60 500H1140M140 500V150h920v350', { stroke: line, width: 9 }) +
    path('M140 150V90h920v60', { stroke: dim }) +
    many(7, (n) => path(`M${230 + n * 120} 196h70`, { stroke: n % 2 === 0 ? kerb : line, width: 18 })) +
    path('M300 150v40M900 150v40', { stroke: dim }) +
    at(400, 500, carSide(), 1.3) +
    rect(560, 262, 210, 50, { rx: 24, fill: night2, stroke: kerb }) +
    path('M360 214v286M344 230l16-18 16 18M344 484l16 18 16-18', { stroke: act }),
  fine:
    at(330, 90, sheet(380, 450, 6), 1, -5) +
    at(680, 400, at(0, 0, circle(0, 0, 92, { stroke: kerb, fill: night2, width: 10 }) + at(0, 0, tick(), 1.9))) +
    at(860, 130, rect(0, 0, 190, 140, { rx: 20, fill: night2 }) + circle(95, 74, 40) + path('M60 0l14-26h42L130 0')) +
    path('M905 320v90M905 450v4', { stroke: dim, width: 14 }),
  signs:
    ground(540) +
    at(270, 540, sign(letterP(), line, 330)) +
    at(510, 540, sign(letterP(0.9) + path('M-52-52L52 52', { stroke: kerb, width: 12 }), kerb, 380)) +
    at(750, 540, sign(path('M-50-50L50 50M50-50L-50 50', { stroke: kerb, width: 12 }), kerb, 330)) +
    at(
      970,
      540,
      path('M0 0V-200', { stroke: dim, width: 9 }) +
        rect(-100, -380, 200, 180, { rx: 16, fill: night2 }) +
        path('M-60-330H60M-60-290H30M-50-240H50M26-262l24 22-24 22', { stroke: line, width: 10 }),
    ),
  events:
    path('M180 400q0-130 420-130t420 130v60q0 110-420 110T180 460z', { fill: night2 }) +
    path('M300 400q0-66 300-66t300 66-300 66-300-66z', { stroke: kerb }) +
    path('M180 400q0 120 420 120t420-120', { stroke: dim }) +
    at(210, 300, path('M0 0V-180M-40-180h80v-40h-80z', { stroke: line })) +
    at(990, 300, path('M0 0V-180M-40-180h80v-40h-80z', { stroke: line })) +
    path('M260 100l180 150M940 100L760 250', { stroke: dim, dash: '20 18' }) +
    at(520, 90, ticket(kerb), 0.42),
  business:
    bays(140, 330, 5, { width: 130, depth: 190 }) +
    many(5, (n) => parked(140, 330, n, n === 1 ? { stroke: kerb } : { stroke: line }, { width: 130, depth: 190 })) +
    at(820, 120, sheet(280, 400, 5)) +
    path('M300 390v80h480M430 390v40M560 390v40', { stroke: dim }) +
    path('M752 442l30 28-30 28', { stroke: kerb }),
  garage:
    path('M150 540V110h800v430', { width: 9 }) +
    path('M150 250h640M310 390h640M150 540h900', { width: 9 }) +
    path('M790 250l160 140M310 390L150 540', { stroke: dim }) +
    many(4, (n) => at(190 + n * 146, 250, carSide({ stroke: n === 2 ? kerb : line }), 0.36)) +
    many(3, (n) => at(370 + n * 146, 390, carSide({ stroke: dim }), 0.36)) +
    at(560, 540, carSide(), 0.42) +
    at(1040, 300, sign(letterP(0.9), kerb, 130), 0.9),
  power:
    at(140, 500, p.charger(), 0.95) +
    path('M470 500V150M470 500h620', { stroke: dim }) +
    path('M470 470C620 470 640 230 800 215s200-10 280-12', { stroke: kerb, width: 10 }) +
    path('M850 500V212', { stroke: dim, dash: '16 14' }) +
    circle(850, 212, 16, { fill: kerb, stroke: kerb }),
  'home-charger':
    ground() +
    at(130, 500, house, 1.25) +
    at(530, 500, p.charger(), 0.72) +
    at(740, 500, carSide(), 1.1) +
    circle(1010, 150, 54, { stroke: kerb, fill: night2 }) +
    many(8, (n) => at(1010, 150, path('M0-76v-22', { stroke: kerb }), 1, n * 45)),
  plans: many(3, (n) =>
    at(
      190 + n * 290,
      0,
      rect(0, n === 1 ? 100 : 140, 250, n === 1 ? 420 : 370, {
        rx: 24,
        stroke: n === 1 ? kerb : line,
        fill: night2,
        width: n === 1 ? 9 : 7,
      }) +
        path(`M44 ${n === 1 ? 170 : 210}h110`, { width: 16 }) +
        many(n + 2, (k) => path(`M46 ${274 + k * 54}l12 13 20-26M104 ${270 + k * 54}h96`, { stroke: dim })),
    ),
  ),
  demo:
    at(170, 120, calendar(420, 390)) +
    rect(296, 318, 54, 44, { rx: 8, stroke: kerb, fill: kerb }) +
    at(700, 150, bubble(380, 210, path('M56 70h230M56 126h150', { stroke: dim, width: 10 }))) +
    at(890, 480, letterP(1.2, kerb)),
  affiliates:
    path('M330 320L600 190M330 320l270 130M600 190l280 130M600 450l280-130', { stroke: dim }) +
    circle(330, 320, 84, { fill: night2 }) +
    at(330, 320, letterP(1.1, kerb)) +
    circle(600, 190, 66, { fill: night2 }) +
    circle(600, 450, 66, { fill: night2 }) +
    circle(880, 320, 84, { fill: night2, stroke: kerb }) +
    at(600, 190, path('M-26 26V-14l26-20 26 20v40z')) +
    at(600, 450, path('M-36-22h72v13a9 9 0 0 0 0 18v13h-72V9a9 9 0 0 0 0-18zM10-22v44')) +
    at(880, 320, path('M0 44C-24 14-34 0-34-14a34 34 0 0 1 68 0C34 0 24 14 0 44z', { stroke: kerb })) +
    circle(880, 306, 11, { stroke: kerb, fill: kerb }),
  careers:
    path('M440 540V120h300v420', { width: 9 }) +
    path('M740 540L600 580V170l140-50z', { fill: night2, stroke: kerb }) +
    circle(628, 380, 10, { fill: kerb, stroke: kerb }) +
    path('M160 540h880', { stroke: dim }) +
    path('M470 540V150h180', { stroke: dim }) +
    at(900, 540, lamp, 0.9) +
    at(180, 540, carSide({ stroke: dim }), 0.7),
  press:
    at(
      230,
      110,
      rect(0, 0, 470, 400, { rx: 20, fill: night2 }) +
        path('M44 70h250', { width: 24 }) +
        rect(44, 124, 180, 150, { rx: 10, stroke: kerb }) +
        path('M264 140h160M264 190h160M264 240h160M44 316h380M44 356h260', { stroke: dim }) +
        at(134, 200, letterP(1.1, kerb)),
    ) +
    at(
      800,
      300,
      path('M0-60h70l150-90v300L70 60H0z', { fill: night2 }) +
        path('M70 60l24 100h54l-30-100', { stroke: line }) +
        path('M256-50q34 50 0 100', { stroke: kerb }),
    ),
  shop:
    ground() +
    at(420, 500, carSide(), 1.3) +
    at(150, 500, path('M0-160h170l-20 160H20zM40-160v-30a45 45 0 0 1 90 0v30', { fill: night2, stroke: kerb })) +
    at(980, 420, wheel(72)) +
    path('M560 190q30-60 0-110M640 190q30-60 0-110M720 190q30-60 0-110', { stroke: dim }),
  documents:
    at(300, 110, sheet(330, 410, 5), 1, -6) +
    at(560, 90, sheet(330, 430, 4, { stroke: line })) +
    at(810, 440, circle(0, 0, 88, { stroke: kerb, fill: night2, width: 10 }) + at(0, 0, tick(), 1.7)) +
    path('M620 420h120v56H620z', { stroke: kerb }) +
    path('M642 448h76', { stroke: kerb, width: 10 }),
  terms:
    at(410, 80, sheet(380, 470, 6)) +
    path('M470 474q40-40 60 0t60-10 50 6', { stroke: kerb, width: 8 }) +
    at(850, 430, path('M0 0l150-190 46 36L46 38l-58 18z', { fill: night2, stroke: kerb })),
  privacy:
    at(600, 330, padlock, 1.6) +
    rect(180, 430, 240, 90, { rx: 14, fill: night2 }) +
    path('M214 476h20M254 476h20M294 476h20M334 476h20M374 476h12', { stroke: dim, width: 20 }) +
    path('M800 470h230M800 510h150', { stroke: dim }),
  refund:
    at(
      600,
      330,
      path('M-190 0a190 190 0 1 0 60-138', { stroke: kerb, width: 14 }) +
        path('M-136-220v88h88', { stroke: kerb, width: 14 }) +
        coin(92, line),
    ) +
    at(860, 430, ticket(dim), 0.6) +
    at(130, 430, ticket(dim), 0.6),
  help:
    at(
      220,
      120,
      bubble(
        430,
        270,
        at(
          215,
          120,
          path('M-44-36q0-56 48-56t48 50q0 34-44 54v30', { stroke: kerb, width: 16 }) +
            path('M8 78v4', { stroke: kerb, width: 20 }),
        ),
      ),
    ) + at(640, 290, bubble(380, 190, path('M60 66h220M60 118h140', { stroke: dim, width: 12 }))),
  wash:
    ground() +
    at(330, 500, carSide(), 1.7) +
    many(7, (n) =>
      circle(360 + n * 90, 190 + ((n * 61) % 110), 18 + (n % 3) * 12, { stroke: n % 2 === 0 ? act : line, width: 6 }),
    ) +
    at(110, 500, path('M0-130h140l-18 130H18zM0-130q70-90 140 0', { fill: night2, stroke: kerb })),
  tyres:
    ground(530) +
    at(420, 350, wheel(165)) +
    at(
      800,
      400,
      circle(0, 0, 96, { fill: night2 }) +
        path('M-60 40a72 72 0 1 1 120 0', { stroke: dim }) +
        path('M0 0l40-46', { stroke: kerb, width: 12 }),
    ) +
    path('M720 470q-60 60-170 40', { stroke: kerb }),
  battery:
    at(
      360,
      220,
      rect(0, 0, 480, 290, { rx: 22, fill: night2 }) +
        rect(60, -46, 90, 46, { rx: 8 }) +
        rect(330, -46, 90, 46, { rx: 8 }) +
        path('M76 90h60M344 90h60M374 60v60', { width: 12 }) +
        at(240, 190, p.bolt(), 1.2),
    ) +
    path('M420 174q-80-130-240-60', { stroke: kerb, width: 10 }) +
    path('M780 174q80-130 240-60', { stroke: act, width: 10 }),
  accessories:
    at(330, 420, path('M0 0q90-220 270-250l22 44Q120-160 60 20z', { fill: night2 })) +
    at(700, 130, p.phone(at(100, 200, letterP(1.4, kerb))), 0.75) +
    path('M660 470h230M775 430v40', { stroke: dim, width: 12 }) +
    at(
      200,
      190,
      path('M0 0l70 120H-70z', { stroke: kerb, fill: night2, width: 10 }) + path('M0 46v34M0 98v2', { stroke: kerb }),
    ) +
    at(960, 360, circle(0, 0, 60, { fill: night2 }) + path('M-20 60h40v40h-40zM0-20v40')),
  food:
    ground() +
    at(
      330,
      500,
      path('M0-220h180l-22 220H22zM-14-220h208M30-220l14-50h92l14 50', { fill: night2 }) +
        path('M40-120h100', { stroke: kerb, width: 12 }),
    ) +
    at(
      620,
      500,
      path('M0-60h330M20-60q0-150 145-150T310-60M165-210v-24', { fill: 'none' }) +
        path('M0-60h330l-20 60H20z', { fill: night2 }) +
        path('M90-110q20-50 70-60', { stroke: dim }),
    ) +
    path('M400 200q26-50 0-90M460 200q26-50 0-90', { stroke: kerb }),
}

/** The faint lines of a bay behind the drawing, where it stands by itself. */
export const backdrop: string =
  `<rect width="1200" height="630" fill="${night}"/>` +
  many(8, (n) => path(`M${560 + n * 170} 680L${860 + n * 170} -40`, { stroke: night2, width: 14 }))

/** The product's mark, in the corner of a preview. */
export const mark = (name: string): string =>
  `<g transform="translate(56 548)"><path d="M4 40 20 0M26 40 42 0M48 40 64 0" stroke="${kerb}" stroke-width="10" fill="none" stroke-linecap="butt"/>` +
  `<text x="84" y="33" font-family="Inter Variable, Inter, system-ui, sans-serif" font-size="38" font-weight="760" letter-spacing="-1.4" fill="${line}">${name}</text></g>`
