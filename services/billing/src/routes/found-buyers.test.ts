import { toSought } from '@walkon/contracts/http/desk'
import { afterAll, expect, test } from 'vitest'
import { anAddress } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { aBuyer, accounts, app, buy, hearAbout, open } = billing
afterAll(billing.close)

async function find(payload: object): Promise<object[]> {
  const headers = accounts.headersFor({ email: 'desk@example.com', roles: ['support'], aal: 'aal2' })
  return (await app.inject({ method: 'POST', url: '/visitors/find', headers, payload })).json()
}

test('200: a buyer is found by an address near theirs', async () => {
  const email = await aBuyer()
  const found = await find({ kind: 'near', text: email.split('@', 1)[0]?.slice(1) })
  expect(found).toEqual([{ email, userId: null }])
})

test('200: a buyer is found by the number of the order, as its page and its mails show it', async () => {
  const email = anAddress()
  const session = await open({ email })
  await buy(session)
  await hearAbout(session)
  const page = await app.inject({ url: `/checkouts/${session}` })
  const { orderReference } = page.json<{ orderReference: string }>()
  expect(await find(toSought(orderReference)!)).toEqual([{ email, userId: null }])
})
