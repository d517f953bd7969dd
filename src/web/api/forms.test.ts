import { describe, expect, it } from 'vitest'
import { line } from '#contract/fields.ts'
import type { Translate } from '#web/page/translation.ts'
import { CallError } from './call.ts'
import { emptyAsUnset, fieldMessage, parseRefusal } from './forms.ts'

const t = ((key: string) => `<${key}>`) as unknown as Translate

describe('fieldMessage', () => {
  it('returns undefined for a valid field', () => {
    expect(fieldMessage(t, undefined)).toBeUndefined()
  })
  it('translates a message key of the contract', () => {
    expect(fieldMessage(t, { message: 'password_short' })).toBe('<errors.fields.password_short>')
  })
  it('keeps a message of the server', () => {
    expect(fieldMessage(t, { message: 'Ce mot de passe est trop courant.' })).toBe('Ce mot de passe est trop courant.')
  })
  it('says that a field without a choice or a number is required, where the schema has no words', () => {
    for (const type of ['invalid_type', 'invalid_value'])
      expect(fieldMessage(t, { message: 'Invalid input', type })).toBe('<errors.fields.required>')
    expect(fieldMessage(t, { message: 'Invalid input', type: 'invalid_format' })).toBe('<errors.fields.invalid>')
  })
  it('says how long a text must be, and that an empty one is required', () => {
    const words = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as Translate
    const messageFor = (text: string) => line(3, 9).safeParse(text).error?.issues[0]
    expect(fieldMessage(words, messageFor('ab'))).toBe('errors.fields.too_short {"least":3}')
    expect(fieldMessage(t, messageFor('  '))).toBe('<errors.fields.required>')
  })
  it('falls back to a general message for an invalid field', () => {
    expect(fieldMessage(t, {})).toBe('<errors.fields.invalid>')
    expect(fieldMessage(t, { message: '' })).toBe('<errors.fields.invalid>')
  })
})

describe('parseRefusal', () => {
  const problem = (errors: { field: string; message: string }[]) => ({
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    detail: 'validation_failed',
    message: 'There’s a problem. Check the fields marked below.',
    code: 'validation_failed',
    request_id: 'r',
    errors,
  })

  it('separates messages about the form’s fields from others', () => {
    const error = new CallError(
      422,
      problem([
        { field: 'email', message: 'Please enter a valid email' },
        { field: 'country_code', message: 'We aren’t available in this country yet.' },
      ]),
    )
    expect(parseRefusal(error, ['email', 'password'])).toEqual({
      code: 'validation_failed',
      message: 'There’s a problem. Check the fields marked below.',
      fields: [{ field: 'email', message: 'Please enter a valid email' }],
      otherMessages: ['We aren’t available in this country yet.'],
    })
  })

  it('distinguishes a network failure from a response of another server', () => {
    const nothing = { message: undefined, fields: [], otherMessages: [] }
    expect(parseRefusal(new CallError(0, undefined), ['email'])).toEqual({ code: 'network', ...nothing })
    expect(parseRefusal(new CallError(502, undefined), ['email'])).toEqual({ code: 'unknown', ...nothing })
  })
})

describe('emptyAsUnset', () => {
  it('replaces blank input with undefined', () => {
    expect([emptyAsUnset(''), emptyAsUnset('  '), emptyAsUnset('Obi')]).toEqual([undefined, undefined, 'Obi'])
  })
})
