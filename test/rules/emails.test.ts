import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionalNotifications } from '#contract/notifications/notifications.ts'
import { mailRegister } from '#server/features.ts'
import { writeHtml, writeText } from '#server/features/accounts/mail/mail-format.ts'
import { findMailKeys, type MailGroup, type MailKind } from '#server/features/accounts/mail/mail-kinds.ts'
import { translate } from '#server/output/translate.ts'
import { exampleSite, mailExamples } from '#test/kits/mail-examples.ts'

const all = mailRegister.flatMap(({ feature, group }) =>
  (Object.entries(group.kinds) as [never, MailGroup<never, never>['kinds'][never]][]).map(([kind, entry]) => ({
    feature,
    group,
    kind: kind as string,
    recipient: group.recipient,
    ...(entry as MailKind),
    ...findMailKeys(group, kind),
  })),
)

const subjectIn = (language: 'en' | 'fr', key: string) => translate(language, key)

const writePage = () => `# Emails

\`npm run emails\` writes this page from the mails that the features name in \`src/server/features.ts\`. A new one is an entry of its group, and its words in \`src/i18n/{en,fr}\`; a test writes each in both languages.

Names in double braces stand for values. What is switched off under a preference is not sent to those who did; all others are always sent, as they concern money, access or an answer that was asked for.
${[...Map.groupBy(all, ({ feature }) => feature)]
  .map(
    ([feature, mails]) => `
## ${feature}

| kind | sent when | to | subject in English | in French | switched off by |
| --- | --- | --- | --- | --- | --- |
${mails
  .map(({ kind, cause, recipient, subject, preference }) => {
    const off = preference === undefined ? '–' : `\`${preference}\``
    return `| \`${kind}\` | ${cause} | ${recipient} | ${subjectIn('en', subject)} | ${subjectIn('fr', subject)} | ${off} |`
  })
  .join('\n')}
`,
  )
  .join('')}`

test('the page of the emails says what the code does', async () => {
  await expect(writePage()).toMatchFileSnapshot('../../docs/emails.md')
})

test('each email has a name of its own in its feature, a cause and words in both languages', () => {
  const names = all.map(({ feature, kind }) => `${feature} ${kind}`)
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
  for (const { kind, cause, recipient, subject, title } of all) {
    expect(`${kind}: ${cause}`).not.toMatch(/[|\n]|: .{0,9}$/)
    expect(recipient).not.toMatch(/[|\n]/)
    for (const key of [subject, title])
      for (const language of ['en', 'fr'] as const) expect(translate(language, key), `${key} ${language}`).not.toBe(key)
  }
})

test('every email of the register can be written in both languages, with all its values', () => {
  expect(new Set(mailExamples.map(({ group }) => group))).toEqual(new Set(mailRegister.map(({ group }) => group)))
  for (const { group, write } of mailExamples)
    for (const kind of Object.keys(group.kinds)) {
      const written = (['en-NG', 'fr-CA'] as const).map((locale) => {
        const mail = write(kind, locale)
        const text = `${mail.subject}\n${writeText(mail, mail.locale)}`
        expect(text, kind).not.toMatch(/\{\{|undefined|\bNaN\b|\[object/)
        expect(text, kind).not.toMatch(/^[a-z_]+(\.[a-z_]+)+$/m)
        expect(writeHtml(mail, mail.locale)).toContain(`<html lang="${mail.locale.slice(0, 2)}">`)
        for (const block of mail.blocks)
          if (block.kind === 'button') expect(block.url.startsWith(`${exampleSite}/`), block.url).toBe(true)
        return text
      })
      expect(written[0], kind).not.toBe(written[1])
    }
})

test('every notification that customers can switch off in emails is the preference of an email', () => {
  const mailed = Object.entries(optionalNotifications).filter(([, channels]) =>
    (channels as readonly string[]).includes('email'),
  )
  const preferences = new Set(all.map(({ preference }) => preference))
  for (const [topic] of mailed) expect(preferences, topic).toContain(topic)
})

test('nothing is written to the outbox beside the register', () => {
  const sources = globSync('src/**/*.ts').filter((path) => !path.endsWith('.test.ts'))
  const read = (path: string) => readFileSync(path, 'utf8')
  const outbox = 'src/server/features/accounts/mail'
  expect(sources.filter((path) => /\bstoreMails\(/.test(read(path))).toSorted()).toEqual([
    `${outbox}/mail-kinds.ts`,
    `${outbox}/store-mails.ts`,
  ])
  expect(sources.filter((path) => /insert into mails|insertInto\('mails'\)/.test(read(path)))).toEqual([
    `${outbox}/store-mails.ts`,
  ])
  const declared = sources.flatMap((path) => read(path).match(/= defineMails</g) ?? [])
  expect(declared.length).toBe(mailRegister.length)
})
