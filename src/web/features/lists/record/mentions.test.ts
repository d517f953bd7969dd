import { expect, test } from 'vitest'
import { findMention, insertMention } from './mentions.ts'

test('an @ before the caret, with a part of a name, is a mention', () => {
  expect(findMention('Ask @Ad', 7)).toEqual({ start: 4, end: 7, search: 'Ad' })
  expect(findMention('@', 1)).toEqual({ start: 0, end: 1, search: '' })
  expect(findMention('Ask @Ada Lo now', 11)).toEqual({ start: 4, end: 11, search: 'Ada Lo' })
  expect(findMention('Voir @Éloïse', 12)?.search).toBe('Éloïse')
  expect(findMention('mail ada@example.com', 20)).toBeUndefined()
  expect(findMention('Ask @Ada about the car park', 27)).toBeUndefined()
  expect(findMention('Ask @Ada', 3)).toBeUndefined()
})

test('a chosen name replaces what was typed of it', () => {
  const mention = findMention('Ask @Ad today', 7)!
  expect(insertMention('Ask @Ad today', mention, 'Ada Obi')).toEqual({ text: 'Ask @Ada Obi today', caret: 13 })
})
