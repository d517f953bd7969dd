import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words for which French has another one here: pass, stationnement, créditer, borne. */
const others = /séjour|\btickets?\b|recharger (?:le|votre|mon) portefeuille|station de recharge/i
/** Tickets of events are sold by others and keep their name. */
const ofEvents = /^(?:events|seo|pages|home)\.ts$/

test('French has one word for one thing', () => {
  const folder = new URL('../src/i18n/fr/', import.meta.url)
  const found = readdirSync(folder).flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8')
    return text.split('\n').flatMap((line) => {
      // Keys are English.
      const [, key = '', sentence = line] = /^\s*(\w+): (.*)$/.exec(line) ?? []
      const isOfEvent = ofEvents.test(file) || key.startsWith('ticket')
      const isWrong = others.test(sentence) || (!isOfEvent && /\bbillets?\b/i.test(sentence))
      return isWrong ? [`${file}: ${line.trim()}`] : []
    })
  })
  expect(found).toEqual([])
})
