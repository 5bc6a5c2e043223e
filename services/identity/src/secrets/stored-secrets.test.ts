import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createStoredSecrets } from './stored-secrets.ts'

const [key, nextKey] = [randomBytes(32), randomBytes(32)]

test('A stored secret is read after its key was replaced', async () => {
  const sealed = await createStoredSecrets('totp-secret', [key]).seal('secret ü')
  expect(await createStoredSecrets('totp-secret', [nextKey, key]).open(sealed)).toBe('secret ü')
})

test.each([
  { what: 'another key', other: createStoredSecrets('totp-secret', [nextKey]) },
  { what: 'another purpose', other: createStoredSecrets('signing-key', [key]) },
])('A stored secret that only $what could open is a fault', async ({ other }) => {
  const sealed = await createStoredSecrets('totp-secret', [key]).seal('secret')
  await expect(other.open(sealed)).rejects.toThrow('No key opens')
})
