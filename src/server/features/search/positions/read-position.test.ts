import fc from 'fast-check'
import { OpenLocationCode } from 'open-location-code'
import { describe, expect, test } from 'vitest'
import { locatePlusCode } from './plus-code.ts'
import { formatPosition, readPosition } from './read-position.ts'

const read = (text: string) => {
  const found = readPosition(text)
  return found !== undefined && found !== null && 'lat' in found ? `${found.lat}, ${found.lng}` : found
}

const toronto = '43.6532, -79.3832'
const exact = '43.6532222, -79.3831944'

test.each([
  '43.6532, -79.3832',
  '43.6532 -79.3832',
  '43.6532,-79.3832',
  ' 43.6532 ; -79.3832. ',
  '43.6532\u00A0−79.3832',
  '43.6532/-79.3832',
  '(43.6532, -79.3832)',
  '+43.6532, -79.3832',
  '43,6532, -79,3832',
  '43,6532 -79,3832',
  '43,6532; -79,3832',
  '43,6532,-79,3832',
  '43.6532 N, 79.3832 W',
  'N 43.6532 W 79.3832',
  'N43.6532 W79.3832',
  '43.6532N79.3832W',
  '43.6532n 79.3832w',
  '43.6532° N 79.3832° W',
  '43.6532°, -79.3832°',
  '43,6532° N, 79,3832° O',
  'N 43,6532 O 79,3832',
  '43,6532 nord, 79,3832 ouest',
  '79.3832 W, 43.6532 N',
  '-79.3832 W, 43.6532 N',
  'lat 43.6532 lng -79.3832',
  'Latitude: 43.6532, Longitude: -79.3832',
  'lon=-79.3832, lat=43.6532',
  '[-79.3832, 43.6532]',
])('decimal degrees: %s', (text) => expect(read(text)).toBe(toronto))

test.each([
  `43°39'11.6"N 79°22'59.5"W`,
  '43° 39′ 11.6″ N, 79° 22′ 59.5″ W',
  '43º39’11.6”N 79º22’59.5”W',
  `43°39'11.6''N, 79°22'59.5''W`,
  '43 39 11.6 N 79 22 59.5 W',
  'N 43 39 11.6, W 79 22 59.5',
  `N43°39'11.6" W79°22'59.5"`,
  '43d39m11.6s N 79d22m59.5s W',
  '43:39:11.6N 79:22:59.5W',
  `43° 39' 11,6" N 79° 22' 59,5" O`,
  `43° 39' 11.6" -79° 22' 59.5"`,
  '43 degrés 39 minutes 11,6 secondes nord, 79 degrés 22 minutes 59,5 secondes ouest',
])('degrees, minutes and seconds: %s', (text) => expect(read(text)).toBe(exact))

test.each([
  [`43°39.193'N 79°22.992'W`, '43.6532167, -79.3832'],
  [`43° 39' N, 79° 22' W`, '43.65, -79.3666667'],
  ['43 N 79 W', '43, -79'],
  ['6.5244 3.3792', '6.5244, 3.3792'],
  ['14,6937 -17,4441', '14.6937, -17.4441'],
  ['-122.4194, 37.7749', '37.7749, -122.4194'],
  ['6,45; 3,39', '6.45, 3.39'],
  ['0.0, 0.0', '0, 0'],
])('%s is %s', (text, expected) => expect(read(text)).toBe(expected))

