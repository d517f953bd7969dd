import { expect, test } from 'vitest'
import * as setups from '#contract/branches/desk/branch-records.ts'
import { branchRecord } from '#contract/branches/desk/branches.ts'
import type { DeskFields, DeskRecord } from '#contract/lists/records.ts'
import { createPushCampaign, campaignRecord } from '#contract/notifications/campaigns.ts'
import { toBody, toFormValues, unitOf, zoneLabel } from './formValues.ts'

const unitsOf = (fields: DeskFields, distance_unit: string) => {
  const record = { id: '1', title: 'One', actions: [], distance_unit } satisfies DeskRecord
  return Object.entries(fields).flatMap(([name, field]) => {
    const unit = unitOf(field, record)
    return unit === undefined ? [] : [[name, unit]]
  })
}

test.each(['km', 'mi'])('distances of delivery are typed in the unit of the branch: %s', (unit) => {
  const band = [
    ['from_distance', unit],
    ['to_distance', unit],
  ]
  expect(unitsOf(setups.deliverySetupRecord.update!.fields, unit)).toEqual([
    ['radius', unit],
    ['free_distance', unit],
    ['charge_per_unit', `/\u00a0${unit}`],
  ])
  expect(unitsOf(setups.deliveryChargeRecord.update!.fields, unit)).toEqual(band)
  expect(unitsOf(branchRecord.actions!['add_charge']!.fields!, unit)).toEqual(band)
})

test.each([
  ['CA', '2026-12-01T10:00', '2026-12-01T15:00:00.000Z', 'Eastern Standard Time (EST)'],
  ['CA', '2026-07-01T10:00', '2026-07-01T14:00:00.000Z', 'Eastern Daylight Time (EDT)'],
  ['SN', '2026-12-01T10:00', '2026-12-01T10:00:00.000Z', 'Greenwich Mean Time (GMT)'],
  // For every country, in the team's time.
  ['', '2026-12-01T10:00', '2026-12-01T09:00:00.000Z', 'West Africa Time (GMT+1)'],
])('the time of a message for %s is that of its country, wherever it is typed', (country_code, send_at, at, zone) => {
  const { fields } = campaignRecord.create!
  const locale = 'en-CA'
  const values = { ...toFormValues(fields, undefined, locale), country_code, send_at }
  expect(toBody(createPushCampaign, fields, values, undefined, locale)['send_at']).toBe(at)
  expect(zoneLabel(fields.send_at, values, undefined, { value: send_at, locale })).toBe(zone)
  const record = { id: '1', title: 'One', actions: [], country_code: country_code || null, send_at: at }
  expect(toFormValues(fields, record, locale)['send_at']).toBe(send_at)
})
