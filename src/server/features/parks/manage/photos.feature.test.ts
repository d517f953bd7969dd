import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import {
  listPhotos,
  movePhoto,
  removePhoto,
  setEntrances,
  updatePhoto,
  type ParkPhotos,
} from '#contract/parks/desk/park-photos.ts'
import { getPark, getParkPhoto } from '#contract/parks/parks.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { readJpegSize } from './jpeg-size.ts'

let world: World
let staff: Driver
let picture: Buffer
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  picture = await sharp({ create: { width: 2_400, height: 1_200, channels: 3, background: '#336699' } })
    .withExif({ IFD0: { Copyright: 'secret maker' }, IFD3: { GPSLatitude: '43/1 39/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => world.close())

const texts = { description_en: 'The entrance', description_fr: 'L’entrée', rights: 'own' }

async function upload(
  { id }: TestPark,
  content: Buffer | undefined,
  fields: Record<string, string> = texts,
  token = staff.token,
): Promise<{ status: number; body: ParkPhotos; problem: Problem }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (content !== undefined) form.set('photo', new Blob([Uint8Array.from(content)]), 'photo.jpg')
  const body = new Response(form)
  const { statusCode: status, body: text } = await world.app.inject({
    method: 'POST',
    url: `/api/v1/admin/parks/${id}/photos`,
    headers: { authorization: `Bearer ${token}`, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return { status, body: JSON.parse(text) as ParkPhotos, problem: JSON.parse(text) as Problem }
}
const fieldsOf = ({ problem }: { problem: Problem }) => problem.errors?.map(({ field }) => field)
const list = async ({ id }: TestPark) => (await world.call(listPhotos, { token: staff.token, params: { id } })).body
const page = async ({ id }: TestPark, language = 'en') =>
  (await world.call(getPark, { params: { parkId: id }, headers: { 'accept-language': language } })).body

describe('a photo', () => {
  test('is re-encoded without its metadata and shown on the page in both languages', async () => {
    const park = await world.buildPark()
    const added = await upload(park, picture)
    expect(added.status).toBe(200)
    const [photo] = added.body.photos
    expect(photo).toMatchObject({ ...texts, credit: null, width: 1_600, height: 800 })
    const read = async (size: 'full' | 'small') =>
      (await world.call(getParkPhoto, { params: { photo_id: photo!.id }, query: { size } })).raw
    for (const [size, width] of [
      ['full', 1_600],
      ['small', 640],
    ] as const) {
      const metadata = await sharp(await read(size)).metadata()
      expect([metadata.format, metadata.width, metadata.exif]).toEqual(['jpeg', width, undefined])
    }
    expect(readJpegSize(await read('small'))).toEqual({ width: 640, height: 320 })
    expect((await page(park)).photos).toMatchObject([{ id: photo!.id, url: photo!.url, description: 'The entrance' }])
    expect((await page(park, 'fr')).photos).toMatchObject([{ description: 'L’entrée' }])
  })

  test.each([
    ['no file', undefined, texts, ['photo']],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), texts, ['photo']],
    ['what only begins as an image', Buffer.from('\xff\xd8\xff\xe0 nothing', 'latin1'), texts, ['photo']],
    ['no French description', 'picture', { ...texts, description_fr: '' }, ['description_fr']],
    ['no rights', 'picture', { description_en: 'The entrance', description_fr: 'L’entrée' }, ['rights']],
    ['permission without an author', 'picture', { ...texts, rights: 'permission' }, ['credit']],
  ])('with %s is refused', async (_what, content, fields, wrong) => {
    const park = await world.buildPark()
    const sent = content === 'picture' ? picture : (content as Buffer | undefined)
    const refused = await upload(park, sent, fields as Record<string, string>)
    expect([refused.status, fieldsOf(refused)]).toEqual([422, wrong])
    expect((await list(park)).photos).toEqual([])
  })

  test('is described, moved and removed', async () => {
    const park = await world.buildPark()
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three'])
      ids.push((await upload(park, picture, { ...texts, description_en: `Photo ${name}` })).body.photos.at(-1)!.id)
    const { token } = staff
    const params = (n: number) => ({ id: park.id, photo_id: ids[n]! })
    const move = async (n: number, direction: 'up' | 'down') =>
      (await world.call(movePhoto, { token, params: params(n), body: { direction } })).body.photos.map(({ id }) =>
        ids.indexOf(id),
      )
    expect(await move(2, 'up')).toEqual([0, 2, 1])
    expect(await move(2, 'up')).toEqual([2, 0, 1])
    expect(await move(2, 'up')).toEqual([2, 0, 1])
    expect(await move(0, 'down')).toEqual([2, 1, 0])
    const body = { description_en: 'Ramp', description_fr: 'Rampe', rights: 'permission' as const, credit: 'Ada' }
    const described = await world.call(updatePhoto, { token, params: params(0), body })
    expect(described.body.photos[2]).toMatchObject(body)
    expect((await page(park)).photos[2]).toMatchObject({ description: 'Ramp', credit: 'Ada' })
    const removed = await world.call(removePhoto, { token, params: params(2) })
    expect(removed.body.photos).toHaveLength(2)
    expect((await world.call(getParkPhoto, { params: { photo_id: ids[2]! } })).status).toBe(404)
    const log = await world.db.selectFrom('audit_log').select('action').where('record_id', '=', park.id).execute()
    expect(new Set(log.map(({ action }) => action))).toEqual(
      new Set(['addPhoto', 'movePhoto', 'updatePhoto', 'removePhoto']),
    )
  })
})

test('entrances are replaced, lead drivers there and show their photo', async () => {
  const park = await world.buildPark({ lat: 43.65, lng: -79.38 })
  const photo_id = (await upload(park, picture)).body.photos[0]!.id
  const set = async (entrances: object[]) =>
    world.call(setEntrances, {
      token: staff.token,
      params: { id: park.id },
      body: { entrances, version: (await list(park)).version },
    })
  const entrances = [
    { name: 'Front Street', lat: 43.651, lng: -79.381, photo_id },
    { name: null, lat: 43.649, lng: -79.379, photo_id: null },
  ]
  expect((await set(entrances)).body.entrances).toMatchObject(entrances)
  expect((await page(park)).entrances).toEqual(entrances)
  for (const [wrong, field] of [
    [{ name: null, lat: 45, lng: -79.38, photo_id: null }, 'entrances.0.lat'],
    [{ name: null, lat: 43.65, lng: -79.38, photo_id: crypto.randomUUID() }, 'entrances.0.photo_id'],
    [{ name: null, lat: 143, lng: -79.38, photo_id: null }, 'entrances.0.lat'],
  ] as const)
    expect(fieldsOf(await set([wrong]))).toEqual([field])
  await world.call(removePhoto, { token: staff.token, params: { id: park.id, photo_id } })
  expect((await page(park)).entrances.map((entrance) => entrance.photo_id)).toEqual([null, null])
})

test('a partner shows photos of their own car parks; those of others do not exist for them', async () => {
  const { token } = await world.buildDriver({ role: 'partner', partner: 'Eko Gate' })
  const driver = await world.buildDriver()
  const [own, foreign] = [await world.buildPark({ partner: 'Eko Gate' }), await world.buildPark()]
  expect((await upload(own, picture, texts, token)).status).toBe(200)
  expect((await upload(foreign, picture, texts, token)).status).toBe(404)
  expect((await upload(own, picture, texts, driver.token)).status).toBe(403)
  const params = { id: foreign.id, photo_id: (await list(own)).photos[0]!.id }
  for (const endpoint of [removePhoto, listPhotos])
    expect((await world.call(endpoint as typeof removePhoto, { token, params })).status).toBe(404)
  // A photo of one park is not reached through another.
  const body = { direction: 'up' as const }
  expect((await world.call(movePhoto, { token: staff.token, params, body })).status).toBe(404)
})
