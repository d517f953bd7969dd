import type { Endpoint } from '#contract/endpoint.ts'
import { countryCodes } from '#contract/geography.ts'
import { fieldSchema, type DeskField, type DeskFields, type DeskRecord } from '#contract/lists/records.ts'
import { zoneOfAudience } from '#contract/settings/company.ts'
import { zoneName } from '#web/time/format.ts'
import { deviceZone, instantOf, wallTime } from '#web/time/quarterHours.ts'
import { formatTypedNumber, parseSignedNumber } from '#web/time/typedNumber.ts'

/** What controls hold: texts, except for boxes to tick. */
export type FormValues = Record<string, string | boolean | string[]>

/** The field or the fact of that name, as a text. */
const textOf = (name: string, values: FormValues, record: DeskRecord | undefined): string | undefined => {
  const value = values[name] ?? record?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The zone in which the times of a field are typed: that of the country for which they are, of their place, or the device's. */
export function zoneOf(field: DeskField, values: FormValues, record: DeskRecord | undefined): string {
  if (field.kind !== 'instant') return deviceZone()
  if (field.country !== undefined) {
    const country = values[field.country] ?? record?.[field.country]
    return zoneOfAudience(countryCodes.find((code) => code === country) ?? null)
  }
  return (field.zone !== undefined ? textOf(field.zone, values, record) : undefined) ?? deviceZone()
}

/** What the times of a field mean: `Eastern Standard Time (EST)`, at the time that is typed, else now. Undefined for the device's zone. */
export function zoneLabel(
  field: DeskField,
  values: FormValues,
  record: DeskRecord | undefined,
  { value, locale }: { value: unknown; locale: string },
): string | undefined {
  if (field.kind !== 'instant' || (field.zone === undefined && field.country === undefined)) return undefined
  const zone = zoneOf(field, values, record)
  const at = typeof value === 'string' && !Number.isNaN(Date.parse(`${value}Z`)) ? instantOf(value, zone) : new Date()
  const [long, short] = [zoneName(at, zone, locale), zoneName(at, zone, locale, 'short')]
  return long === short ? long : `${long} (${short})`
}

export const currencyOf = (field: DeskField, values: FormValues, record: DeskRecord | undefined): string | undefined =>
  field.kind !== 'money'
    ? undefined
    : typeof field.currency === 'object'
      ? field.currency.code
      : textOf(field.currency, values, record)

/** What stands at the end of a field's box: the unit of a number, or that for which an amount is. */
export const unitOf = (field: DeskField, record: DeskRecord | undefined): string | undefined => {
  if (field.kind === 'number' && field.unit !== undefined) return textOf(field.unit, {}, record)
  const per = field.kind === 'money' && field.per !== undefined ? textOf(field.per, {}, record) : undefined
  return per && `/\u00a0${per}`
}

/** Whether a field is shown, with what the form holds. */
export const isShown = ({ when }: DeskField, values: FormValues): boolean =>
  when === undefined || when.slice(1).includes(String(values[when[0]]))

/** The fields of a form that are for this record. */
export const fieldsFor = (fields: DeskFields, record: DeskRecord | undefined): DeskFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, { among }]) => among === undefined || (record?.[among] as string[] | undefined)?.includes(name) === true,
    ),
  )

/** The values of a form's controls for a record; those of an empty form without one. */
export function toFormValues(fields: DeskFields, record: DeskRecord | undefined, locale: string): FormValues {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, FormValues[string]] => [
      name,
      toControl(field, (record === undefined ? field.initial : record[name]) ?? null, record, locale),
    ]),
  )
}

function toControl(
  field: DeskField,
  value: unknown,
  record: DeskRecord | undefined,
  locale: string,
): FormValues[string] {
  if (field.kind === 'flag') return value === true
  if (field.kind === 'choices' || field.kind === 'records') return Array.isArray(value) ? value.map(String) : []
  if (value === null) return ''
  // Facts have an amount with its currency, forms the amount alone.
  const plain: unknown = typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value
  if (typeof plain === 'number') return formatTypedNumber(plain, locale)
  if (field.kind === 'instant') return wallTime(new Date(String(plain)), zoneOf(field, {}, record))
  return String(plain)
}

/**
 * The body of a call for what was typed. What was left empty is null where the call takes it, and is left out elsewhere;
 * what is no number stays a text, for the schema to refuse.
 */
export function toBody(
  endpoint: Endpoint,
  fields: DeskFields,
  values: FormValues,
  record: DeskRecord | undefined,
  locale: string,
): Record<string, unknown> {
  const body: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      const value = isShown(field, values) ? toSent(field, values[name], values, record, locale) : undefined
      if (value !== undefined) return [[name, value]]
      return fieldSchema(endpoint, name)?.safeParse(null).success === true ? [[name, null]] : []
    }),
  )
  if (fieldSchema(endpoint, 'version') !== undefined) body['version'] = record?.version
  return body
}

function toSent(
  field: DeskField,
  value: FormValues[string] | undefined,
  values: FormValues,
  record: DeskRecord | undefined,
  locale: string,
): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (text === '') return undefined
  if (field.kind === 'number' || field.kind === 'money') return parseSignedNumber(text, locale) ?? text
  if (field.kind === 'instant') return instantOf(text, zoneOf(field, values, record)).toISOString()
  return text
}

/** Whether a call demands a field. */
export const isRequired = (endpoint: Endpoint, name: string): boolean => {
  const schema = fieldSchema(endpoint, name)
  return schema !== undefined && ![undefined, null, []].some((empty) => schema.safeParse(empty).success)
}

/** What a control shows, as a text: the names of records rather than their ids. */
export const readShown = (name: string, field: DeskField, record: DeskRecord, locale: string): string =>
  field.kind === 'record' || field.kind === 'records'
    ? [record[field.titles] ?? ''].flat().join(', ')
    : String(toControl(field, record[name] ?? null, record, locale))
