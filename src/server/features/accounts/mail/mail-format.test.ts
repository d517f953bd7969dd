import { expect, test } from 'vitest'
import { writeHtml, writeText, type MailContent } from './mail-format.ts'

const hostile = `<script>alert("1")</script> & 'co'`
const mail: MailContent = {
  base: 'https://parkwell.example',
  title: `Title ${hostile}`,
  blocks: [
    { kind: 'text', text: `Line one\n${hostile}` },
    { kind: 'code', code: '042917' },
    {
      kind: 'facts',
      rows: [
        ['Plate', `<b>${hostile}`],
        ['Total', '₦1,250'],
      ],
    },
    { kind: 'button', label: hostile, url: 'https://parkwell.example/x?a="b"&c=<d>' },
    { kind: 'note', text: hostile },
  ],
}

test('escapes values in the HTML', () => {
  const html = writeHtml(mail, 'en')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;')
  expect(html).toContain('href="https://parkwell.example/x?a=&quot;b&quot;&amp;c=&lt;d&gt;"')
  expect(html).toContain('Line one<br>')
  expect(html).toContain('<html lang="en">')
})

test('links the addresses of our own site in texts, and no others', () => {
  const text = 'See https://parkwell.example/auth. Not https://evil.example/x or https://parkwell.example.evil/'
  const html = writeHtml({ ...mail, blocks: [{ kind: 'text', text }] }, 'en')
  const linked = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address]) => address)
  expect(linked).toEqual(['https://parkwell.example/auth', 'https://parkwell.example/help#contact'])
})

test('contains no six digits besides the code', () => {
  for (const language of ['en', 'fr'] as const) {
    expect(writeText(mail, language).match(/\d{6}/g)).toEqual(['042917'])
    expect(writeHtml(mail, language).match(/\d{6}/g)).toEqual(['042917'])
  }
})

test('has the same content as text and as HTML', () => {
  const text = writeText(mail, 'fr')
  for (const part of [
    'Title <script>',
    'Line one',
    '042917',
    'Total\u00a0: ₦1,250',
    'https://parkwell.example/x',
    'Parkwell',
  ])
    expect(text).toContain(part)
  expect(text).toContain('Contactez-nous\u00a0: https://parkwell.example/help#contact')
})

test('writes colons as the language does, in facts, buttons and the footer', () => {
  const content: MailContent = {
    base: 'https://parkwell.example',
    title: 'T',
    blocks: [
      { kind: 'facts', rows: [['Prix', '5']] },
      { kind: 'button', label: 'Voir', url: 'https://parkwell.example/x' },
    ],
    unsubscribe_url: 'https://parkwell.example/u',
  }
  const french = writeText(content, 'fr')
  expect(french).toMatch(/^Prix\u00a0: 5$/m)
  expect(french).toMatch(/^Voir\u00a0: https:\/\/parkwell\.example\/x$/m)
  expect(french).toMatch(/^\S.*\u00a0: https:\/\/parkwell\.example\/u$/m)
  expect(french).not.toMatch(/[^\u00a0s]: /)
  expect(writeText(content, 'en')).toMatch(/^Prix: 5\n\nVoir: https:[^]*[a-z]: https:/m)
})

test('writes HTML for mail programs: one table of 600 px, without scripts or remote files', () => {
  const html = writeHtml(mail, 'en')
  expect(html).toContain('width="600"')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).not.toMatch(/<(script|link|img|iframe|form)\b|@import|url\(/)
})
