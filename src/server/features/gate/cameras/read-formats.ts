import { createHash } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import type { CameraSource } from '#contract/gate/gate-reads.ts'
import { AppError } from '#server/http/errors.ts'
import { toCandidates, toReadPlate, type PlateRead } from './plate-read.ts'

/* What cameras send, by maker. Fields that are missing or of another type are left out: nothing in a read is trusted. */

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** One line of text without control characters, at most 200 characters; null for none. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
  return text === '' ? null : text.slice(0, 200)
}
const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
/** To four digits: a number as small as 1e-50 is none that the table's `real` can hold. */
const shareOf = (value: unknown, whole = 1): number | null => {
  const number = numberOf(value)
  return number === null ? null : Math.round(Math.min(1, Math.max(0, number / whole)) * 10_000) / 10_000
}
function instantOf(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? null : at
}

/** A name for a read whose camera gives it none, from what makes it this one. */
const nameOf = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

type Draft = Omit<PlateRead, 'plate_key' | 'candidates'> & { plate: unknown; candidates: readonly unknown[] }

function toRead({ plate, candidates, ...read }: Draft): PlateRead {
  const plate_key = toReadPlate(plate)
  return { ...read, plate_key, candidates: toCandidates(candidates, plate_key) }
}

/** Plate Recognizer Stream and Snapshot: several plates in one picture; its angle says nothing of in and out. */
function readPlateRecognizer(body: Fields): PlateRead[] {
  const data = fieldsOf(body['data'])
  const camera = textOf(data['camera_id'])
  return listOf(data['results']).map((result) => {
    const { plate, score, region, candidates } = fieldsOf(result)
    const at = instantOf(data['timestamp'])
    return toRead({
      read_id: nameOf(camera, data['filename'], data['timestamp'], plate),
      camera,
      car_id: null,
      direction: 'unknown',
      at,
      plate,
      confidence: shareOf(score),
      region: textOf(fieldsOf(region)['code']),
      candidates: listOf(candidates).map((candidate) => fieldsOf(candidate)['plate']),
    })
  })
}

/** Rekor Scout (OpenALPR): one group for a drive. Heartbeats, single frames and parked cars open nothing. */
function readRekor(body: Fields): PlateRead[] {
  if (body['data_type'] !== 'alpr_group' || body['is_parked'] === true) return []
  const camera = textOf(body['camera_id'])
  const agent = textOf(body['agent_uid'])
  return [
    toRead({
      read_id: textOf(body['best_uuid']) ?? nameOf(agent, camera, body['epoch_start'], body['best_plate_number']),
      camera: agent === null ? camera : nameOf(agent, camera),
      car_id: null,
      direction: 'unknown',
      at: instantOf(body['epoch_end']),
      plate: body['best_plate_number'],
      confidence: shareOf(body['best_confidence'], 100),
      region: textOf(body['best_region']),
      candidates: listOf(body['candidates']).map((candidate) => fieldsOf(candidate)['plate']),
    }),
  ]
}

/** Verkada: `detected` in milliseconds, `created` in seconds. */
function readVerkada(body: Fields): PlateRead[] {
  if (body['webhook_type'] !== 'lpr') return []
  const data = fieldsOf(body['data'])
  const detected = numberOf(data['detected'])
  const created = numberOf(data['created'])
  const at_ms = detected ?? (created === null ? null : created * 1_000)
  const camera = textOf(data['camera_id'])
  return [
    toRead({
      read_id: nameOf(camera, data['created'], data['license_plate_number']),
      camera,
      car_id: null,
      direction: 'unknown',
      at: at_ms === null ? null : instantOf(at_ms),
      plate: data['license_plate_number'],
      confidence: shareOf(data['confidence']),
      region: textOf(data['license_plate_state']),
      candidates: [],
    }),
  ]
}

const drives: Record<string, PlateRead['direction']> = { in: 'in', out: 'out' }

