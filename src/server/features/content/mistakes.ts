/** What can be wrong with a text. The sentences are in `page_problems` of the catalogue. */
export const mistakeCodes = [
  'no_head',
  'head_unreadable',
  'field_missing',
  'text_missing',
  'field_unknown',
  'field_short',
  'field_long',
  'field_invalid',
  'placeholder_unknown',
  'placeholder_only_here',
  'block_unknown',
  'block_open',
  'group_start',
  'slot_unknown',
  'form_unknown',
  'icon_unknown',
  'condition_unknown',
  'picture_unknown',
  'html',
  'image',
  'link_refused',
  'link_broken',
  'anchor_missing',
  'host_unknown',
  'address_no_link',
  'link_only_here',
  'anchor_twice',
  'anchor_needed',
  'section_only_here',
  'section_order',
  'parts_differ',
  'title_taken',
  'description_taken',
  'french_space',
] as const
export type MistakeCode = (typeof mistakeCodes)[number]

/** A mistake with the line of the text where it stands, from 1. */
export interface Mistake {
  code: MistakeCode
  line: number
  params: Record<string, string | number>
}

/** Takes a mistake: the parser goes on where it returns. */
export type Report = (code: MistakeCode, line: number, params?: Mistake['params']) => void

/** A text that cannot be shown. */
export class TextError extends Error {
  readonly mistake: Mistake

  constructor(mistake: Mistake) {
    const { code, line, params } = mistake
    super(`line ${line}: ${code} ${Object.values(params).join(' ')}`)
    this.mistake = mistake
  }
}

/** Refuses a text with its first mistake. */
export const refuse: Report = (code, line, params = {}) => {
  throw new TextError({ code, line, params })
}
