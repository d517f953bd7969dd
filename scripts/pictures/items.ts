import * as p from './parts.ts'

const { line, dim, kerb, act, night2 } = p.colours
const { at, bolt, carSide, carTop, circle, many, path, rect } = p

/* What the marketplace sells, each on 240 × 240: one line, one thing marked in yellow. */

const wheel = (x: number, y: number, r: number, rim: string = line) =>
  circle(x, y, r, { fill: night2, width: 14 }) +
  circle(x, y, r * 0.52, { stroke: rim }) +
  many(5, (n) => at(x, y, path(`M0 ${-r * 0.14}V${-r * 0.46}`, { stroke: rim, width: 6 }), 1, n * 72))
const drop = (x: number, y: number, size = 1, stroke: string = act) =>
  at(x, y, path('M0-26C-14-8-18 0-18 8a18 18 0 0 0 36 0c0-8-4-16-18-34z', { stroke, fill: night2, width: 6 }), size)
const sparkle = (x: number, y: number, r: number) =>
  path(
    `M${x} ${y - r}q${r * 0.15} ${r * 0.85} ${r} ${r}q${-r * 0.85} ${r * 0.15} ${-r} ${r}q${-r * 0.15} ${-r * 0.85} ${-r} ${-r}q${r * 0.85} ${-r * 0.15} ${r} ${-r}z`,
    {
      stroke: kerb,
      fill: night2,
      width: 6,
    },
  )
const car = (y: number, scale = 0.6) => at(120 - 170 * scale, y, carSide(), scale)
const bottle = (inside: string) =>
  path('M92 212V104q0-18 14-26V46h28v32q14 8 14 26v108q0 10-10 10h-36q-10 0-10-10z', { fill: night2 }) +
  rect(104, 26, 32, 20, { rx: 5 }) +
  inside
const cup = (inside: string) =>
  path('M70 76h100l-12 136H82z', { fill: night2 }) + path('M58 76h124M72 56h96l8 20H64z') + inside
const batteryBox = (inside: string) =>
  rect(40, 86, 160, 116, { rx: 10, fill: night2 }) + path('M66 86V66h34v20M140 86V66h34v20') + inside
const seat = path('M84 46q0-18 18-18h26q18 0 20 18l10 98H92zM92 144h74q20 0 20 20v14q0 12-12 12H96q-14 0-16-14l-6-44', {
  fill: night2,
})
const steam = path('M100 40q12-14 0-28M132 40q12-14 0-28', { stroke: kerb, width: 6 })

