import { expect, test } from 'vitest'
import { loadEndpoints } from '#test/kits/contract.ts'

/*
 * What creates something takes an Idempotency-Key, so that a request whose answer was lost can be sent again without a second
 * of it. Keys belong to an account.
 */

/** Calls that create something under another status than 201. */
const creating = /^(add|copy|create|make|register|save)[A-Z]/
const others = new Set(['claimPark', 'closePark', 'listCharger', 'listSpace'])

const isFile = 'its body is a file, which a hash of the request does not cover'
const isSet = 'adds to a set: the second time adds nothing'
/** Calls that create something and take no key. */
const withoutKey: Record<string, string> = {
  addDeliveryPhoto: isFile,
  addDocumentFile: isFile,
  addLogo: isFile,
  addOrderPhoto: isFile,
  addOrderPhotoByStaff: isFile,
  addPhoto: isFile,
  addPicture: isFile,
  addReplyPhoto: isFile,
  addStaffFile: isFile,
  addBranchPark: isSet,
  addGuard: isSet,
  addPartnerPark: isSet,
  addPushSubscription: 'replaces what the browser had',
  addCamera: 'its answer holds the key of the camera, which is stored nowhere',
  createManagerCode: 'a second one takes the place of the first, which nobody has seen',
  createQuote: 'takes nothing, and is forgotten after some minutes',
  reportMistake: 'visitors have no keys, and staff see reports of one mistake together',
}

test('every call of an account that creates something takes an Idempotency-Key', async () => {
  const found = (await loadEndpoints()).filter(
    ({ method, auth, status, name }) =>
      method === 'POST' && auth !== 'none' && (status === 201 || creating.test(name) || others.has(name)),
  )
  expect(found.length).toBeGreaterThan(60)
  const without = found.filter(({ idempotent }) => idempotent !== true).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.keys(withoutKey).toSorted())
})
