import { expect, test } from 'vitest'
import { writeHtml, writeText, type MailContent } from './mail-format.ts'

const hostile = `<script>alert("1")</script> & 'co'`
const mail: MailContent = {
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

test('whatever stands in a value stays text in the HTML', () => {
  const html = writeHtml(mail, 'en')
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>')
  expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;')
  expect(html).toContain('href="https://parkwell.example/x?a=&quot;b&quot;&amp;c=&lt;d&gt;"')
  expect(html).toContain('Line one<br>')
  expect(html).toContain('<html lang="en">')
})

test('the only six digits are the code', () => {
  for (const language of ['en', 'fr'] as const) {
    expect(writeText(mail, language).match(/\d{6}/g)).toEqual(['042917'])
    expect(writeHtml(mail, language).match(/\d{6}/g)).toEqual(['042917'])
  }
})

test('the text says all that the HTML says', () => {
  const text = writeText(mail, 'fr')
  for (const part of [
    'Title <script>',
    'Line one',
    '042917',
    'Total: ₦1,250',
    'https://parkwell.example/x',
    'Parkwell',
  ])
    expect(text).toContain(part)
  expect(text).toContain('Écrivez à support@parkwell.example')
})

test('HTML that mail programs take: one table of 600 px, no script, nothing fetched', () => {
  const html = writeHtml(mail, 'en')
  expect(html).toContain('width="600"')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(html).not.toMatch(/<(script|link|img|iframe|form)\b|@import|url\(/)
})
