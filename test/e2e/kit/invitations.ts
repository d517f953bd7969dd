import { adminMember, send } from './drivers.ts'

interface Invitable {
  roles: { id: string; name: string }[]
  branches: { id: string; name: string }[]
}

/** An admin who has just entered the password. */
export async function buildConfirmedAdmin(base: string): Promise<string> {
  const { email: identifier, password } = adminMember
  const { access_token: token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
    body: { identifier, password },
  })
  await send(base, 'POST', '/api/v1/users/confirm-login', { token, body: { password } })
  return token
}

/** The token of the newest invitation that was mailed to an address. */
export async function invitationFor(base: string, email: string): Promise<string> {
  const mails = await send<{ text: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(email)}`)
  const token = mails.map(({ text }) => /\/invitation\/([\w-]+)/.exec(text)?.[1]).find((found) => found !== undefined)
  if (token === undefined) throw new Error(`no invitation was mailed to ${email}`)
  return token
}

/** Invites an address as an employee of the first branch, and returns the token of the link. */
export async function buildInvitation(base: string, email: string): Promise<string> {
  const token = await buildConfirmedAdmin(base)
  const { roles, branches } = await send<Invitable>(base, 'GET', '/api/v1/admin/invitable', { token })
  const role_id = roles.find(({ name }) => name === 'Employee')!.id
  const place = { scope: 'branch', place_id: branches[0]!.id }
  await send(base, 'POST', '/api/v1/admin/invitations', { token, body: { email, language: 'en', role_id, ...place } })
  return invitationFor(base, email)
}
