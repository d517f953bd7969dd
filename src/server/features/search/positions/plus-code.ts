import { OpenLocationCode } from 'open-location-code'
import type { Point } from '#server/geo.ts'

/** A plus code without its first digits, which only means a place near its locality. */
export interface PlusCode {
  short_code: string
  locality: string | undefined
}

const codes = new OpenLocationCode()
const digits = '23456789CFGHJMPQRVWX'
const first = new RegExp(`^((?:[${digits}]{2}){2,4}0*\\+[${digits}]*)(?:[\\s,+]+(.+))?$`, 'i')
const last = new RegExp(`^(.+?)[\\s,+]+([${digits}]{4,8}\\+[${digits}]{2,7})$`, 'i')
/** A link without its encoding has a space for the plus sign. */
const spaced = new RegExp(`^(?=.*[a-z])([${digits}]{8}) ([${digits}]{2,7})$`, 'i')

/** Returns what a plus code (Open Location Code), alone or with its locality, means; undefined for other texts. */
export function readPlusCode(text: string): Point | PlusCode | undefined {
  const trimmed = text.trim().replace(spaced, '$1+$2')
  const [, code, after] = first.exec(trimmed) ?? []
  const [, before, end] = code === undefined ? (last.exec(trimmed) ?? []) : []
  const read = (code ?? end)?.toUpperCase()
  if (read === undefined || !codes.isValid(read)) return undefined
  if (codes.isFull(read)) return middleOf(read)
  const locality = (after ?? before)?.replaceAll('+', ' ').trim()
  return { short_code: read, locality: locality === '' ? undefined : locality }
}

/** Returns the position of a short plus code that is nearest to a point. */
export const locatePlusCode = (short_code: string, near: Point): Point =>
  middleOf(codes.recoverNearest(short_code, near.lat, near.lng))

function middleOf(code: string): Point {
  const { latitudeCenter: lat, longitudeCenter: lng } = codes.decode(code)
  return { lat: round(lat), lng: round(lng) }
}

const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
