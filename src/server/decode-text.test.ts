import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeDeclared, decodeText, UndecodableText } from './decode-text.ts'

/** The bytes of a text in an encoding of one byte for each character, by what the decoder makes of each byte. */
function encode(text: string, label: string): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const decoder = new TextDecoder(label)
  const byCharacter = new Map([...bytes].map((byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Uint8Array.from([...text], (character) => byCharacter.get(character) ?? 0x3f)
}
const utf16 = (text: string, isBig: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
const mark = '\ufeff'

/** As spreadsheets save lists of car parks: short and long, few and many accents. */
const files = {
  line: 'name,address\nGare Montréal,1 rue\n',
  word: 'ID,Nom\n1,Café\n',
  capitals: 'NOM,RUE\n1,SAINT-LÉONARD\n2,MONTRÉAL\n',
  spanish: 'name\nCañón City Garage\nPeñasco\n',
  french:
    'nom,adresse,tarif\nStationnement Île-Notre-Dame,"1, rue de l’Église",2 $\nHôtel-de-Ville,près du théâtre – où ça coûte 3 €\n',
  late: `id,name\n${'1,Main St Garage\n'.repeat(500)}2,Driver’s Lot – East\n`,
}

describe('the text of a file', () => {
  test.each(Object.entries(files))('%s: is the same in each encoding', async (name, text) => {
    const written: [string, Uint8Array][] = [
      ['utf-8', Buffer.from(text)],
      ['utf-8 with a mark', Buffer.from(mark + text)],
      ['utf-16le with a mark', utf16(mark + text, false)],
      ['utf-16be with a mark', utf16(mark + text, true)],
      ['utf-16le', utf16(text, false)],
      ['utf-16be', utf16(text, true)],
      ['windows-1252', encode(text, 'windows-1252')],
      ['macintosh', encode(text, 'macintosh')],
      // Latin-9 has no typographic apostrophe and no dash.
      ...(name === 'late'
        ? []
        : [['iso-8859-15', encode(text.replaceAll(/[’–]/g, '-'), 'iso-8859-15')] as [string, Uint8Array]]),
    ]
    for (const [encoding, bytes] of written) {
      const decoded = await decodeText(bytes)
      expect(decoded.text, encoding).toBe(encoding === 'iso-8859-15' ? text.replaceAll(/[’–]/g, '-') : text)
    }
  })

  test('is in the encoding that it declares, or that the sender names', async () => {
    const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><p>Стоянка</p>`
    expect(await decodeText(encode(xml('windows-1251'), 'windows-1251'))).toMatchObject({ text: xml('windows-1251') })
    const html = '<!doctype html><html><meta charset="iso-8859-5"><p>Стоянка'
    expect((await decodeText(encode(html, 'iso-8859-5'))).text).toBe(html)
    const old = '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>Стоянка'
    expect((await decodeText(encode(old, 'koi8-r'))).text).toBe(old)
    expect(decodeDeclared(encode('Стоянка', 'koi8-r'), 'koi8-r')?.text).toBe('Стоянка')
    // Tools write UTF-8 whatever the template declared.
    expect((await decodeText(Buffer.from(xml('windows-1251')))).text).toBe(xml('windows-1251'))
  })

  test.each([
    ['a word cut in the middle of a letter', Buffer.from('name\nMontréal').subarray(0, 11)],
    ['two encodings in one file', Buffer.concat([Buffer.from('Montréal,'), encode('Québec', 'windows-1252')])],
    ['another script', encode('name\nСтоянка у вокзала', 'windows-1251')],
    [
      'an encoding of DOS',
      Uint8Array.of(...Buffer.from('Parc Montr'), 0x82, ...Buffer.from('al, Qu'), 0x82, ...Buffer.from('bec')),
    ],
    ['UTF-8 by its declaration only', encode('<?xml version="1.0" encoding="UTF-8"?><p>Montréal</p>', 'windows-1252')],
    ['an unknown encoding', encode('<?xml version="1.0" encoding="x-none"?><p>Montréal</p>', 'windows-1252')],
    ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0)],
    ['a spreadsheet', Uint8Array.of(0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0xff, 0xfe)],
    ['a picture', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0)],
    ['zeros', new Uint8Array(64)],
  ])('is refused for %s', async (_what, bytes) => {
    await expect(decodeText(bytes)).rejects.toThrow(UndecodableText)
  })

  test('never gets a replacement character, whatever the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const decoded = await decodeText(bytes).catch((error: unknown) => {
          expect(error).toBeInstanceOf(UndecodableText)
        })
        // Bytes that are UTF-8 may spell the character itself: imports refuse their rows.
        if (decoded !== undefined && decoded.encoding !== 'utf-8') expect(decoded.text).not.toContain('\ufffd')
      }),
      { numRuns: 300 },
    )
  })
})

test('nothing that others send is decoded elsewhere without a look at its encoding', () => {
  const server = new URL('./', import.meta.url)
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.') && name.startsWith('features/'))
    .filter((name) =>
      /new TextDecoder\(|\b(?:content|file|bytes|body)\.toString\((?:'utf-?8')?\)/.test(
        readFileSync(new URL(name, server), 'utf8'),
      ),
    )
  expect(found).toEqual([])
})
