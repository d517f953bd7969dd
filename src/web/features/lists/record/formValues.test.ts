import { expect, test } from 'vitest'
import * as setups from '#contract/branches/desk/branch-records.ts'
import { branchRecord } from '#contract/branches/desk/branches.ts'
import type { DeskFields, DeskRecord } from '#contract/lists/records.ts'
import { unitOf } from './formValues.ts'

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
