import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedPromoCodes } from '../seed.ts'
import { anAddress, createTestBilling, TODAY } from '../testing/billing.ts'

const billing = await createTestBilling()
const { notificationsRequested, passesActivated, post, userConfirmed, userDeleted } = billing
let parkId: string

beforeAll(async () => {
  await seedPromoCodes(billing.db)
  parkId = (await billing.addPark()).parkId
})
afterAll(billing.close)

const activate = async (email: string) =>
  (await post('/activations', { email, parkId, dates: [TODAY], promoCode: 'FREEDAY' })).json<unknown>()

test('free alerts for the address of an account are on at once, without a link', async () => {
  const email = anAddress()
  await userConfirmed(email)

  expect(await activate(email)).toEqual({ status: 'active' })
  expect((await passesActivated()).filter((pass) => pass.email === email)).toHaveLength(1)
  expect((await notificationsRequested()).filter(({ recipient }) => recipient.address === email)).toEqual([])
})

test('another address still needs its link', async () => {
  await userConfirmed(anAddress())
  expect(await activate(anAddress())).toEqual({ status: 'confirmation-sent' })
})

test('a confirmation that comes twice is one', async () => {
  const email = anAddress()
  await userConfirmed(email)
  await userConfirmed(email)
  expect(await activate(email)).toEqual({ status: 'active' })
})

test('after the account is deleted its address needs a link again', async () => {
  const email = anAddress()
  await userConfirmed(email)
  await userDeleted([email])
  expect(await activate(email)).toEqual({ status: 'confirmation-sent' })
})
