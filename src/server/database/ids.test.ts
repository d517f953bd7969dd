import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeAlphabet } from '#contract/codes.ts'
import { isUuid, newCode, newId } from './ids.ts'

test('generates version 7 UUIDs, ordered by time', () => {
  const early = newId(1_700_000_000_000)
  const late = newId(1_700_000_000_001)
  expect(isUuid(early)).toBe(true)
  expect(early[14]).toBe('7')
  expect('89ab').toContain(early[19])
  expect(early < late).toBe(true)
})

test('generates unique codes without ambiguous characters', () => {
  const codes = Array.from({ length: 2_000 }, () => newCode())
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.every((code) => code.length === 8 && [...code].every((letter) => codeAlphabet.includes(letter)))).toBe(
    true,
  )
  expect(/[01ILOU]/.test(codeAlphabet)).toBe(false)
})

test('no statement compares an id with a text from outside, which no index serves', () => {
  const files = globSync('src/server/**/*.ts').filter((file) => !file.includes('.test.'))
  const comparing = files.filter((file) => /\bid::text\s*(=|<>|in)\s*\(?\$\{/.test(readFileSync(file, 'utf8')))
  expect(comparing).toEqual([])
})
