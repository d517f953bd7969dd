import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Words for which French has another one here: pass, stationnement, réservation, créditer, borne, code QR. */
const others = [
  /laissez-passer|titres? de (?:parking|stationnement|réservation)|e-pass|badge d’accès/i,
  /séjour|parcage|parcs? de stationnement|parc-auto|emplacements? de (?:parking|stationnement)|places? de parking/i,
  /(?:recharg|aliment|approvisionn|rempli|renflou)\S* (?:le|votre|mon|son|un) (?:portefeuille|compte|solde)/i,
  /porte-monnaie|cagnotte|ajoute[rz]? (?:de l’argent|des fonds)|(?:verse|dépose)[rz]? (?:de l’argent|des fonds)/i,
  /chargeurs?\b(?! de téléphone)|stations? de (?:re)?charge|points? de (?:re)?charge/i,
  /\bQR code|numéro de (?:la |votre )?(?:réservation|pass)/i,
]
/** Tickets of events and of barriers are sold by others and keep their name. */
const ofOthers = /(?:events|seo|pages|home|wallet_answers)\.ts$|content\/fr\/(?:posts|affiliates|marketplace)/

/** A line's sentence, without the keys, icons and addresses, which are English. */
const toSentence = (line: string) => line.replace(/^\s*\w+: /, '').replaceAll(/\{[^}]*\}|\]\([^)]*\)|to: \S+/g, '')

test('French has one word for one thing', () => {
  const files = globSync(['src/i18n/fr/**/*.ts', 'content/fr/**/*.md'])
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const sentence = toSentence(line)
        const isOfOthers = ofOthers.test(file) || /^\s*(?:prints_)?ticket/.test(line)
        const words = isOfOthers ? others : [...others, /\b(?:tickets?|billets?)\b/i]
        return words.some((word) => word.test(sentence)) ? [`${file}: ${line.trim()}`] : []
      }),
  )
  expect(files.length).toBeGreaterThan(60)
  expect(found).toEqual([])
})

test.each([
  'Rechargez votre portefeuille',
  'Pour alimenter le portefeuille',
  'Présentez votre laissez-passer',
  'Une station de recharge',
  'Deux places de parking',
  'Scannez le QR code',
  'Indiquez le numéro de réservation',
])('another word is noticed: %s', (sentence) => {
  expect(others.some((word) => word.test(sentence))).toBe(true)
})