test.each([
  ['geo:43.6532,-79.3832'],
  ['geo:43.6532,-79.3832;u=35'],
  ['geo:43.6532,-79.3832,76;crs=wgs84'],
  ['GEO:43.6532,-79.3832?z=12'],
  ['geo:0,0?q=43.6532,-79.3832(City Hall)'],
  ['geo:0,0?q=43.6532%2C-79.3832'],
  ['https://www.google.com/maps/@43.6532,-79.3832,15z'],
  ['https://www.google.com/maps/@43.6532,-79.3832,3a,75y,90t/data=!3m6!1e1'],
  [
    'https://www.google.ca/maps/place/City+Hall/@43.7,-79.4,17z/data=!3m1!4b1!4m6!3m5!1s0x882b:0x1!8m2!3d43.6532!4d-79.3832!16zL20',
  ],
  ['https://www.google.com/maps/place/City+Hall/@43.6532,-79.3832,17z'],
  ['https://www.google.com/maps/place/43.6532,-79.3832'],
  [`https://www.google.com/maps/place/43%C2%B039'11.52%22N+79%C2%B022'59.52%22W/@43.7,-79.4,17z`],
  ['https://www.google.com/maps/search/43.6532,+-79.3832?entry=tts'],
  ['https://www.google.com/maps/search/parking/@43.6532,-79.3832,14z'],
  ['https://www.google.com/maps/search/?api=1&query=43.6532%2C-79.3832'],
  ['https://www.google.com/maps/dir/43.7,-79.4/43.6532,-79.3832/@43.68,-79.39,14z'],
  ['https://www.google.com/maps/dir/?api=1&origin=43.7,-79.4&destination=43.6532,-79.3832'],
  [
    'https://www.google.com/maps/dir//City+Hall/@43.6,-79.4,15z/data=!4m8!4m7!1m0!1m5!1m1!1s0x8:0x1!2m2!1d-79.3832!2d43.6532',
  ],
  ['https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2886.9!2d-79.3832!3d43.6532!2m3!1f0'],
  ['https://www.google.com/maps?q=43.6532,-79.3832&hl=fr'],
  ['https://maps.google.com/?q=43.6532, -79.3832'],
  ['http://maps.google.co.uk/maps?ll=43.6532,-79.3832&z=16'],
  ['https://maps.google.com/maps?q=loc:43.6532+-79.3832'],
  ['https://maps.google.com/maps?daddr=43.6532,-79.3832'],
  ['https://maps.google.com/maps?q=City+Hall@43.6532,-79.3832'],
  ['https://www.google.com/maps/@?api=1&map_action=map&center=43.6532%2C-79.3832&zoom=12'],
  ['https://www.google.com/maps/@?api=1&map_action=pano&viewpoint=43.6532%2C-79.3832'],
  ['https://consent.google.com/m?continue=https://www.google.com/maps/@43.6532,-79.3832,12z&gl=FR'],
  ['google.com/maps/@43.6532,-79.3832,15z'],
  ['maps.google.com/?q=43.6532,-79.3832'],
  ['Meet me here: https://www.google.com/maps?q=43.6532,-79.3832.'],
  ['https://maps.apple.com/?ll=43.6532,-79.3832&q=City%20Hall'],
  ['https://maps.apple.com/?q=43.6532,-79.3832'],
  ['https://maps.apple.com/?daddr=43.6532,-79.3832&saddr=Union+Station'],
  ['https://maps.apple.com/?address=100%20Queen%20St&ll=43.6532,-79.3832&t=m'],
  ['https://maps.apple.com/place?address=100+Queen+St&coordinate=43.6532,-79.3832&name=City+Hall&place-id=I1'],
  ['https://maps.apple.com/directions?source=x&destination=43.6532%2C-79.3832&mode=driving'],
  ['https://maps.apple.com/frame?center=43.6532%2C-79.3832&span=0.01%2C0.01'],
  ['maps://?ll=43.6532,-79.3832'],
  ['https://www.openstreetmap.org/#map=15/43.6532/-79.3832'],
  ['https://www.openstreetmap.org/#map=15/43.6532/-79.3832&layers=T'],
  ['https://www.openstreetmap.org/?mlat=43.6532&mlon=-79.3832#map=15/43.7/-79.4'],
  ['https://www.openstreetmap.org/search?query=43.6532%2C-79.3832#map=12/1/2'],
  ['https://www.openstreetmap.org/node/123#map=19/43.6532/-79.3832'],
  ['https://www.openstreetmap.org/directions?engine=car&route=43.7%2C-79.4%3B43.6532%2C-79.3832#map=13/43/-79'],
  ['https://www.openstreetmap.org/directions?from=43.7%2C-79.4&to=43.6532%2C-79.3832'],
  ['https://www.openstreetmap.org/?lat=43.6532&lon=-79.3832&zoom=15'],
  ['https://www.openstreetmap.org/export/embed.html?bbox=-79.3932%2C43.6432%2C-79.3732%2C43.6632&layer=mapnik'],
  ['https://www.openstreetmap.org/export/embed.html?bbox=-80,43,-79,44&marker=43.6532%2C-79.3832'],
  ['osm.org/#map=15/43.6532/-79.3832'],
])('a link with a position: %s', (link) => expect(read(link)).toBe(toronto))

