import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDocumentFile,
  removeDocumentFile,
  getDocumentFile,
  listDocumentFiles,
} from '#contract/documents/document-files.ts'
import { createDocumentRequest } from '#contract/documents/documents.ts'
import { bombOf } from '#test/kits/files/picture-bomb.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { cleanFileName } from './check-file.ts'

let world: World
let driver: Driver
let id: string
beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ country_code: 'NG' })
  id = (await world.call(createDocumentRequest, { token: driver.token, body: {} })).body.id
})
afterAll(() => world.close())

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R>>\nstartxref\n46\n%%EOF\n',
)
const picture = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 30/1 0/1' } })
    .toFormat(format)
    .toBuffer()

async function upload(name: string, content: Buffer, { token = driver.token, query = '', request = id } = {}) {
  // Files of one moment have no order.
  world.clock.advance(1)
  const boundary = '----parkwell'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`
  const answer = await world.app.inject({
    method: 'POST',
    url: `${addDocumentFile.path.replace('{id}', request)}${query}`,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  return { status: answer.statusCode, body: answer.json<{ id: string; name: string; type: string; code?: string }>() }
}

const download = (file_id: string, token = driver.token) =>
  world.call(getDocumentFile, { token, params: { id, file_id } })
const list = async () => (await world.call(listDocumentFiles, { token: driver.token, params: { id } })).body.items
const remove = (file_id: string, token = driver.token) =>
  world.call(removeDocumentFile, { token, params: { id, file_id } })

test('stores a PDF as it is, and pictures without where they were taken', async () => {
  const paper = await upload('licence.pdf', pdf, { query: '?kind=vehicle_licence' })
  expect([paper.status, paper.body.type]).toEqual([201, 'application/pdf'])
  expect((await download(paper.body.id)).raw.equals(pdf)).toBe(true)
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const content = await picture(format)
    expect(content.includes('Exif') || content.includes('eXIf') || content.includes('EXIF')).toBe(true)
    const { status, body } = await upload(`front.${format}`, content)
    expect([status, body.type, body.name]).toEqual([201, 'image/jpeg', 'front.jpg'])
    const sent = await download(body.id)
    expect((await sharp(sent.raw).metadata()).exif).toBeUndefined()
    expect(sent.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "attachment; filename*=UTF-8''front.jpg",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
  }
  expect((await list()).map(({ kind, name }) => [kind, name])).toEqual([
    ['vehicle_licence', 'licence.pdf'],
    [null, 'front.jpg'],
    [null, 'front.jpg'],
    [null, 'front.jpg'],
  ])
  for (const file of await list()) expect((await remove(file.id)).status).toBe(204)
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const withScript = Buffer.from(pdf.toString().replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(x)>>'))

test.each([
  ['a picture named as a PDF', 'licence.pdf', () => picture('png'), 422],
  ['a PDF named as a picture', 'licence.png', () => pdf, 422],
  ['an SVG', 'a.svg', () => svg, 422],
  ['an SVG named as a picture', 'a.png', () => svg, 422],
  ['HTML', 'a.html', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 422],
  ['HTML named as a PDF', 'a.pdf', () => Buffer.from('<html>%PDF-1.4 %%EOF</html>'), 422],
  ['a PDF that begins as a ZIP', 'a.pdf', () => Buffer.concat([Buffer.from('PK\u0003\u0004'), pdf]), 422],
  [
    'a PDF followed by a page',
    'a.pdf',
    () => Buffer.concat([pdf, Buffer.from('<html><script>1</script></html>')]),
    422,
  ],
  ['a PDF with a script', 'a.pdf', () => withScript, 422],
  ['a cut PDF', 'a.pdf', () => pdf.subarray(0, 60), 422],
  ['a cut picture', 'a.jpg', async () => (await picture('jpeg')).subarray(0, 200), 422],
  ['a picture of 60,000 × 60,000 pixels', 'a.png', () => bombOf(60_000), 422],
  ['a GIF', 'a.gif', () => Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 422],
  ['a program', 'a.pdf', () => Buffer.from('MZ\u0090\u0000'), 422],
  ['no content', 'a.pdf', () => Buffer.alloc(0), 422],
  ['a name without an ending', 'licence', () => pdf, 422],
  ['more than 5 MiB', 'a.pdf', () => Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]), 413],
])('refuses %s', async (_what, name, make, expected) => {
  const { status, body } = await upload(name, await make())
  expect([status, body.code]).toEqual([expected, expected === 413 ? 'payload_too_large' : 'validation_failed'])
  expect(await list()).toEqual([])
})

test('what follows a picture is not stored', async () => {
  const page = '<html><script>alert(1)</script></html>'
  const { body } = await upload('a.jpg', Buffer.concat([await picture('jpeg'), Buffer.from(page)]))
  const { raw } = await download(body.id)
  expect(raw.includes('<script>')).toBe(false)
  await remove(body.id)
})

test('names are kept without folders and without what disguises them', async () => {
  expect(cleanFileName('../../etc/passwd.pdf')).toBe('passwd.pdf')
  expect(cleanFileName('C:\\papers\\my licence.PDF')).toBe('my licence.PDF')
  expect(cleanFileName('.htaccess.pdf')).toBe('htaccess.pdf')
  expect(cleanFileName('fdp\u202egnp.exe.pdf')).toBe('fdpgnp.exe.pdf')
  expect(cleanFileName(`${'x'.repeat(500)}.pdf`)).toHaveLength(120)
  const { body } = await upload('../..\\evil/licence.pdf', pdf)
  expect(body.name).toBe('licence.pdf')
  await remove(body.id)
})

test('a request has at most ten files, and nobody else sees them', async () => {
  const other = await world.buildDriver({ country_code: 'NG' })
  const stored = await upload('0.pdf', pdf)
  expect((await download(stored.body.id, other.token)).status).toBe(404)
  expect((await remove(stored.body.id, other.token)).status).toBe(404)
  expect((await upload('a.pdf', pdf, { token: other.token })).status).toBe(404)
  expect((await upload('a.pdf', pdf, { token: '' })).status).toBe(401)
  const second = (await world.call(createDocumentRequest, { token: driver.token, body: {} })).body.id
  const params = { id: second, file_id: stored.body.id }
  expect((await world.call(getDocumentFile, { token: driver.token, params })).status).toBe(404)
  for (let n = 1; n < 10; n += 1) expect((await upload(`${n}.pdf`, pdf)).status).toBe(201)
  expect((await upload('10.pdf', pdf)).body.code).toBe('too_many_files')
})
