import { createTestDatabase } from '@walkon/testing/database'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { findPromoCode } from '../db/promo-codes.ts'

const { db, url, drop } = await createTestDatabase('billing', migrationsFolder)
afterAll(drop)

const addPromoCode = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'add-promo-code.ts'), ...args], {
    env: { DATABASE_URL: url },
  })

test('the command adds a promo code with its limits', async () => {
  await addPromoCode('summer', '--channel', 'email', '--max', '500', '--expires', '2027-01-01T00:00:00Z')

  expect(await findPromoCode(db, 'SUMMER')).toMatchObject({
    channel: 'email',
    maxRedemptions: 500,
    maxRedemptionsPerEmail: null,
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  })
})

test('a promo code for an unknown channel is refused, and the usage is shown', async () => {
  await expect(addPromoCode('WINTER', '--channel', 'fax')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--channel email|sms|push'),
  })
})
