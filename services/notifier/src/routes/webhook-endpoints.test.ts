import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createWebhookNotifier } from '../testing/webhooks.ts'
import { verified } from '../testing/webhook-receiver.ts'

const { accounts, app, db, receiver, join, callAll, listDeliveries, clear, close } =
  await createWebhookNotifier()
afterAll(close)
beforeEach(async () => {
  await clear()
  receiver.reset()
})

describe('POST /webhook-endpoints', () => {
  test('201: the secret is answered once, and is encrypted where it is stored', async () => {
    const ada = await join()
    const response = await ada.call('POST', '', { url: `${receiver.url}/hook` })

    expect(response.statusCode).toBe(201)
    const { secret, ...endpoint } = response.json<{ secret: string }>()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(await ada.list()).toEqual([endpoint])
    const [stored] = await db.execute<{ secret: string }>('select secret from webhook_endpoints')
    expect(stored?.secret).not.toContain(secret.slice(6, 20))
  })

  test('201: the owner is told by mail, without the address, which can hold a secret', async () => {
    const ada = await join()
    await ada.add(`${receiver.url}/hook?key=hidden`)

    const [told, ...others] = await listDeliveries()
    expect(others).toEqual([])
    expect(told).toMatchObject({ address: ada.email, content: { subject: 'A web address gets your alerts' } })
    expect(JSON.stringify(told)).not.toContain('hidden')
  })

  test('409 too-many-webhook-endpoints: an account has three, also if they are added at once', async () => {
    const ada = await join()
    const urls = ['a', 'b', 'c', 'd'].map((path) => `${receiver.url}/${path}`)
    const statuses = await Promise.all(
      urls.map(async (url) => (await ada.call('POST', '', { url })).statusCode),
    )

    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409])
    expect(await ada.list()).toHaveLength(3)
  })

  test.for(['http://hooks.example.com/', 'https://10.0.0.1/', 'https://hooks.example.com:22/'])(
    '422 webhook-url-refused: %s',
    async (url) => {
      const response = await (await join()).call('POST', '', { url })
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([
        422,
        'webhook-url-refused',
      ])
    },
  )

  test.for([{}, { url: 'no address' }, { url: `https://hooks.example.com/${'a'.repeat(500)}` }])(
    '400: %o',
    async (payload) => {
      expect((await (await join()).call('POST', '', payload)).statusCode).toBe(400)
    },
  )

  test('503: an account that is not known here yet comes again', async () => {
    const headers = accounts.headersFor({ email: 'new@example.com', userId: randomUUID() })
    const payload = { url: `${receiver.url}/hook` }
    const response = await app.inject({ method: 'POST', url: '/webhook-endpoints', headers, payload })

    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5'])
  })
})

describe('another account', () => {
  test('404: neither sees, tests, resumes nor removes a webhook', async () => {
    const [ada, bob] = [await join(), await join()]
    const { id } = await ada.add()
    const answers = [
      await bob.call('GET', `/${id}/messages`),
      await bob.call('POST', `/${id}/test`),
      await bob.call('POST', `/${id}/resume`),
      await bob.call('DELETE', `/${id}`),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(await bob.list()).toEqual([])
    expect(await ada.list()).toHaveLength(1)
  })
})

describe('POST /webhook-endpoints/:id/test', () => {
  test('202: a test is posted and signed, once for two presses at once, and listed with its result', async () => {
    const ada = await join()
    const { id, secret } = await ada.add()
    const pressed = await Promise.all([ada.call('POST', `/${id}/test`), ada.call('POST', `/${id}/test`)])
    expect(pressed.map(({ statusCode }) => statusCode)).toEqual([202, 202])
    await callAll()

    expect(receiver.received.map((message) => verified(message, secret))).toMatchObject([{ type: 'test' }])
    expect(await ada.messages(id)).toMatchObject([{ type: 'test', state: 'delivered', attempts: 1 }])
    expect((await ada.list())[0]?.lastDeliveredAt).not.toBeNull()
  })

  test('429: five tests an hour', async () => {
    const ada = await join()
    const { id } = await ada.add()
    for (let count = 0; count < 5; count++) await ada.call('POST', `/${id}/test`)

    expect((await ada.call('POST', `/${id}/test`)).statusCode).toBe(429)
  })

  test('409 webhook-endpoint-disabled: one that answered 410, until its owner turns it on again', async () => {
    const ada = await join()
    const { id } = await ada.add()
    receiver.state.status = 410
    await ada.call('POST', `/${id}/test`)
    await callAll()
    expect(await ada.list()).toMatchObject([{ disabledReason: 'gone' }])
    expect((await ada.call('POST', `/${id}/test`)).statusCode).toBe(409)

    expect((await ada.call('POST', `/${id}/resume`)).json()).toMatchObject({
      disabledAt: null,
      failingSince: null,
    })
    expect((await ada.call('POST', `/${id}/test`)).statusCode).toBe(202)
  })
})

describe('DELETE /webhook-endpoints/:id', () => {
  test('204: nothing is posted there any more, also what waits', async () => {
    const ada = await join()
    const { id } = await ada.add()
    await ada.call('POST', `/${id}/test`)
    expect((await ada.call('DELETE', `/${id}`)).statusCode).toBe(204)
    await callAll()

    expect(receiver.received).toEqual([])
    expect((await ada.call('DELETE', `/${id}`)).statusCode).toBe(404)
  })
})