test('reads the short links of OpenStreetMap, which hold the position', () => {
  const found = readPosition('https://osm.org/go/0EEQjE--')
  expect(found).toMatchObject({ lat: expect.closeTo(51.511, 2), lng: expect.closeTo(0.055, 2) })
  expect(readPosition('https://www.openstreetmap.org/go/0EEQjEEb?m=')).toMatchObject({
    lat: expect.closeTo(51.5108, 3),
    lng: expect.closeTo(0.0549, 3),
  })
})

test.each([
  ['https://www.google.com/maps/place/CN+Tower', 'CN Tower'],
  ['https://www.google.com/maps/search/?api=1&query=Ikeja+City+Mall', 'Ikeja City Mall'],
  ['https://www.google.com/maps/dir/Dakar/Thi%C3%A8s/@14.7,-17.1,10z', 'Thiès'],
  ['https://maps.apple.com/?q=CN Tower', 'CN Tower'],
  ['https://maps.apple.com/?address=290%20Bremner%20Blvd,Toronto', '290 Bremner Blvd,Toronto'],
  ['https://www.openstreetmap.org/search?query=CN%20Tower#map=12/1/2', 'CN Tower'],
  ['geo:0,0?q=Ikeja+City+Mall', 'Ikeja City Mall'],
])('a link with a name: %s', (link, name) => expect(readPosition(link)).toEqual({ text: name }))

test.each([
  'https://maps.app.goo.gl/abcDEF123',
  'maps.app.goo.gl/abcDEF123',
  'https://goo.gl/maps/abc',
  'Radisson https://maps.app.goo.gl/abcDEF123',
  'https://maps.apple/p/abc',
  'https://maps.google.com/?cid=123',
  'https://www.openstreetmap.org/way/5',
])('a link without a position: %s', (link) => expect(readPosition(link)).toBeNull())

test.each([
  'Lagos',
  '12 34',
  '6,45',
  '12, 34',
  '43.65',
  '100 King Street',
  '416 555 0199',
  '2026-11-27',
  '27.11.2026',
  '10001',
  'M5V 3L9',
  'St. E 5th',
  'N 5th St W',
  '91.5, 181.2',
  '43.65 N, 79.38 N',
  '-43.65 N, 79.38 W',
  `43°61'N 79°22'W`,
  'P+R Ouest',
  '2+U',
  'C&C Parking Lot',
  'https://example.com/maps/@43.65,-79.38',
  'http://[bad',
  'maps',
  '',
])('"%s" is no position', (text) => expect(readPosition(text)).toBeUndefined())

const codes = new OpenLocationCode() as OpenLocationCode & { encode(lat: number, lng: number): string }
const point = fc.record({
  lat: fc.integer({ min: -5_999_999, max: 8_499_999 }).map((n) => n / 1e5),
  lng: fc.integer({ min: -17_999_999, max: 17_999_999 }).map((n) => n / 1e5),
})
const decimal = (n: number) => n.toFixed(5)
const comma = (n: number) => decimal(n).replace('.', ',')
const hemisphere = (n: number, [plus, minus]: string) => `${Math.abs(n).toFixed(5)}° ${n < 0 ? minus : plus}`
const sexagesimal = (n: number, [plus, minus]: string) => {
  const hundredths = Math.round(Math.abs(n) * 360_000)
  const [degrees, minutes] = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6_000) % 60]
  return `${degrees}°${minutes}'${((hundredths % 6_000) / 100).toFixed(2)}"${n < 0 ? minus : plus}`
}

