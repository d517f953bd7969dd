import { expect, test } from 'vitest'
import type { TextLanguage } from '#contract/text-languages.ts'
import { checkTexts, type TextMistake } from './check-texts.ts'
import { findText, readFileTexts } from './files.ts'
import type { MistakeCode } from './mistakes.ts'
import { parseText } from './parse.ts'
import { createSurroundings } from './surroundings.ts'

const page = 'affiliates'
const texts = { en: findText('en', page)!.text, fr: findText('fr', page)!.text }
const surroundings = createSurroundings(readFileTexts())
const lineWith = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1

/** What is found once `from` is replaced in one language. */
function checkChanged(language: TextLanguage, from: string, to: string): { found: TextMistake[]; text: string } {
  expect(texts[language]).toContain(from)
  const text = texts[language].replace(from, to)
  return { found: checkTexts(page, { ...texts, [language]: text }, surroundings), text }
}
const brief = ({ language, code, line }: TextMistake) => [language, code, line]

const description = /^description: (.*)$/m.exec(texts.en)![1]!
const paragraph = 'we don’t record which bookings come from which link.'

// What is replaced, by what, and the mistake that is found in the line of the third text.
test.each<[MistakeCode, string, string, string]>([
  ['head_unreadable', 'title: Affiliates', 'title: "Affiliates', 'title: "Affiliates'],
  ['field_missing', 'picture: affiliates\n', '', '---'],
  ['field_unknown', 'look: split', 'look: split\ncolour: red', 'colour:'],
  ['field_short', description, 'Too short.', 'description:'],
  ['field_long', description, 'Long. '.repeat(40), 'description:'],
  ['field_invalid', 'look: split', 'look: sideways', 'look:'],
  ['field_invalid', 'to: "#ask"', 'to: "javascript:alert(1)"', 'actions:'],
  ['placeholder_unknown', '{{brand}}', '{{brand}} {{nobody}}', 'lead:'],
  ['placeholder_unknown', '{{brand}}', '{{brand}} {{constructor}}', 'lead:'],
  ['block_unknown', '::: cards', '::: marquee\n:::\n\n::: cards', 'marquee'],
  ['block_open', paragraph, `${paragraph}\n\n:::: note\nOpen`, ':::: note'],
  ['group_start', '::: cards\n', '::: cards\nText first.\n', 'Text first.'],
  ['slot_unknown', paragraph, `${paragraph}\n\n::: slot fireworks\n:::\n`, 'fireworks'],
  ['form_unknown', 'kind=affiliate', 'kind=lottery', 'kind=lottery'],
  ['icon_unknown', 'icon=map', 'icon=unicorn', 'icon=unicorn'],
  ['condition_unknown', '{#get}', '{#get only=tuesdays}', 'only=tuesdays'],
  ['picture_unknown', 'picture: affiliates', 'picture: nowhere', 'picture: nowhere'],
  ['picture_unknown', paragraph, `${paragraph}\n\n::: picture ../../brand\n:::\n`, '::: picture'],
  ['html', paragraph, `${paragraph}\n<script>alert(1)</script>`, '<script>'],
  ['html', paragraph, `${paragraph} <b>Bold</b>`, '<b>'],
  ['image', paragraph, `${paragraph}\n![Ours](https://elsewhere.example/x.png)`, '![Ours]'],
  ['link_refused', paragraph, `${paragraph}\n[x](javascript:alert(1))`, 'javascript:'],
  ['link_refused', paragraph, `${paragraph}\n[x](//elsewhere.example)`, '//elsewhere'],
  ['link_refused', paragraph, `${paragraph}\n\n[x]: data:text/html,hi`, 'data:'],
  ['link_refused', 'icon=map', 'icon=map to=javascript:alert(1)', 'javascript:'],
  ['link_broken', '(/search)', '(/serach)', '/serach'],
  ['link_broken', '(/search)', '(/post/none)', '/post/none'],
  ['anchor_missing', '(/search)', '(/help#none)', '/help#none'],
  ['anchor_missing', 'to: "#ask"', 'to: "#aks"', 'actions:'],
  ['host_unknown', '(/search)', '(https://elsewhere.example/a)', 'elsewhere.example'],
  ['address_no_link', paragraph, `${paragraph} \`https://elsewhere.example\``, 'elsewhere.example'],
  ['link_only_here', '(/search)', '(https://askniid.org)', 'askniid.org'],
  ['anchor_twice', '### Hotels and clinics {', '### Hotels and clinics {#ask ', '{#ask}'],
  ['section_only_here', '## Apply', '## Extra {#extra}\n\nMore.\n\n## Apply', '{#extra}'],
  ['title_taken', 'title: Affiliates', 'title: Careers', 'title:'],
])('%s: finds it where %j is replaced by %j', (code, from, to, at) => {
  const { found, text } = checkChanged('en', from, to)
  expect(found.map(brief)).toContainEqual(['en', code, lineWith(text, at)])
})

