import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './markdown.ts'
import { fill, parseText } from './parse.ts'

const page = (body: string) => parseText(`---\ntitle: "{{name}}"\n---\n${body}`, { name: 'Quay', 'a.b': 3 })

describe('parseText', () => {
  it('reads the head, sections, groups and slots and fills in placeholders', () => {
    const { head, sections } = page(
      '\nFirst.\n\n## Second *part* {#two only=demo}\n\n::: steps\n### One {icon=clock}\n{{a.b}} min\n### Two {to=/wallet}\nmore\n:::\n\n::: slot lead kind=demo\n:::\n',
    )
    expect(head).toEqual({ title: 'Quay' })
    expect(sections).toEqual([
      { id: 'top', title: null, only: null, blocks: [{ kind: 'text', html: '<p>First.</p>' }] },
      {
        id: 'two',
        title: 'Second part',
        only: 'demo',
        blocks: [
          {
            kind: 'steps',
            items: [
              { id: 'one', title: 'One', icon: 'clock', to: null, html: '<p>3 min</p>' },
              { id: 'two', title: 'Two', icon: null, to: '/wallet', html: '<p>more</p>' },
            ],
          },
          { kind: 'slot', name: 'lead', options: { kind: 'demo' } },
        ],
      },
    ])
  })
  it.each([
    ['a group that begins without a heading', '::: cards\ntext\n:::'],
    ['an unknown placeholder', '{{nobody}}'],
    ['an unterminated block', '::: note\ntext'],
    ['an unknown block', '::: marquee\n:::'],
    ['an unknown slot', '::: slot fireworks\n:::'],
    ['an unknown icon', '::: cards\n### A {icon=unicorn}\n:::'],
  ])('rejects %s', (_what, body) => {
    expect(() => page(body)).toThrow()
  })

  it('leaves ::: inside a code fence as text', () => {
    const { sections } = page('\n```\n::: note\n:::\n## no heading\n```\n\nAfter.\n')
    expect(sections).toEqual([
      {
        id: 'top',
        title: null,
        only: null,
        blocks: [{ kind: 'text', html: '<pre><code>::: note\n:::\n## no heading\n</code></pre>\n<p>After.</p>' }],
      },
    ])
  })
})

describe('renderMarkdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '[x](//elsewhere.example)',
    '[x](http://plain.example)',
  ])('renders no script, image or unsafe link from %s', (text) => {
    expect(renderMarkdown(text)).not.toMatch(/<(script|img|a)\b/)
  })
  it('escapes HTML tags in the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const tags = renderMarkdown(`a <b>${text}</b> <i onclick="x">`).match(/<(?!\/)[a-z]\w*/gi) ?? []
        expect(tags.filter((tag) => /^<(b|i|script|style|iframe|svg|object)$/i.test(tag))).toEqual([])
      }),
    )
  })
})

describe('fill', () => {
  it('leaves text without placeholders unchanged', () => {
    fc.assert(fc.property(fc.string(), (text) => text.includes('{{') || fill(text, {}) === text))
  })
})

it('marks first cells as row headers if their column has no heading', () => {
  const html = renderMarkdown('| | A |\n| --- | --- |\n| one | 1 |\n\n| X | Y |\n| --- | --- |\n| a | b |')
  const [first, second] = html.replaceAll(/\s*\n\s*/g, '').split('</table>')
  expect(first).toContain('<tr><td></td><th scope="col">A</th></tr>')
  expect(first).toContain('<tr><th scope="row">one</th><td>1</td></tr>')
  expect(second).toContain('<tr><th scope="col">X</th><th scope="col">Y</th></tr>')
  expect(second).toContain('<tr><td>a</td><td>b</td></tr>')
})
