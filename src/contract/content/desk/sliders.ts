import * as z from 'zod/mini'
import { PictureText } from '#contract/catalogue/desk/pictures.ts'
import { sliderPlacements } from '#contract/catalogue/marketplace.ts'
import { recordStates } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, Version } from '#contract/lists/shared-fields.ts'

export const sliderList = deskList({
  name: 'sliders',
  menu: { group: 'content', rank: 40 },
  bulk: ['sliders.update'],
  permission: 'sliders.view',
  opens: { screen: 'sliders', permission: 'sliders.view' },
  creates: { path: 'sliders/new', permission: 'sliders.create' },
  namedBy: ['title'],
  columns: {
    title: { kind: 'text', sortable: true },
    wide_picture: { kind: 'picture' },
    placement: { kind: 'choice', words: 'slider_placements' },
    country: { kind: 'country' },
    link: { kind: 'text' },
    starts_at: { kind: 'instant', sortable: true },
    ends_at: { kind: 'instant' },
    position: { kind: 'number', sortable: true },
  },
  filters: {
    placement: { kind: 'choice', values: sliderPlacements, words: 'slider_placements' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    running: { kind: 'flag' },
  },
  states: recordStates,
  sort: 'position',
})

const text = z.nullable(line(2, 160))
const facts = {
  placement: z.enum(sliderPlacements, 'required'),
  /** Null: in every country. */
  country_code: z.nullable(z.enum(countryCodes, 'required')),
  title: line(2, 80),
  title_fr: line(2, 80),
  text,
  text_fr: text,
  /** For screens wider than a phone, and for phones. */
  wide_picture: PictureText,
  narrow_picture: PictureText,
  alt: line(3, 160),
  alt_fr: line(3, 160),
  /** A page of ours, or an address at a host that texts may link to. */
  link: line(1, 300),
  starts_at: Instant,
  ends_at: z.nullable(Instant),
}

export const Slider = z.object({
  ...recordFields,
  ...facts,
  wide_picture: z.string(),
  narrow_picture: z.string(),
  status: z.enum(recordStates),
  position: z.number(),
  version: z.number(),
})
export type Slider = z.infer<typeof Slider>

const path = '/api/v1/admin/sliders/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: Slider } as const

const sliderCalls = crud('/api/v1/admin/sliders', 'sliders', Slider)
export const getSlider = endpoint({
  ...sliderCalls.get,
  name: 'getSlider',
  summary: 'Returns a slider',
})
export const createSlider = endpoint({
  ...sliderCalls.create,
  name: 'createSlider',
  idempotent: true,
  summary: 'Creates an inactive slider after the others of its place',
  body: z.strictObject(facts),
})
export const updateSlider = endpoint({
  ...sliderCalls.update,
  name: 'updateSlider',
  summary: 'Changes a slider',
  body: z.strictObject({ ...facts, version: Version }),
})
export const deleteSlider = endpoint({
  ...sliderCalls.delete,
  name: 'deleteSlider',
  summary: 'Deletes a slider',
})
const verb = { ...record, method: 'POST', auth: 'sliders.update' } as const
export const activateSlider = endpoint({
  ...verb,
  name: 'activateSlider',
  path: `${path}/activate`,
  summary: 'Makes a slider active, which is shown between its dates',
})
export const deactivateSlider = endpoint({
  ...verb,
  name: 'deactivateSlider',
  path: `${path}/deactivate`,
  summary: 'Makes a slider inactive',
})
export const raiseSlider = endpoint({
  ...verb,
  name: 'raiseSlider',
  path: `${path}/up`,
  summary: 'Moves a slider before the one above it in its place',
})
export const lowerSlider = endpoint({
  ...verb,
  name: 'lowerSlider',
  path: `${path}/down`,
  summary: 'Moves a slider after the one below it in its place',
})

const fields = {
  placement: { kind: 'choice', values: sliderPlacements, words: 'slider_placements' },
  country_code: { kind: 'choice', values: countryCodes, words: 'countries', hint: true },
  title: { kind: 'text', language: 'en' },
  title_fr: { kind: 'text', language: 'fr' },
  text: { kind: 'text', language: 'en' },
  text_fr: { kind: 'text', language: 'fr' },
  wide_picture: { kind: 'picture', hint: true },
  narrow_picture: { kind: 'picture', hint: true },
  alt: { kind: 'text', language: 'en' },
  alt_fr: { kind: 'text', language: 'fr' },
  link: { kind: 'text', hint: true },
  starts_at: { kind: 'instant' },
  ends_at: { kind: 'instant', hint: true },
} as const

export const sliderRecord = deskRecord({
  list: sliderList,
  get: getSlider,
  state: 'status',
  facts: {
    wide_picture: { kind: 'picture' },
    narrow_picture: { kind: 'picture' },
    placement: { kind: 'choice', words: 'slider_placements' },
    country_code: { kind: 'country' },
    title: { kind: 'text' },
    title_fr: { kind: 'text' },
    text: { kind: 'text' },
    text_fr: { kind: 'text' },
    alt: { kind: 'text' },
    alt_fr: { kind: 'text' },
    link: { kind: 'text' },
    starts_at: { kind: 'instant' },
    ends_at: { kind: 'instant' },
  },
  create: { endpoint: createSlider, fields },
  update: { endpoint: updateSlider, fields },
  remove: { endpoint: deleteSlider },
  actions: {
    activate: { endpoint: activateSlider, undo: 'deactivate' },
    deactivate: { endpoint: deactivateSlider, undo: 'activate' },
    up: { endpoint: raiseSlider, undo: 'down' },
    down: { endpoint: lowerSlider, undo: 'up' },
  },
  bulk: ['activate', 'deactivate'],
})