/** Axis License Plate Verifier: `new` and `update` of a car; `lost` comes ten seconds after it has gone. */
function readAxis(body: Fields): PlateRead[] {
  const state = textOf(body['carState'])?.toLowerCase()
  if (state !== 'new' && state !== 'update') return []
  const plate = body['plateUTF8'] ?? body['plateText'] ?? body['plateASCII']
  const camera = textOf(fieldsOf(body['camera_info'])['SerialNumber']) ?? textOf(body['sensorProviderID'])
  const car_id = textOf(body['carID'])
  const captured = body['capture_timestamp'] ?? body['capture_ts']
  const captured_ms = numberOf(captured)
  return [
    toRead({
      read_id: nameOf(camera, car_id, state, plate, captured, body['carMoveDirection'], body['packetCounter']),
      camera,
      car_id,
      direction: drives[textOf(body['carMoveDirection'])?.toLowerCase() ?? ''] ?? 'unknown',
      // Some firmware counts microseconds.
      at: captured_ms === null ? null : instantOf(captured_ms > 1e14 ? captured_ms / 1_000 : captured_ms),
      plate,
      confidence: shareOf(body['plateConfidence']),
      region: textOf(body['plateCountry']),
      candidates: [],
    }),
  ]
}

/** What cameras send to 2N intercoms: `lprUuid` for each reading, `lprID` for each arrival. */
function readTwoN(body: Fields): PlateRead[] {
  const read_id = textOf(body['lprUuid'])
  if (read_id === null) return []
  const accessPoint = numberOf(body['accessPoint'])
  return [
    toRead({
      read_id,
      camera: null,
      car_id: textOf(body['lprID']),
      direction: accessPoint === 0 ? 'in' : accessPoint === 1 ? 'out' : 'unknown',
      at: null,
      plate: body['plateText'],
      confidence: null,
      region: null,
      candidates: [],
    }),
  ]
}

/** Hikvision ISAPI alarms. An alarm is repeated with a higher `activePostCount`. */
function readHikvision(body: Fields): PlateRead[] {
  const alert = fieldsOf(body['EventNotificationAlert'])
  if (textOf(alert['eventType'])?.toUpperCase() !== 'ANPR') return []
  const anpr = fieldsOf(alert['ANPR'])
  const camera = nameOf(alert['macAddress'] ?? alert['ipAddress'], alert['channelID'])
  const uuid = textOf(alert['UUID'])
  return [
    toRead({
      read_id: uuid ?? nameOf(camera, alert['dateTime'], anpr['licensePlate']),
      camera,
      car_id: null,
      // `forward` and `reverse` are seen from the camera, which may stand on either side.
      direction: 'unknown',
      at: instantOf(alert['dateTime']),
      plate: anpr['licensePlate'] === 'unknown' ? '' : anpr['licensePlate'],
      confidence: shareOf(anpr['confidenceLevel'], 100),
      region: textOf(anpr['country']),
      candidates: [anpr['originalLicensePlate']],
    }),
  ]
}

const readers: Record<CameraSource, (body: Fields) => PlateRead[]> = {
  plate_recognizer: readPlateRecognizer,
  rekor: readRekor,
  verkada: readVerkada,
  axis: readAxis,
  '2n': readTwoN,
  hikvision: readHikvision,
}

/** Numbers stay text, so that a plate such as 007 keeps its zeros; entities beyond the five of XML are not expanded. */
const xml = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  processEntities: true,
  removeNSPrefix: true,
  trimValues: true,
})
const longestXml_chars = 64 * 1024

/** Parses XML. Throws `malformed_body`, also for a document type, which could define entities, and `payload_too_large`. */
export function parseXml(text: string): unknown {
  if (text.length > longestXml_chars) throw new AppError('payload_too_large')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new AppError('malformed_body')
  try {
    return xml.parse(text, true) as unknown
  } catch {
    throw new AppError('malformed_body')
  }
}

const mostReads = 20

/** Returns what a body of a camera's maker says of plates; empty for heartbeats and the like. Throws `malformed_body`. */
export function readPlates(source: CameraSource, body: unknown): PlateRead[] {
  if (!isFields(body)) throw new AppError('malformed_body')
  return readers[source](body).slice(0, mostReads)
}
