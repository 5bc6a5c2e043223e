import { expect, test } from 'vitest'
import { findSubject } from './visitor-desk.ts'

const asked = { email: 'ana@example.com', userId: 'ana' }

test('an account whose event is applied while it is looked up is the subject', async () => {
  const answers = [null, 'ana']
  const accounts = { findAccount: async () => answers.shift() ?? null, isKnown: async () => true }
  expect(await findSubject(accounts, asked)).toBe('ana')
})

test('an account that has another address is refused', async () => {
  const accounts = { findAccount: async () => null, isKnown: async () => true }
  await expect(findSubject(accounts, asked)).rejects.toMatchObject({ code: 'visitor-mismatch' })
})

test('an account that the service has not heard of contradicts no address', async () => {
  const accounts = { findAccount: async () => null, isKnown: async () => false }
  expect(await findSubject(accounts, asked)).toBeNull()
})
