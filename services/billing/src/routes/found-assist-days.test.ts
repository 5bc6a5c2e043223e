import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestPlans, idOf, type Owner } from '../testing/plans.ts'

const billing = await createTestPlans()
const { accounts, anOwner, app, control, hearAbout, published, stripe } = billing
afterAll(billing.close)

async function buyDay(owner: Owner) {
  const { sessionId } = (await owner.buyAssistDay()).json<{ sessionId: string }>()
  await control(`/payments/${sessionId}/pay`)
  await hearAbout(sessionId)
  const { client_reference_id: id, payment_intent: intent } =
    await stripe.checkout.sessions.retrieve(sessionId)
  return { id: id ?? '', sessionId, intent: idOf(intent) }
}

async function find(kind: string, text: string): Promise<object[]> {
  const headers = accounts.headersFor({ email: 'desk@example.com', roles: ['support'], aal: 'aal2' })
  const answer = await app.inject({ method: 'POST', url: '/visitors/find', headers, payload: { kind, text } })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test('200: the order number in the letters of a Lightning Lane day finds its account, as its ids do', async () => {
  const [owner, other] = [anOwner(), anOwner()]
  const { id, sessionId, intent } = await buyDay(owner)
  await buyDay(other)

  const letters = (await published(userNotificationRequested)).filter(({ userId }) => userId === owner.userId)
  const number = toOrderReference(id)
  expect(letters.map(({ notification }) => notification.paragraphs.at(-1))).toEqual([
    `Order number: ${number}`,
  ])
  const found = [{ email: null, userId: owner.userId }]
  expect(await find('reference', number.replace('-', ''))).toEqual(found)
  expect(await find('id', id)).toEqual(found)
  expect(await find('provider-id', intent)).toEqual(found)
  expect(await find('provider-id', sessionId)).toEqual(found)
})

test('200: another id finds no account', async () => {
  await buyDay(anOwner())
  expect(await find('id', randomUUID())).toEqual([])
})
