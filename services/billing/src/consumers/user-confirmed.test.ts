import { userConfirmed } from '@walkon/contracts/events/identity'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON } from '../testing/billing.ts'

const billing = await createTestBilling()
const { linksTo, passesOf, userDeleted } = billing
afterAll(billing.close)

const activate = async (email: string) => (await billing.activate({ email })).json<unknown>()

test('free alerts for the address of an account are on at once, without a link', async () => {
  const email = anAddress()
  await billing.userConfirmed(email)

  expect(await activate(email)).toEqual({ status: 'active' })
  expect(await passesOf(email)).toHaveLength(1)
  expect(await linksTo(email)).toEqual([])
})

test('another address still needs its link', async () => {
  await billing.userConfirmed(anAddress())
  expect(await activate(anAddress())).toEqual({ status: 'confirmation-sent' })
})

test('a confirmation that comes twice is one', async () => {
  const email = anAddress()
  await billing.userConfirmed(email)
  await billing.userConfirmed(email)
  expect(await activate(email)).toEqual({ status: 'active' })
})

test('after the account is deleted its address needs a link again', async () => {
  const email = anAddress()
  await billing.userConfirmed(email)
  await userDeleted([email])
  expect(await activate(email)).toEqual({ status: 'confirmation-sent' })
})

test('two confirmations in one batch are both kept', async () => {
  const [first, second] = [anAddress(), anAddress()]
  const confirmed = (email: string) =>
    heard(userConfirmed, { userId: randomUUID(), email, confirmedAt: NOON.toISOString() })

  await billing.hear([confirmed(first), confirmed(second), confirmed(first)])

  expect([await activate(first), await activate(second)]).toEqual([
    { status: 'active' },
    { status: 'active' },
  ])
})
