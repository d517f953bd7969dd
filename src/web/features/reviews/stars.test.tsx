import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { web } from '#i18n/en/web.ts'
import { setCatalogue } from '#web/page/translation.ts'
import { StarField } from './StarField.tsx'
import { Stars } from './Stars.tsx'

beforeAll(() => setCatalogue('en', web, () => undefined))

describe('stars', () => {
  test.each([
    [5, 5, 0],
    [4.3, 4, 1],
    [4.2, 4, 0],
    [0.9, 1, 0],
    [2.5, 2, 1],
  ])('%s: %s whole, %s half', (rating, whole, half) => {
    const markup = renderToStaticMarkup(<Stars rating={rating} />)
    expect(markup.match(/fill-current/g)?.length ?? 0).toBe(whole + half)
    expect(markup.match(/clip-path/g)?.length ?? 0).toBe(half)
    expect(markup).toContain(`aria-label="${rating} out of 5 stars"`)
  })

  test('are chosen with five labelled radios of one group', () => {
    const markup = renderToStaticMarkup(
      <StarField name="rating" value={4} onChange={() => undefined} error="Please choose" ref={null} />,
    )
    expect(markup.match(/type="radio"/g)).toHaveLength(5)
    expect(markup.match(/name="rating"/g)).toHaveLength(5)
    expect(markup).toMatch(/checked="" value="4"|value="4" checked=""/)
    expect(markup.match(/fill-current/g)).toHaveLength(4)
    expect(markup).toContain('1 star, Bad')
    expect(markup).toContain('5 stars, Very good')
    expect(markup).toMatch(/<fieldset aria-invalid="true" aria-describedby="([^"]+)".*id="\1"[^>]*>.*Please choose/)
  })
})
