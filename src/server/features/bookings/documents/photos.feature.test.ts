import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getCannotParkPhoto, maxPhoto_bytes } from '#contract/bookings/booking-changes.ts'
import { detectImageType } from '#server/output/photos.ts'
import { WorkerPool } from '#server/workers/pool.ts'
import { buildPaidBooking, expectConsistentData, outcomeOf, bookingCallsOf } from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const picture = sharp({ create: { width: 3_000, height: 1_000, channels: 3, background: '#ffc531' } })
/** A phone's photo: taken sideways, with the place and the device. */
const jpeg = await picture
  .clone()
  .jpeg()
  .withExif({ IFD0: { Make: 'Fotophone', Copyright: 'Ada' }, IFD3: { GPSLatitude: '43/1 39/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .toBuffer()
const png = await picture.clone().png().toBuffer()
const webp = await picture.clone().webp().toBuffer()

/** Creates a driver with a started booking and, by default, a report. */
const createScene = async (isReported = true) => {
  const park = await world.buildPark()
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, park, 0, 4)
  if (isReported)
    expect(
      (await bookingCallsOf(world, driver).cannotPark(booking.id, { reason: 'blocked', note: 'A lorry' })).status,
    ).toBe(200)
  return { driver, booking }
}

const send = async (id: string, driver: Driver | undefined, file: Buffer | string, field = 'photo') => {
  const form = new FormData()
  form.set(
    field,
    typeof file === 'string' ? file : new File([new Uint8Array(file)], 'evil.html', { type: 'text/html' }),
  )
  const request = new Request('http://parkwell.test', { method: 'PUT', body: form })
  return putPhoto(id, driver, request.headers.get('content-type')!, Buffer.from(await request.arrayBuffer()))
}

const putPhoto = async (id: string, driver: Driver | undefined, type: string, payload: Buffer) => {
  const answer = await world.app.inject({
    method: 'PUT',
    url: `/api/v1/bookings/${id}/cannot-park/photo`,
    headers: { 'content-type': type, ...(driver && { authorization: `Bearer ${driver.token}` }) },
    payload,
  })
  return { status: answer.statusCode, problem: answer.statusCode < 300 ? {} : answer.json<{ code: string }>() }
}

const fetchPhoto = (id: string, { token }: Driver) => world.call(getCannotParkPhoto, { params: { id }, token })

test('is saved with the report and visible to its driver and staff only', async () => {
  const { driver, booking } = await createScene()
  const report = { reason: 'blocked', note: 'A lorry' }
  const { see } = bookingCallsOf(world, driver)
  expect((await see(booking.id)).cannot_park).toMatchObject({ ...report, has_photo: false })
  expect(outcomeOf(await fetchPhoto(booking.id, driver))).toBe('404 not_found')
  expect(outcomeOf(await send(booking.booking_code, driver, jpeg))).toBe('204')
  expect((await see(booking.id)).cannot_park).toMatchObject({ ...report, has_photo: true })
  for (const entry of [driver, await world.buildDriver({ role: 'staff' })]) {
    const { status, headers, raw } = await fetchPhoto(booking.id, entry)
    expect(status).toBe(200)
    expect(await sharp(raw).metadata()).toMatchObject({ format: 'jpeg', width: 683, height: 2_048 })
    // The type comes from the content, and the response is never cached.
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${booking.booking_code}.jpg"`,
    })
  }
  for (const other of [await world.buildDriver(), await world.buildDriver({ role: 'guard' })]) {
    expect(outcomeOf(await fetchPhoto(booking.id, other))).toBe('404 booking_not_found')
    expect(outcomeOf(await send(booking.id, other, png))).toBe('404 booking_not_found')
  }
  // A second photo replaces the first.
  expect(outcomeOf(await send(booking.id, driver, png))).toBe('204')
  const second = await fetchPhoto(booking.id, driver)
  expect(await sharp(second.raw).metadata()).toMatchObject({ format: 'jpeg', width: 2_048, height: 683 })
})