test.each<[MistakeCode, string, string, string]>([
  ['placeholder_only_here', '{{brand}}', '{{brand}} {{brand}}', 'lead:'],
  ['parts_differ', '### Salles et théâtres {icon=ticket}', '### Salles et théâtres', '{#who}'],
  ['section_order', '{#who}', '{#link}', '{#link}'],
  ['french_space', 'Si vous souhaitez', 'Bonjour ! Si vous souhaitez', 'Bonjour !'],
])('%s: finds it in French', (code, from, to, at) => {
  const swapped = code === 'section_order' ? texts.fr.replace('{#link}', '{#who}') : texts.fr
  const fr = swapped.replace(from, to)
  expect(checkTexts(page, { en: texts.en, fr }, surroundings).map(brief)).toContainEqual(['fr', code, lineWith(fr, at)])
})

test('a text without a head is one mistake, and the other language is checked all the same', () => {
  const found = checkTexts(page, { en: 'Nothing', fr: texts.fr.replace('(/search)', '(/serach)') }, surroundings)
  expect(found.map(brief)).toEqual(
    expect.arrayContaining([
      ['en', 'no_head', 1],
      ['fr', 'link_broken', lineWith(texts.fr, '(/search)')],
    ]),
  )
})

test('what others link to must stay, and so must the answers that bookings suggest', () => {
  const [en, fr] = [findText('en', 'help')!.text, findText('fr', 'help')!.text]
  const change = (text: string) => text.replace('{#pass-offline', '{#pass-anywhere')
  const codes = checkTexts('help', { en: change(en), fr: change(fr) }, surroundings)
    .filter(({ code }) => code === 'anchor_needed')
    .map(({ language, params }) => `${language} ${params['id']}`)
  expect(codes).toContain('en pass-offline')
  expect(codes).toContain('fr pass-offline')
})

test('lists every mistake at once, in the order of the lines', () => {
  const { found } = checkChanged('en', paragraph, `[a](/nowhere)\n\n<b>x</b>\n\n::: marquee\n:::\n\n${paragraph}`)
  expect(found.filter(({ language }) => language === 'en').map(({ code }) => code)).toEqual([
    'link_broken',
    'html',
    'block_unknown',
  ])
})

test('what is wrong is left out or shown as text', () => {
  const hostile = [
    '---\ntitle: x\n---\n<script>alert(1)</script> <img src=x onerror=alert(1)>',
    '[a](javascript:alert(1)) ![b](https://elsewhere.example/x.png)',
    '::: cards\n### A {to=javascript:alert(1)}\n<iframe src="https://elsewhere.example"></iframe>\n:::',
  ].join('\n\n')
  const { sections } = parseText(hostile, surroundings.values.en, () => undefined)
  const html = JSON.stringify(sections)
  expect(html).not.toMatch(/<(script|img|iframe|a)\b/)
  expect(html).not.toContain('"to":"javascript')
  expect(html).toContain('&lt;script&gt;')
})
