import { expect, test } from 'vitest'
import { loadPart, MissingPart } from './missing-part.ts'

test('says what to do where a part was left out, and hides no other failure', async () => {
  await expect(loadPart('embedded_database', async () => 'engine')).resolves.toBe('engine')
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  const failed = await loadPart('embedded_database', () => Promise.reject(missing)).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(MissingPart)
  expect(failed).toMatchObject({ message: expect.stringContaining('Set DATABASE_URL'), cause: missing })
  const broken = new Error('broken')
  await expect(loadPart('simulators', () => Promise.reject(broken))).rejects.toBe(broken)
})
