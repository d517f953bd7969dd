import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import type { DocumentDetails } from '#contract/documents/documents.ts'
import { desk } from '#i18n/en/desk.ts'
import { pattern, wordsFor } from '#test/e2e/kit/catalogue.ts'
import { findEnabled } from './booking-page-kit.ts'
import { openPage } from './page-kit.tsx'

/* Steps that the page tests of vehicle documents share: what a customer and staff do with a request. */

const { actions, done, fields } = desk.records.documents
const { files } = desk.documents
const { documents: words } = wordsFor({ language: 'en', country: 'NG' })

type DocumentWords = ReturnType<typeof wordsFor>['documents']

/** Waits until the page of a request shows where it stands. */
export const expectStatus = (status: keyof DocumentWords['status'], shown: DocumentWords = words) =>
  waitFor(() => expect(document.querySelector('li[aria-current=step]')?.textContent).toContain(shown.status[status]))

/** Pays the quote that the page shows, and waits until it is being checked. */
export async function payQuote(user: UserEvent, shown: DocumentWords = words): Promise<void> {
  await user.click(await findEnabled(shown.pay.button))
  await expectStatus('document_review', shown)
  await screen.findByRole('button', { name: shown.quoted.cancel })
}

/** The first appointment that is left on the day that is shown. */
export const findAppointment = async (centre: string): Promise<HTMLElement> =>
  (await screen.findAllByRole('button', { name: new RegExp(`${centre}$`) }))[0]!

/** Books the first appointment that is left. */
export async function bookFirst(user: UserEvent, centre: string): Promise<void> {
  expect((await screen.findAllByText(centre)).length).toBeGreaterThan(0)
  await user.click(await findAppointment(centre))
  await user.click(await screen.findByRole('button', { name: words.inspection.book }))
  await expectStatus('inspection_booked')
}

/** Opens the record of a request in the desk. */
export const openRecord = ({ id }: DocumentDetails, token: string): Promise<UserEvent> =>
  openPage(`/desk/documents/${id}`, { token, country: 'NG' })

type Given = Partial<Record<keyof typeof fields, string>>

/** Does an action on the record that the desk shows; `given` are the fields of its form. */
export async function act(
  user: UserEvent,
  action: keyof typeof actions,
  given: Given = {},
  choices: Given = {},
): Promise<void> {
  await user.click(await screen.findByRole('button', { name: actions[action] }))
  const dialog = within(await screen.findByRole('dialog'))
  const find = async (name: string) =>
    (await dialog.findAllByLabelText(new RegExp(`^${pattern(fields[name as keyof typeof fields]).source}`)))[0]!
  for (const [name, value] of Object.entries(choices)) await user.selectOptions(await find(name), value)
  for (const [name, value] of Object.entries(given)) {
    const field = await find(name)
    await user.clear(field)
    await user.type(field, value)
  }
  await user.click(dialog.getByRole('button', { name: actions[action] }))
  expect((await screen.findAllByText(done[action])).length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

/** The code of a delivery that staff print on the slip in the parcel. */
export async function readSlip(): Promise<string> {
  // A vehicle's year has four digits as well.
  const label = await screen.findByText(fields.handover_code)
  return /\d{4}/.exec(label.nextElementSibling!.textContent)![0]
}

/** The four digits that a customer says at the counter. */
export const readCode = async (): Promise<string> => (await screen.findByText(/^\d{4}$/)).textContent

const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'

/** Uploads the report of an inspection, or the scan of a document. */
export async function upload(user: UserEvent, name: string, kind?: string): Promise<void> {
  await user.selectOptions(await screen.findByLabelText(files.purpose), kind === undefined ? 'report' : 'scan')
  if (kind !== undefined) await user.selectOptions(await screen.findByLabelText(files.kind), kind)
  await user.upload(await screen.findByLabelText(files.file), new File([pdf], name, { type: 'application/pdf' }))
  expect(await screen.findByText(name)).toBeTruthy()
}

/** Uploads the scan of an issued document and enters its result. */
export async function issue(user: UserEvent, kind: string, expires_on: string): Promise<void> {
  await upload(user, `${kind}.pdf`, kind)
  const issued_on = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await act(user, 'result', { document_number: `NG-${kind}`, issued_on, expires_on }, { kind, result: 'issued' })
}
