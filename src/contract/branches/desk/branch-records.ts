import { recordStates, slotIntervals } from '#contract/catalogue/shop-rules.ts'
import { deskRecord } from '#contract/lists/records.ts'
import * as setup from './branch-setup.ts'

const money = { kind: 'money', currency: 'currency' } as const
const flag = { kind: 'flag' } as const
const number = { kind: 'number' } as const
const distance = { kind: 'number', unit: 'distance_unit' } as const
const amount = { kind: 'money' } as const

const orderFacts = {
  takeaway_on: flag,
  delivery_on: flag,
  accepts_automatically: flag,
  answer_minutes: number,
  preparation_minutes: number,
  takeaway_days_ahead: number,
  delivery_days_ahead: number,
} as const
const afterwards = {
  cancel_cutoff_minutes: number,
  goods_return_days: number,
  food_return_days: number,
  service_return_days: number,
  uncollected_percent: number,
} as const

export const orderSetupRecord = deskRecord({
  list: setup.orderSetupList,
  get: setup.getOrderSetup,
  facts: {
    branch: { kind: 'text' },
    ...orderFacts,
    slot_interval: number,
    takeaway_minimum: amount,
    delivery_minimum: amount,
    cash_limit: amount,
    takeaway_cash: flag,
    delivery_cash: flag,
    cash_discrepancy_limit: amount,
    counter_discount_percent: number,
    counter_lock_minutes: number,
    ...afterwards,
    reject_reasons: { kind: 'text' },
    reject_reasons_fr: { kind: 'text' },
    redelivery_reasons: { kind: 'text' },
    redelivery_reasons_fr: { kind: 'text' },
    prints_tickets: flag,
    shows_order_number: flag,
  },
  links: { branch: { screen: 'branches', id: 'id' } },
  update: {
    endpoint: setup.updateOrderSetup,
    fields: {
      ...orderFacts,
      slot_interval: { kind: 'choice', values: slotIntervals.map(String) },
      takeaway_minimum: money,
      delivery_minimum: money,
      cash_limit: { ...money, hint: true },
      takeaway_cash: flag,
      delivery_cash: flag,
      cash_discrepancy_limit: { ...money, hint: true },
      counter_discount_percent: { kind: 'number', hint: true },
      counter_lock_minutes: { kind: 'number', hint: true },
      ...afterwards,
      reject_reasons: { kind: 'long', language: 'en', hint: true },
      reject_reasons_fr: { kind: 'long', language: 'fr', hint: true },
      redelivery_reasons: { kind: 'long', language: 'en', hint: true },
      redelivery_reasons_fr: { kind: 'long', language: 'fr', hint: true },
      prints_tickets: flag,
      shows_order_number: flag,
    },
  },
})

export const deliverySetupRecord = deskRecord({
  list: setup.deliverySetupList,
  get: setup.getDeliverySetup,
  links: { branch: { screen: 'branches', id: 'id' } },
  facts: {
    branch: { kind: 'text' },
    radius: distance,
    free_distance: distance,
    basic_delivery_charge: amount,
    charge_per_unit: { ...amount, per: 'distance_unit' },
    free_above: amount,
    bay_charge: amount,
    delivered_by: { kind: 'choice', words: 'deliverers' },
    courier_cash_limit: amount,
    redelivery_minutes: { kind: 'number' },
    proof: { kind: 'choice', words: 'proofs' },
  },
  update: {
    endpoint: setup.updateDeliverySetup,
    fields: {
      radius: distance,
      free_distance: distance,
      basic_delivery_charge: money,
      charge_per_unit: { ...money, per: 'distance_unit', hint: true },
      free_above: { ...money, hint: true },
      bay_charge: money,
      delivered_by: { kind: 'choice', values: ['branch', 'us'], words: 'deliverers' },
      courier_cash_limit: { ...money, hint: true },
      redelivery_minutes: { kind: 'number', hint: true },
      proof: { kind: 'choice', values: ['code', 'code_or_photo'], words: 'proofs' },
    },
  },
})

export const deliveryChargeRecord = deskRecord({
  list: setup.deliveryChargeList,
  get: setup.getDeliveryCharge,
  state: 'status',
  facts: { branch: { kind: 'text' }, from_distance: distance, to_distance: distance, charge: amount },
  links: { branch: { screen: 'branches', id: 'branch_id' } },
  update: {
    endpoint: setup.updateDeliveryCharge,
    fields: {
      from_distance: { ...distance, hint: true },
      to_distance: { ...distance, hint: true },
      charge: money,
      status: { kind: 'choice', values: recordStates, words: 'record_states' },
    },
  },
  remove: { endpoint: setup.deleteDeliveryCharge },
})

export const closureRecord = deskRecord({
  list: setup.closureList,
  get: setup.getClosure,
  facts: {
    branch: { kind: 'text' },
    starts_at: { kind: 'instant', zone: 'timezone' },
    ends_at: { kind: 'instant', zone: 'timezone' },
    reason: { kind: 'text' },
    reason_fr: { kind: 'text' },
  },
  links: { branch: { screen: 'branches', id: 'branch_id' } },
  update: {
    endpoint: setup.updateClosure,
    fields: {
      starts_at: { kind: 'instant', zone: 'timezone' },
      ends_at: { kind: 'instant', zone: 'timezone' },
      reason: { kind: 'text', language: 'en' },
      reason_fr: { kind: 'text', language: 'fr' },
    },
  },
  remove: { endpoint: setup.deleteClosure },
})
