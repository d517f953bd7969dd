import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { PushCampaign } from '#contract/notifications/campaigns.ts'
import { desk as en } from '#i18n/en/desk.ts'
import { desk as fr } from '#i18n/fr/desk.ts'
import { adminMember, send } from '#test/e2e/kit/drivers.ts'
import { labelled, logIn, openDesk, setField } from '#test/kits/pages/desk-page-kit.ts'
import { base, openPage } from '#test/kits/pages/page-kit.tsx'

const { fields, preview, actions, done } = en.records.push_notifications

test('a message is written in both languages, shown as devices show it with its recipients, and scheduled', async () => {
  const token = await logIn(adminMember)
  const user = await openDesk('/desk/push-notifications/new', token)
  await setField(user, await screen.findByLabelText(labelled(fields.title)), 'Half price on Sunday')
  await setField(user, screen.getByLabelText(labelled(fields.title_fr)), 'Moitié prix dimanche')
  await setField(user, screen.getByLabelText(labelled(fields.text)), 'All car washes cost half.')
  await setField(user, screen.getByLabelText(labelled(fields.text_fr)), 'Tous les lavages à moitié prix.')
  await setField(user, screen.getByLabelText(labelled(en.lists.push_notifications.columns.send_at)), '2030-01-01T10:00')
  await user.click(screen.getByRole('button', { name: en.form.create }))
  expect(await screen.findByText(preview.reach_other.replace('{{count}}', '0'))).toBeTruthy()
  expect(screen.getByText('Tous les lavages à moitié prix.', { selector: '[lang=fr] p' })).toBeTruthy()
  const id = location.pathname.split('/').at(-1)!
  onTestFinished(async () => {
    await send(base, 'POST', `/api/v1/admin/push-notifications/${id}/cancel`, { token })
  })
  await user.click(screen.getByRole('button', { name: actions.schedule }))
  await waitFor(async () => {
    const { status } = await send<PushCampaign>(base, 'GET', `/api/v1/admin/push-notifications/${id}`, { token })
    expect(status).toBe('scheduled')
  })
  expect(await screen.findByText(done.schedule)).toBeTruthy()
})

test('in French, a message is titled by its French title, in the list and above its own page, and its form keeps both', async () => {
  const token = await logIn(adminMember)
  const facts = {
    title: 'Free wash on Monday',
    title_fr: 'Lavage offert lundi',
    text: 'All half.',
    text_fr: 'Tout à moitié.',
  }
  const audience = {
    role: 'customers',
    country_code: null,
    city: null,
    branch_id: null,
    activity: null,
    within_days: null,
  }
  const body = { ...facts, ...audience, link: null, send_at: '2030-01-01T10:00:00Z' }
  const { id, version } = await send<PushCampaign>(base, 'POST', '/api/v1/admin/push-notifications', { token, body })
  onTestFinished(async () => {
    await send(base, 'DELETE', `/api/v1/admin/push-notifications/${id}?version=${version}`, { token })
  })
  await openPage('/desk/push-notifications', { token, country: 'SN', language: 'fr' })
  expect(await screen.findAllByText(facts.title_fr)).not.toEqual([])
  expect(screen.queryByText(facts.title)).toBeNull()
  await openPage(`/desk/push-notifications/${id}?edit`, { token, country: 'SN', language: 'fr' })
  expect(await screen.findByRole('heading', { level: 1, name: facts.title_fr })).toBeTruthy()
  const { fields: french } = fr.records.push_notifications
  const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(labelled(label)).value
  expect([valueOf(french.title), valueOf(french.title_fr)]).toEqual([facts.title, facts.title_fr])
})
