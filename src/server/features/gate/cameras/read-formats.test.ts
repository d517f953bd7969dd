import { describe, expect, test } from 'vitest'
import type { CameraSource } from '#contract/gate/gate-reads.ts'
import { parseXml, readPlates } from './read-formats.ts'

/* Bodies in the form that each maker documents; pictures, boxes and vehicle details are shortened. */

const plateRecognizer = {
  hook: { target: 'https://example.com/reads', id: 'camera-1', event: 'recognition' },
  data: {
    camera_id: 'camera-1',
    filename: 'camera-1_screenshots/image.jpg',
    timestamp: '2026-05-04T12:00:01.123456Z',
    timestamp_local: '2026-05-04 08:00:01.123456-04:00',
    results: [
      {
        box: { xmin: 153, ymin: 91, xmax: 302, ymax: 125 },
        plate: 'pl8rec',
        region: { code: 'us-ca', score: 0.179 },
        score: 0.904,
        dscore: 0.757,
        candidates: [
          { plate: 'pl8rec', score: 0.904 },
          { plate: 'pl8reo', score: 0.75 },
        ],
        vehicle: { type: 'Sedan', score: 0.77 },
        direction: 210,
        source_url: '/user-data/video.mp4',
        position_sec: 23.47,
      },
    ],
  },
}

const rekor = {
  data_type: 'alpr_group',
  version: 2,
  agent_uid: 'YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY',
  agent_type: 'alprd',
  camera_id: 1234,
  epoch_start: 1562681121504,
  epoch_end: 1562681124479,
  best_uuid: 'YYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYYY-1234-1562681121543',
  best_plate_number: 'D2651BF',
  best_confidence: 91.5,
  best_region: 'us-mo',
  best_region_confidence: 57.2820510864258,
  candidates: [
    { plate: 'D2651BF', confidence: 91.5, matches_template: 0 },
    { plate: 'D2651BE', confidence: 80.1, matches_template: 0 },
  ],
  is_parked: false,
  travel_direction: 117.4,
}

const verkada = {
  org_id: '01ec0956-b7cf-415d-bd78-43c8d373cd65',
  webhook_type: 'lpr',
  created_at: 1758302865,
  webhook_id: 'a73b17d4-d7ae-4631-8365-d72776bd5f4c',
  data: {
    camera_id: '38718198-8a78-4718-a60f-68e1a8de30ac',
    created: 1758302864,
    detected: 1758302865879,
    license_plate_number: 'ABCD123',
    confidence: 0.9630414285714286,
    crop: [0.3066789507865906, 0.3320710361003876, 0.5294789671897888, 0.558437705039978],
    image_url: 'IMAGE_URL',
    license_plate_state: 'us-ca',
  },
}

const axis = {
  packetCounter: '12',
  capture_timestamp: '1621258812509',
  frame_timestamp: '1039287603',
  datetime: '20210517 134012509',
  carID: '1087595',
  carState: 'new',
  carMoveDirection: 'in',
  plateText: 'RZ3160',
  plateUTF8: 'RZ3160',
  plateCountry: 'PRT',
  plateConfidence: '0.87',
  camera_info: { SerialNumber: 'ACCC8E000001', IPAddress: '192.0.2.10' },
  ImageArray: [{ ImageType: 'plate', BinaryImage: '/9j/4AAQ' }],
}

const twoN = {
  lprUuid: 'bc4baad9-d2cd-4706-986f-b942963bfa9f',
  lprID: 143289,
  accessPoint: 0,
  plateText: 'ABC123456',
  plateImage: '/9j/4AAQSkZJRgABAQEASABIAAD',
}

const hikvision = `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.isapi.org/ver20/XMLSchema">
<ipAddress>192.0.2.20</ipAddress>
<portNo>80</portNo>
<protocol>HTTP</protocol>
<macAddress>44:19:b6:6d:24:85</macAddress>
<channelID>1</channelID>
<dateTime>2017-05-04T11:20:02+08:00</dateTime>
<activePostCount>1</activePostCount>
<eventType>ANPR</eventType>
<eventState>active</eventState>
<eventDescription>ANPR</eventDescription>
<ANPR>
<country>3</country>
<licensePlate>0070123</licensePlate>
<line>1</line>
<direction>forward</direction>
<confidenceLevel>97</confidenceLevel>
<plateType>unknown</plateType>
<vehicleType>vehicle</vehicleType>
</ANPR>
</EventNotificationAlert>`

