import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking, getBooking, listBookings } from '#contract/bookings/bookings.ts'
import { listChosenParks } from '#contract/parks/chosen-parks.ts'
import { movePhoto, removePhoto, type ParkPhotos } from '#contract/parks/desk/park-photos.ts'
import { getPark, listParks } from '#contract/parks/parks.ts'
import { browseParks } from '#contract/places/browse.ts'
import { windowOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
let driver: Driver
let park: TestPark
let picture: Buffer
beforeAll(async () => {
  world = await createWorld()
  staff = await world.buildDriver({ role: 'staff' })
  driver = await world.buildDriver({ balance_minor: 100_000n })
  park = await world.buildPark({ lat: 43.65, lng: -79.38 })
  picture = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => world.close())

/** Uploads a photo through the desk and returns its address. */
async function upload(): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ description_en: 'Ramp', description_fr: 'Rampe', rights: 'own' }))
    form.set(name, value)
  form.set('photo', new Blob([Uint8Array.from(picture)]), 'photo.jpg')
  const body = new Response(form)
  const response = await world.app.inject({
    method: 'POST',
    url: `/api/v1/admin/parks/${park.id}/photos`,
    headers: { authorization: `Bearer ${staff.token}`, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  return response.json<ParkPhotos>().photos.at(-1)!.url
}

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** The photo of the car park wherever drivers see it, each address once. */
async function shown(): Promise<(string | null | undefined)[]> {
  const { token } = driver
  const list = await world.call(listParks, { query: { lat: 43.65, lng: -79.38, radius: 100 } })
  const chosen = await world.call(listChosenParks, { query: { ids: park.id } })
  const directory = await world.call(browseParks, { query: { country: 'CA' } })
  const page = await world.call(getPark, { params: { parkId: park.slug } })
  const bookings = await world.call(listBookings, { token })
  const booking = await world.call(getBooking, { token, params: { bookingCode: bookings.body.items[0]!.booking_code } })
  const photos = [
    ...[list, chosen, directory].map(({ body }) => body.items.map(({ photo_url }) => photo_url)),
    page.body.photo_url,
    bookings.body.items[0]!.park.photo_url,
    booking.body.park.photo_url,
  ].flat()
  expect(photos).toHaveLength(6)
  return [...new Set(photos)]
}

test('shows the first photo everywhere from when it is added until it is moved or removed', async () => {
  const { token } = staff
  const body = { park_id: park.id, plate: 'PHOTO1', ...windowOf(world, 4, 8) }
  const created = await world.call(createBooking, { token: driver.token, body })
  expect([created.status, created.body.park.photo_url]).toEqual([201, null])
  expect(await shown()).toEqual([null])
  const first = await upload()
  expect(await shown()).toEqual([first])
  const second = await upload()
  expect(await shown()).toEqual([first])
  const move = (url: string, direction: 'up' | 'down') =>
    world.call(movePhoto, { token, params: { id: park.id, photo_id: idOf(url) }, body: { direction } })
  const remove = (url: string) => world.call(removePhoto, { token, params: { id: park.id, photo_id: idOf(url) } })
  expect((await move(second, 'up')).status).toBe(200)
  expect(await shown()).toEqual([second])
  expect((await remove(second)).status).toBe(200)
  expect(await shown()).toEqual([first])
  expect((await remove(first)).status).toBe(200)
  expect(await shown()).toEqual([null])
  expect((await world.app.inject(`${first}?size=small`)).statusCode).toBe(404)
})
