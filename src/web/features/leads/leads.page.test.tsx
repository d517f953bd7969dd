import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { wordsOf } from '#test/e2e/kit/catalogue.ts'
import { send } from '#test/e2e/kit/drivers.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { leads_form: words, errors } = wordsOf.fr

const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\nstartxref\n9\n%%EOF\n'

const openForm = async () => {
  const user = await openPage('/careers', { language: 'fr' })
  const form = await screen.findByRole('region', { name: words.legend.career })
  return {
    user,
    form,
    field: (name: string) => within(form).findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) }),
    file: () => form.querySelector<HTMLInputElement>('input[type=file]')!,
    submit: () => user.click(within(form).getByRole('button', { name: words.send.career })),
  }
}

test('sends an application with a PDF and rejects a file that is not one', async () => {
  const email = `reader-${crypto.randomUUID()}@example.com`
  const first = await openForm()
  await first.user.type(await first.field(words.fields.name), 'Awa Ndiaye')
  await first.user.type(await first.field(words.fields.email), email)
  await first.user.type(await first.field(words.fields.work), 'Écrire')
  await first.user.type(await first.field(words.fields_of.career_message), 'Bonjour,{Enter}voici ma lettre.')
  await first.user.upload(first.file(), new File(['MZ not at all'], 'cv.pdf', { type: 'application/pdf' }))
  await first.submit()
  expect((await within(first.form).findByRole('alert')).textContent).toContain(errors.fields.pdf)
  const { user, form, field, file, submit } = await openForm()
  expect((await field(words.fields.work)).value).toBe('Écrire')
  expect(form.textContent).toContain(words.file_lost.replace('{{name}}', 'cv.pdf'))
  await submit()
  expect((await within(form).findByRole('alert')).textContent).toContain('cv.pdf')
  await user.upload(file(), new File([pdf], 'mon cv', { type: 'application/pdf' }))
  await submit()
  const heading = await screen.findByRole('heading', { name: words.sent_title })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const [mail] = await send<{ subject: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)
  expect(mail!.subject).toBe('Nous avons bien reçu votre message')
})
