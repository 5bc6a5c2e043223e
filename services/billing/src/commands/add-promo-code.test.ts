import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { createTestDatabase } from '@walkon/testing/database'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { findPromoCode } from '../db/promo-codes/promo-codes.ts'

const { db, url, drop } = await createTestDatabase('billing', migrationsFolder)
afterAll(drop)

const command = join(import.meta.dirname, 'add-promo-code.ts')
const addPromoCode = (...args: string[]) => runCommand(command, { DATABASE_URL: url }, args)

test('the command adds a promo code with its limits', async () => {
  const args = ['summer', '--channel', 'email', '--max', '500', '--expires', '2027-01-01T00:00:00Z']
  expect(await spawnCommand(command, { DATABASE_URL: url }, args)).toMatchObject({ code: 0, stderr: '' })

  expect(await findPromoCode(db, 'SUMMER')).toMatchObject({
    channel: 'email',
    discount: 'all-days',
    percent: null,
    maxRedemptions: 500,
    maxRedemptionsPerEmail: null,
    expiresAt: new Date('2027-01-01T00:00:00Z'),
  })
})

test('the command adds a promo code of each kind', async () => {
  await addPromoCode('THIRD', '--channel', 'sms', '--kind', 'percentage', '--percent', '33')
  await addPromoCode('ADAY', '--channel', 'sms', '--kind', 'one-day')

  expect(await findPromoCode(db, 'THIRD')).toMatchObject({ discount: 'percentage', percent: 33 })
  expect(await findPromoCode(db, 'ADAY')).toMatchObject({ discount: 'one-day', percent: null })
})

test('a code that exists is not changed, and the command fails', async () => {
  await addPromoCode('TWICE', '--channel', 'email', '--max', '1')

  expect(await addPromoCode('TWICE', '--channel', 'email')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('TWICE is there already'),
  })
  expect(await findPromoCode(db, 'TWICE')).toMatchObject({ maxRedemptions: 1 })
})

test('a code that exists is not changed, and the command ends well, where it is to be kept', async () => {
  await addPromoCode('KEPT', '--channel', 'email', '--max', '1', '--keep')

  expect(await addPromoCode('KEPT', '--channel', 'email', '--keep')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('KEPT is there already'),
  })
  expect(await findPromoCode(db, 'KEPT')).toMatchObject({ maxRedemptions: 1 })
})

test.for([
  ['a percentage without its number', '--kind', 'percentage'],
  ['a percentage of 101', '--kind', 'percentage', '--percent', '101'],
  ['a number without its kind', '--percent', '50'],
])('%s is refused, and the usage is shown', async ([, ...args]) => {
  expect(await addPromoCode('WRONG', '--channel', 'email', ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--percent 1..100'),
  })
})

test('a promo code for an unknown channel is refused, and the usage is shown', async () => {
  expect(await addPromoCode('WINTER', '--channel', 'fax')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--channel email|sms|push'),
  })
})
