import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ContentBlock } from '#contract/content/content.ts'
import { toAnswerSchema } from './answer-schema.ts'

test.each<ContentBlock>([
  { kind: 'text', html: '<p>Text</p>' },
  { kind: 'note', html: '<p>Note</p>' },
  { kind: 'call', html: '<p>Call</p>' },
  { kind: 'picture', name: 'gate', html: '<p>Beside it</p>' },
  { kind: 'slot', name: 'chargers', options: { kind: 'ev' } },
  { kind: 'cards', items: [] },
])('a block of $kind keeps all of its fields', (block) => {
  expect(z.parse(toAnswerSchema(ContentBlock), block)).toEqual(block)
})

test('an option of a union is told by its listed values, also where it refuses other fields', () => {
  const Either = z.union([
    z.strictObject({ kind: z.enum(['a', 'b']) }),
    z.strictObject({ kind: z.literal('c'), more: z.string() }),
  ])
  expect(z.parse(toAnswerSchema(Either), { kind: 'c', more: 'kept' })).toEqual({ kind: 'c', more: 'kept' })
})

test('a listed value outside unions is described, and a row with another one is answered', () => {
  const Row = z.object({ state: z.enum(['open', 'done']), size: z.number().check(z.maximum(5)) })
  expect(z.parse(toAnswerSchema(Row), { state: 'new', size: 9 })).toEqual({ state: 'new', size: 9 })
})
