import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createEncryption, deriveKey } from './encryption.ts'

const [secret, nextSecret] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
const now = new Date('2026-07-01T10:00:00Z')
const later = new Date(now.getTime() + 1_000)
const shape = z.object({ text: z.string() })
const encryptionOf = (purpose: string, secrets: Uint8Array[]) => createEncryption(purpose, secrets, shape)

describe('createEncryption', () => {
  test('decrypts what it encrypted, and shows nothing of it', async () => {
    const encryption = encryptionOf('totp', [secret])
    const token = await encryption.encrypt({ text: 'secret ü' })
    expect(await encryption.decrypt(token, now)).toEqual({ text: 'secret ü' })
    expect(Buffer.from(token.replaceAll('.', ''), 'base64url').toString('latin1')).not.toContain('secret')
  })

  test('encrypts the same claims differently each time', async () => {
    const { encrypt } = encryptionOf('totp', [secret])
    expect(await encrypt({ text: 'secret' })).not.toBe(await encrypt({ text: 'secret' }))
  })

  test('decrypts what an older secret encrypted, and encrypts with the newer', async () => {
    const old = await encryptionOf('totp', [secret]).encrypt({ text: 'secret' })
    const rotated = encryptionOf('totp', [nextSecret, secret])
    expect(await rotated.decrypt(old, now)).toEqual({ text: 'secret' })
    const fresh = await rotated.encrypt({ text: 'secret' })
    expect(await encryptionOf('totp', [nextSecret]).decrypt(fresh, now)).toEqual({ text: 'secret' })
  })

  test.each([
    { what: 'another secret', other: encryptionOf('totp', [nextSecret]) },
    { what: 'another purpose', other: encryptionOf('signing-key', [secret]) },
    {
      what: 'claims of another shape',
      other: createEncryption('totp', [secret], z.object({ id: z.string() })),
    },
  ])('a token is null to $what', async ({ other }) => {
    const token = await encryptionOf('totp', [secret]).encrypt({ text: 'secret' })
    expect(await other.decrypt(token, now)).toBeNull()
  })

  test('a token that was changed anywhere is null', async () => {
    const encryption = encryptionOf('totp', [secret])
    const parts = (await encryption.encrypt({ text: 'secret' })).split('.')
    for (const [at, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url')
      for (let index = 0; index < bytes.length; index++) {
        const changed = Buffer.from(bytes)
        changed[index] = (changed[index] ?? 0) ^ 1
        const token = parts.with(at, changed.toString('base64url')).join('.')
        expect(await encryption.decrypt(token, now)).toBeNull()
      }
    }
  })

  test.each(['', 'AAAA', 'a.b.c.d.e', '....', 'not base64 at all!'])(
    'text that is no token is null: %j',
    async (text) => {
      expect(await encryptionOf('totp', [secret]).decrypt(text, now)).toBeNull()
    },
  )

  test('a token is null from its expiry on', async () => {
    const encryption = encryptionOf('totp', [secret])
    const token = await encryption.encrypt({ text: 'secret' }, { expiresAt: later })
    expect(await encryption.decrypt(token, now)).toEqual({ text: 'secret' })
    expect(await encryption.decrypt(token, later)).toBeNull()
  })

  test('a token without an expiry does not end', async () => {
    const encryption = encryptionOf('totp', [secret])
    const token = await encryption.encrypt({ text: 'secret' })
    expect(await encryption.decrypt(token, new Date('2126-01-01T00:00:00Z'))).toEqual({ text: 'secret' })
  })

  test('at least one secret is needed', () => {
    expect(() => encryptionOf('totp', [])).toThrow('At least one key')
  })
})

test('a key is derived the same way each time, and differs for every purpose and secret', () => {
  const hexOf = (key: Uint8Array) => Buffer.from(key).toString('hex')
  expect(hexOf(deriveKey(new Uint8Array(32), 'link.manage'))).toBe(
    hexOf(deriveKey(new Uint8Array(32), 'link.manage')),
  )
  const keys = [secret, nextSecret].flatMap((each) =>
    ['link.manage', 'totp'].map((use) => deriveKey(each, use)),
  )
  expect(new Set(keys.map(hexOf)).size).toBe(4)
})