test('loses its metadata and everything else that is not the picture', async () => {
  const { driver, booking } = await createScene()
  const appended = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])
  expect(appended.includes('Fotophone')).toBe(true)
  expect(outcomeOf(await send(booking.id, driver, appended))).toBe('204')
  const { raw } = await fetchPhoto(booking.id, driver)
  expect(await sharp(raw).metadata()).not.toHaveProperty('exif')
  for (const hidden of ['Exif', 'Fotophone', 'Ada', 'script']) expect(raw.includes(hidden), hidden).toBe(false)
})

test('is refused when it takes more than the limits of the worker', async () => {
  const { driver, booking } = await createScene()
  const { uploads } = world.deps.workers
  const outcomeWith = async (limits: { processes: number; output_bytes: number }) => {
    const limited = new WorkerPool({ waiting: 0, time_ms: 60_000, memory_mb: 64, ...limits })
    world.deps.workers.uploads = limited
    try {
      return outcomeOf(await send(booking.id, driver, jpeg))
    } finally {
      world.deps.workers.uploads = uploads
      await limited.close()
    }
  }
  expect(await outcomeWith({ processes: 1, output_bytes: 100 })).toBe('422 validation_failed')
  // All processes are busy, and nothing may wait.
  expect(await outcomeWith({ processes: 0, output_bytes: 1_000_000 })).toBe('503 overloaded')
})

test('accepts images up to 5 MiB and nothing else', async () => {
  const { driver, booking } = await createScene()
  const of = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
  expect(outcomeOf(await send(booking.id, driver, of(maxPhoto_bytes + 1)))).toBe('413 payload_too_large')
  expect(outcomeOf(await send(booking.id, driver, of(maxPhoto_bytes + 100_000)))).toBe('413 payload_too_large')
  for (const file of [
    Buffer.from('<script>'),
    Buffer.alloc(0),
    jpeg.subarray(0, 3_000),
    Buffer.from('GIF89a'),
    'text',
    jpeg.subarray(0, 2),
  ])
    expect(outcomeOf(await send(booking.id, driver, file))).toBe('422 validation_failed')
  expect(outcomeOf(await send(booking.id, driver, jpeg, 'picture'))).toBe('422 validation_failed')
  const multipart = 'multipart/form-data; boundary=x'
  expect(outcomeOf(await putPhoto(booking.id, driver, multipart, jpeg))).toBe('400 malformed_body')
  expect(outcomeOf(await putPhoto(booking.id, driver, 'multipart/form-data', jpeg))).toBe('400 malformed_body')
  expect(outcomeOf(await putPhoto(booking.id, driver, 'image/jpeg', jpeg))).toBe('415 unsupported_media_type')
  expect((await bookingCallsOf(world, driver).see(booking.id)).cannot_park).toMatchObject({ has_photo: false })
  expect(outcomeOf(await send(booking.id, driver, of(maxPhoto_bytes)))).toBe('204')
})

test('is refused without signing in or without a report', async () => {
  const { driver, booking } = await createScene(false)
  expect(outcomeOf(await send(booking.id, undefined, jpeg))).toBe('401 unauthorized')
  expect(outcomeOf(await send(booking.id, driver, jpeg))).toBe('409 invalid_transition')
  expect((await bookingCallsOf(world, driver).see(booking.id)).cannot_park).toBeNull()
})

test.each([
  [jpeg, 'image/jpeg'],
  [png, 'image/png'],
  [webp, 'image/webp'],
  [Buffer.from('RIFF\u0010\u0000\u0000\u0000WAVEfmt ', 'latin1'), undefined],
  [Buffer.from('<svg xmlns='), undefined],
  [Buffer.alloc(0), undefined],
])('detects the image type by content: case %#', (content, type) => {
  expect(detectImageType(content)?.type).toBe(type)
})
