import { expect, test } from 'vitest'
import { newSealingKey, seal, unseal } from './sealing.ts'

test('only the key and what a value is bound to open it', async () => {
  const key = await newSealingKey()
  const sealed = await seal(key, { plate: 'BKTR 482' }, 'a session')
  expect(key.extractable).toBe(false)
  expect(Buffer.from(sealed.data).toString('latin1')).not.toContain('BKTR')
  expect(await unseal(key, sealed, 'a session')).toEqual({ plate: 'BKTR 482' })
  await expect(unseal(key, sealed, 'another session')).rejects.toThrow()
  await expect(unseal(await newSealingKey(), sealed, 'a session')).rejects.toThrow()
  new Uint8Array(sealed.data)[0]! ^= 1
  await expect(unseal(key, sealed, 'a session')).rejects.toThrow()
})
