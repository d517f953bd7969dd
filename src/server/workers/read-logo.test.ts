import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isDrawing, readLogo } from './read-logo.ts'

const draw = (inside: string, attributes = 'viewBox="0 0 320 80" width="320" height="80"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

describe('a drawing', () => {
  test.each([
    draw('<title>Garewell</title><path d="M0 0h10v10z" fill="#0d1526"/>'),
    draw('<style>.a{fill:#ffc531}</style><g class="a"><rect width="4" height="4"/></g>'),
    draw(
      '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs><circle r="4" fill="url(#g)"/>',
    ),
    `<?xml version="1.0" encoding="UTF-8"?>\n${draw('<use xlink:href="#a"/><symbol id="a"><text>A</text></symbol>')}`,
  ])('is taken: %s', (text) => expect(isDrawing(text)).toBe(true))

  test.each([
    draw('<script>alert(1)</script>'),
    draw('<path d="M0 0" onload="alert(1)"/>'),
    draw('<foreignObject><p>x</p></foreignObject>'),
    draw('<image href="https://elsewhere.example/a.png"/>'),
    draw('<use href="https://elsewhere.example/a.svg#b"/>'),
    draw('<a href="javascript:alert(1)"><path d="M0 0"/></a>'),
    draw('<style>@import "https://elsewhere.example/a.css";</style>'),
    draw('<style>.a{fill:url(https://elsewhere.example/a)}</style>'),
    draw('<style>.a{fill:\\75rl(https://elsewhere.example/a)}</style>'),
    draw('<rect fill="url( \'https://elsewhere.example/a\')"/>'),
    draw('<animate attributeName="href" values="javascript:alert(1)"/>'),
    draw('<set attributeName="onload" to="alert(1)"/>'),
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${draw('<text>&b;</text>')}`,
    `<?xml-stylesheet href="https://elsewhere.example/a.css"?>${draw('')}`,
    `${draw('')}${draw('')}`,
    '<html><body>no drawing</body></html>',
    draw('<path d="M0 0"'),
    '',
  ])('is refused: %s', (text) => expect(isDrawing(text)).toBe(false))
})

test('reads the size of each kind, and makes a PNG of it', async () => {
  const svg = Buffer.from(draw('<rect width="320" height="80" fill="#1b4dff"/>'))
  const png = await sharp({ create: { width: 64, height: 32, channels: 4, background: '#1b4dff80' } })
    .png()
    .toBuffer()
  const webp = await sharp(png).webp().toBuffer()
  for (const [content, type, width, height] of [
    [svg, 'image/svg+xml', 320, 80],
    [png, 'image/png', 64, 32],
    [webp, 'image/webp', 64, 32],
  ] as const) {
    const logo = await readLogo(content)
    expect(logo).toMatchObject({ type, width, height })
    expect((await sharp(logo!.png).metadata()).format).toBe('png')
  }
  const jpeg = await sharp(png).jpeg().toBuffer()
  for (const other of [jpeg, png.subarray(0, 40), Buffer.from('GIF89a'), Buffer.from('nothing')])
    expect(await readLogo(other)).toBeUndefined()
})