const readOne = (source: CameraSource, body: unknown) => {
  const [read, ...rest] = readPlates(source, body)
  expect(rest).toEqual([])
  return read!
}

describe('a read', () => {
  test('of Plate Recognizer has its candidates and region', () => {
    expect(readOne('plate_recognizer', plateRecognizer)).toMatchObject({
      camera: 'camera-1',
      plate_key: 'PL8REC',
      candidates: ['PL8REO'],
      confidence: 0.904,
      region: 'us-ca',
      direction: 'unknown',
      at: new Date('2026-05-04T12:00:01.123Z'),
    })
  })

  test('of Rekor counts its confidence from 0 to 100, and leaves heartbeats and parked cars out', () => {
    expect(readOne('rekor', rekor)).toMatchObject({
      read_id: rekor.best_uuid,
      plate_key: 'D2651BF',
      candidates: ['D2651BE'],
      confidence: 0.915,
      region: 'us-mo',
      at: new Date(1562681124479),
    })
    expect(readPlates('rekor', { ...rekor, is_parked: true })).toEqual([])
    expect(readPlates('rekor', { data_type: 'heartbeat', agent_uid: 'Y' })).toEqual([])
  })

  test('of Verkada has the time in milliseconds where there is one', () => {
    expect(readOne('verkada', verkada)).toMatchObject({
      camera: '38718198-8a78-4718-a60f-68e1a8de30ac',
      plate_key: 'ABCD123',
      region: 'us-ca',
      at: new Date(1758302865879),
    })
    const { detected: _detected, ...data } = verkada.data
    expect(readOne('verkada', { ...verkada, data }).at).toEqual(new Date(1758302864_000))
    // The same read with another name of the delivery.
    expect(readOne('verkada', { ...verkada, webhook_id: 'again' }).read_id).toBe(readOne('verkada', verkada).read_id)
  })

  test('of Axis is of one car through new and update, and not when it is lost', () => {
    const first = readOne('axis', axis)
    expect(first).toMatchObject({
      camera: 'ACCC8E000001',
      car_id: '1087595',
      direction: 'in',
      plate_key: 'RZ3160',
      confidence: 0.87,
      region: 'PRT',
      at: new Date(1621258812509),
    })
    const update = readOne('axis', { ...axis, carState: 'update', plateUTF8: 'RZ3168' })
    expect([update.car_id, update.read_id === first.read_id]).toEqual([first.car_id, false])
    expect(readPlates('axis', { ...axis, carState: 'lost' })).toEqual([])
  })

  test('of 2N says in or out, and which arrival', () => {
    expect(readOne('2n', twoN)).toMatchObject({
      read_id: twoN.lprUuid,
      car_id: '143289',
      direction: 'in',
      plate_key: 'ABC123456',
    })
    expect(readOne('2n', { ...twoN, accessPoint: 1 }).direction).toBe('out')
  })

  test('of Hikvision keeps the zeros of a plate, and is one however often it is posted', () => {
    const read = readOne('hikvision', parseXml(hikvision))
    expect(read).toMatchObject({ plate_key: '0070123', confidence: 0.97, at: new Date('2017-05-04T03:20:02Z') })
    const again = hikvision.replace('<activePostCount>1<', '<activePostCount>2<')
    expect(readOne('hikvision', parseXml(again)).read_id).toBe(read.read_id)
    expect(readPlates('hikvision', parseXml(hikvision.replaceAll('ANPR', 'videoloss')))).toEqual([])
    expect(readOne('hikvision', parseXml(hikvision.replace('0070123', 'unknown'))).plate_key).toBe('')
  })

  test('with hostile fields is no read of a plate, and refuses document types', () => {
    const hostile: unknown[] = [[], {}, 1, 'x'.repeat(1_000), { toString: 1 }, null, '\u0000']
    for (const value of hostile) {
      expect(
        readPlates('axis', { ...axis, plateUTF8: value ?? undefined, carID: value, capture_timestamp: value }),
      ).toHaveLength(1)
      expect(readPlates('plate_recognizer', { data: { results: [value], timestamp: value } })).toHaveLength(1)
      expect(readPlates('rekor', { ...rekor, candidates: value, epoch_end: value })).toHaveLength(1)
    }
    expect(() => readPlates('axis', [axis])).toThrow('malformed_body')
    const withType = hikvision.replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa">]>')
    for (const text of ['<a><b></a>', withType, '<'.repeat(100)]) expect(() => parseXml(text)).toThrow('malformed_body')
  })
})