describe('any position', () => {
  const forms: Record<string, (at: { lat: number; lng: number }) => string> = {
    decimals: ({ lat, lng }) => `${decimal(lat)}, ${decimal(lng)}`,
    spaces: ({ lat, lng }) => `${decimal(lat)} ${decimal(lng)}`,
    'decimal commas': ({ lat, lng }) => `${comma(lat)}, ${comma(lng)}`,
    'decimal commas alone': ({ lat, lng }) => `${comma(lat)},${comma(lng)}`,
    hemispheres: ({ lat, lng }) => `${hemisphere(lat, 'NS')}, ${hemisphere(lng, 'EW')}`,
    'French, longitude first': ({ lat, lng }) => `${hemisphere(lng, 'EO')} ${hemisphere(lat, 'NS')}`,
    seconds: ({ lat, lng }) => `${sexagesimal(lat, 'NS')} ${sexagesimal(lng, 'EW')}`,
    google: ({ lat, lng }) =>
      `https://www.google.com/maps/place/X/@1,2,3z/data=!8m2!3d${decimal(lat)}!4d${decimal(lng)}`,
    apple: ({ lat, lng }) => `https://maps.apple.com/?ll=${decimal(lat)},${decimal(lng)}`,
    openstreetmap: ({ lat, lng }) => `https://www.openstreetmap.org/#map=17/${decimal(lat)}/${decimal(lng)}`,
    geo: ({ lat, lng }) => `geo:${decimal(lat)},${decimal(lng)}`,
    'as shown': formatPosition,
  }
  test.each(Object.entries(forms))('is read from its %s', (name, write) => {
    fc.assert(
      fc.property(point, (at) => {
        // Whole degrees without a sign or a letter may be house numbers.
        fc.pre(name !== 'as shown' || (!Number.isInteger(at.lat) && !Number.isInteger(at.lng)))
        const found = readPosition(write(at))
        expect(found, write(at)).toMatchObject({ lat: expect.closeTo(at.lat, 4), lng: expect.closeTo(at.lng, 4) })
      }),
      { numRuns: 500 },
    )
  })

  test('is read from its plus code, whole or with a place within 40 km', () => {
    fc.assert(
      fc.property(point, fc.double({ min: -0.35, max: 0.35, noNaN: true }), (at, shift) => {
        const code = codes.encode(at.lat, at.lng)
        expect(readPosition(code)).toMatchObject({ lat: expect.closeTo(at.lat, 3), lng: expect.closeTo(at.lng, 3) })
        const short = readPosition(`${code.slice(4)} Somewhere`)
        expect(short).toEqual({ short_code: code.slice(4), locality: 'Somewhere' })
        const near = { lat: at.lat + shift, lng: Math.min(180, Math.max(-180, at.lng - shift)) }
        expect(locatePlusCode(code.slice(4), near)).toMatchObject({ lat: expect.closeTo(at.lat, 3) })
      }),
    )
  })
})

test('reads no other text as a position, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => void readPosition(text)),
    { numRuns: 2_000 },
  )
  const word = fc.stringMatching(/^[a-z]{2,9}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      fc.pre(!words.some((word) => /^(?:lat|lng|lon|long|nord|est|sud|ouest)/.test(word)))
      expect(readPosition(words.join(' '))).toBeUndefined()
    }),
  )
  const links = fc.webUrl({ withQueryParameters: true, withFragments: true })
  fc.assert(fc.property(links, (link) => void expect(readPosition(link)).toBeUndefined()))
  const hosts = fc.constantFrom('www.google.com/maps/', 'maps.apple.com/', 'www.openstreetmap.org/', 'plus.codes/')
  const rest = fc.string({ maxLength: 80 })
  fc.assert(
    fc.property(hosts, rest, (host, path) => void readPosition(`https://${host}${path}`)),
    { numRuns: 2_000 },
  )
})
