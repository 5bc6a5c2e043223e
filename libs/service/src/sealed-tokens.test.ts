import { opensOnePark } from '@walkon/contracts/link-scope'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealedTokens } from './sealed-tokens.ts'

const tokens = createSealedTokens('manage', [new Uint8Array(randomBytes(32))])
const now = new Date('2026-07-01T10:00:00Z')
const PARK = '75ea578a-adc8-4116-a54d-dccb60765ef9'

test('the token of one park says so to its holder, and not which park', async () => {
  const token = await tokens.seal('ada@example.com', { expiresInSeconds: 60, now, parkId: PARK })

  expect(opensOnePark(token)).toBe(true)
  expect(Buffer.from(token.replaceAll('.', ''), 'base64url').toString('latin1')).not.toContain(PARK)
  expect(await tokens.open(token, now)).toMatchObject({ email: 'ada@example.com', parkId: PARK })
})

test('the token of an address does not say that it opens one park', async () => {
  expect(opensOnePark(await tokens.seal('ada@example.com', { expiresInSeconds: 60, now }))).toBe(false)
})

test('a mark that was added to a token, or taken away, opens nothing', async () => {
  const [ofPark, ofAddress] = await Promise.all(
    [{ parkId: PARK }, {}].map((more) =>
      tokens.seal('ada@example.com', { expiresInSeconds: 60, now, ...more }),
    ),
  )
  const withHeaderOf = (header = '', body = '') =>
    [header.split('.')[0], ...body.split('.').slice(1)].join('.')

  expect(await tokens.open(withHeaderOf(ofAddress, ofPark), now)).toBeNull()
  expect(await tokens.open(withHeaderOf(ofPark, ofAddress), now)).toBeNull()
})

test.for(['', 'a.b.c.d.e', 'bnVsbA.b.c.d.e', 'not base64 at all!'])(
  'text that is no token is no key of one park: %j',
  (text) => {
    expect(opensOnePark(text)).toBe(false)
  },
)