export const items: Readonly<Record<string, string>> = {
  'wiper-blades':
    path('M30 190q90-120 180-120', { stroke: dim }) +
    at(60, 176, path('M0 0l104-116M-8-8l16 16', { width: 9 }), 1) +
    at(120, 196, path('M0 0l86-96M-8-8l16 16', { stroke: kerb, width: 9 }), 1),
  'screen-wash':
    path('M62 206V92q0-16 16-16h24V50h36v26h24q16 0 16 16v114q0 10-10 10H72q-10 0-10-10z', { fill: night2 }) +
    path('M94 50h52v-16H94z') +
    drop(120, 150, 1.3),
  'phone-holder':
    rect(78, 28, 84, 142, { rx: 14, fill: night2 }) +
    path('M108 44h24', { stroke: dim }) +
    path('M64 120v44q0 12 12 12h88q12 0 12-12v-44', { stroke: kerb }) +
    path('M120 176v22M88 214h64'),
  'sun-shade':
    path('M24 70q96-30 192 0l-18 100q-78 18-156 0z', { fill: night2 }) +
    path('M72 60l8 120M120 56v124M168 60l-8 120', { stroke: dim }) +
    circle(120, 116, 26, { stroke: kerb, fill: night2 }),
  'microfibre-cloths':
    at(40, 150, path('M0 0h130l30 34H30z', { fill: night2 })) +
    at(40, 112, path('M0 0h130l30 34H30z', { fill: night2 })) +
    at(40, 74, path('M0 0h130l30 34H30z', { fill: night2, stroke: kerb })),
  'first-aid-kit':
    rect(36, 78, 168, 128, { rx: 18, fill: night2 }) +
    path('M90 78V56q0-12 12-12h36q12 0 12 12v22') +
    path('M120 110v64M88 142h64', { stroke: kerb, width: 16 }),
  'warning-triangle':
    path('M120 36l86 148H34z', { fill: night2, stroke: kerb, width: 14 }) +
    path('M120 92v44M120 158v2', { width: 12 }) +
    path('M70 208h100', { stroke: dim }),
  coffee:
    cup(path('M66 120h108l-5 44H71z', { stroke: kerb })) +
    path('M104 40q12-12 0-26M136 40q12-12 0-26', { stroke: dim, width: 6 }),
  tea:
    path('M52 92h116v62q0 46-46 46H98q-46 0-46-46zM168 104h18q22 0 22 24t-40 26', { fill: night2 }) +
    path('M112 92v40M98 132h28v30H98z', { stroke: kerb, width: 6 }) +
    steam +
    path('M40 214h150', { stroke: dim }),
  'butter-croissant':
    path('M28 158q6-92 92-98 86 6 92 98-22-4-36-24-18 22-56 22t-56-22q-14 20-36 24z', { fill: night2 }) +
    path('M64 134l-10-38M94 154l-14-84M146 154l14-84M176 134l10-38', { stroke: kerb }),
  'cheese-sandwich':
    path('M36 104q0-46 84-46t84 46z', { fill: night2 }) +
    path('M30 122h180l-26 20-22-14-26 18-28-18-26 16-26-16z', { stroke: kerb, fill: night2 }) +
    path('M36 152h168v20q0 22-22 22H58q-22 0-22-22z', { fill: night2 }),
  'chicken-wrap':
    path('M78 66q42-34 84 0l-20 150h-44z', { fill: night2 }) +
    path('M84 112l66 40M90 152l54 32', { stroke: dim }) +
    path('M86 64q12-26 34-8 22-18 34 8', { stroke: kerb }),
  'fruit-salad':
    path('M36 124h168q-6 84-84 84t-84-84z', { fill: night2 }) +
    circle(84, 94, 28, { fill: night2 }) +
    circle(150, 92, 30, { stroke: kerb, fill: night2 }) +
    path('M116 108q-14-44 14-62M130 46q16-8 28 0', { width: 6 }),
  'ice-cream':
    path('M78 112l42 104 42-104z', { fill: night2 }) +
    path('M92 148l50 38M148 148l-40 34', { stroke: dim, width: 5 }) +
    path('M70 112a50 50 0 1 1 100 0z', { stroke: kerb, fill: night2 }),
  'outside-wash': car(186) + drop(64, 74) + drop(120, 50) + drop(176, 74),
  'full-wash': car(190) + drop(58, 82) + drop(108, 52) + sparkle(176, 66, 30),
  'waterless-wash':
    bottle(path('M104 132h32', { stroke: kerb, width: 12 })) +
    path('M60 62h-26M64 42l-20-14M64 82l-20 14', { stroke: act, width: 6 }),
  'inside-clean': seat + sparkle(182, 66, 26),
  windows:
    path('M36 176l36-92q6-16 24-16h48q18 0 24 16l36 92z', { fill: night2 }) +
    path('M84 160l36-70M116 160l24-46', { stroke: kerb }) +
    path('M36 196h168', { stroke: dim }),
  'dust-off':
    at(120, 120, carTop(), 1.1) +
    path('M178 74h34M184 104h28M178 134h34', { stroke: kerb }) +
    path('M28 74h34M28 104h28M28 134h34', { stroke: dim }),
  'salt-and-mud':
    car(168) +
    many(5, (n) => circle(48 + n * 36, 196, 7, { stroke: kerb, width: 6 })) +
    path('M34 214h172', { stroke: dim }),
  polish:
    circle(120, 130, 62, { fill: night2 }) +
    circle(120, 130, 26, { stroke: dim }) +
    path('M120 68V36h62') +
    sparkle(182, 86, 28),
  'hand-wax':
    path('M48 118h144v60q0 22-22 22H70q-22 0-22-22z', { fill: night2 }) +
    path('M40 92h160v26H40z', { fill: night2 }) +
    path('M86 160h68', { stroke: kerb, width: 12 }),
  'seat-shampoo':
    seat + many(4, (n) => circle(176 + (n % 2) * 26, 50 + n * 22, 9 + (n % 2) * 4, { stroke: act, width: 6 })),
  'leather-care': seat + path('M104 62v66M124 62v66M104 84h20M104 106h20', { stroke: kerb, width: 6 }),
  headlights:
    path('M126 66q60 0 60 54t-60 54q-22-54 0-108z', { fill: night2 }) +
    path('M102 80H34M96 106H28M96 134H28M102 160H34', { stroke: kerb }),
  'engine-bay':
    path('M64 96h34V74h44v22h22l20 24v64h-26l-16 20H92l-14-20H64z', { fill: night2 }) +
    path('M34 112v64M34 144h30M206 132v40M184 152h22') +
    sparkle(124, 146, 30),
  'odour-removal':
    path('M74 212V112q0-12 12-12h44q12 0 12 12v100z', { fill: night2 }) +
    rect(88, 72, 40, 28, { rx: 6 }) +
    path('M150 78q22-16 0-34M178 86q28-24 0-54', { stroke: kerb }),
  'tyre-pressure':
    wheel(96, 142, 66) +
    circle(184, 66, 34, { stroke: kerb, fill: night2 }) +
    path('M184 66l16-14', { stroke: kerb }) +
    path('M172 98l-24 24', { stroke: dim }),
  'puncture-repair': wheel(120, 128, 76) + path('M178 30l-26 50M168 24l22 12', { stroke: kerb, width: 9 }),
  'spare-wheel': wheel(120, 124, 78) + path('M120 90v68M86 124h68', { stroke: kerb, width: 12 }),
  'wheel-rotation':
    wheel(74, 120, 42) +
    wheel(166, 120, 42) +
    path('M66 56q54-38 108 0l4-22M174 56l-22-2M174 186q-54 38-108 0l-4 22M66 186l22 2', { stroke: kerb }),
  'wheel-change': wheel(98, 130, 68) + path('M170 200V64M142 64h56M158 200h26', { stroke: kerb, width: 9 }),
  'valve-change': wheel(104, 136, 72) + path('M170 96l30-30M188 48l26 26M160 106l22 22', { stroke: kerb, width: 9 }),
  'tread-report':
    path('M70 28h100v184H70z', { fill: night2 }) +
    many(5, (n) => path(`M84 ${56 + n * 34}l36 16 36-16`, { stroke: n === 2 ? kerb : line })),
  'jump-start': batteryBox(path('M62 130h24M154 130h24M166 118v24')) + at(120, 150, bolt(), 0.8),
  'battery-test':
    batteryBox('') + path('M60 168a60 60 0 0 1 120 0') + path('M120 168l30-36', { stroke: kerb, width: 9 }),
  'battery-change':
    batteryBox(path('M62 130h24M154 130h24M166 118v24')) +
    path('M84 176q36 20 72 0l2-20M156 176l-20-2', { stroke: kerb }),
  'terminal-clean': batteryBox(path('M150 140h28M164 126v28', { stroke: dim })) + sparkle(84, 56, 32),
  'battery-charge':
    batteryBox(path('M62 130h24M154 130h24M166 118v24')) +
    path('M200 144h12q16 0 16-16V40', { stroke: act }) +
    path('M72 176h96', { stroke: kerb, width: 12 }),
  'key-battery':
    path('M88 44h64q22 0 22 22v108q0 32-32 32h-44q-32 0-32-32V66q0-22 22-22z', { fill: night2 }) +
    path('M120 44V20') +
    circle(120, 150, 28, { stroke: kerb }) +
    path('M98 82h44M98 104h44', { stroke: dim }),
  'bulb-change':
    path('M88 148q-30-22-30-62a62 62 0 0 1 124 0q0 40-30 62v20H88z', { fill: night2 }) +
    path('M94 190h52M102 212h36') +
    path('M104 148l-10-46 26 16 26-16-10 46', { stroke: kerb, width: 6 }),
}
