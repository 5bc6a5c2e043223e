import { arrivalOf } from '@walkon/testing/arrival'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { createWebhookShop } from './testing/webhook-shop.ts'

const database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { db } = database
const { app, clock, sign, send, pay, applyAll, payments, listEvents } = await createWebhookShop(database)

describe('POST /webhooks/<provider>', () => {
  test('200: the event is stored as it came, and nothing is done yet', async () => {
    const body = '{ "id" : "e1",\n  "name": "Gr\\u00fc\u00df e" }'
    const response = await send(body)

    expect([response.statusCode, response.json()]).toEqual([200, { status: 'stored' }])
    const [row] = await db.execute<{ body: Buffer }>(sql`select body from provider_events`)
    expect(row?.body.toString()).toBe(body)
    expect(await payments()).toEqual([])
  })

  test('200: an event that comes twice is stored once, and applied once', async () => {
    await pay('e1')
    await applyAll()
    expect((await pay('e1')).statusCode).toBe(200)
    await applyAll()

    expect(await listEvents()).toHaveLength(1)
    expect(await payments()).toEqual(['e1'])
  })

  test('200: where the provider gives no id, the same body is the same event', async () => {
    await send('{"name":"a"}')
    await send('{"name":"a"}')
    await send('{"name":"b"}')
    expect(await listEvents()).toHaveLength(2)
  })

  test.for(['\0', '\\u0000', '\\ud800'])(
    '200: a body with the character %j, which no text may hold, is stored, and set aside at once',
    async (character) => {
      const body = `{"id":"e1${character}","name":"${character}"}`
      expect((await send(body)).statusCode).toBe(200)
      await pay('e2')
      await applyAll()

      const [row] = await db.execute<{ body: Buffer }>(
        sql`select body from provider_events order by position`,
      )
      expect(row?.body.toString()).toBe(body)
      expect(await listEvents()).toMatchObject([
        { attempts: 1, isApplied: false, rejection: expect.any(String) },
        { isApplied: true },
      ])
      expect(await payments()).toEqual(['e2'])
    },
  )

  test('401: a body that was changed after it was signed is not stored', async () => {
    const body = JSON.stringify({ id: 'e1', name: 'a' })
    const statuses = [await send(`${body} `, sign(body).toString('hex')), await send(body, '')].map(
      ({ statusCode }) => statusCode,
    )

    expect(statuses).toEqual([401, 401])
    expect(await listEvents()).toEqual([])
  })

  const LETTERBOX = { method: 'POST', url: '/webhooks/post-office' } as const

  test('401: a wrong secret in a header is refused before the body is read', async () => {
    await app.ready()
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')

    socket.write(
      'POST /webhooks/post-office HTTP/1.1\r\nhost: a\r\nauthorization: Basic x\r\ncontent-length: 9\r\n\r\n',
    )

    const [head] = await arrivalOf('response', once(socket, 'data'))
    expect(String(head)).toMatch(/^HTTP\/1.1 401 /)
    socket.destroy()
  })

  test('200: the right secret in a header stores the event', async () => {
    const headers = { authorization: 'Basic c2VjcmV0' }

    expect((await app.inject({ ...LETTERBOX, headers, payload: 'a letter' })).statusCode).toBe(200)
    expect(await listEvents()).toHaveLength(1)
  })

  test.for([
    { proof: 'secret', request: LETTERBOX },
    { proof: 'signature', request: { method: 'POST', url: '/webhooks/stripe' } as const },
  ])('429: a client that showed a wrong $proof sixty times in a minute is refused', async ({ request }) => {
    const knock = async (remoteAddress: string) =>
      (await app.inject({ ...request, remoteAddress, headers: { authorization: 'Basic x' } })).statusCode
    for (let time = 0; time < 60; time++) expect(await knock('203.0.113.9')).toBe(401)

    expect(await knock('203.0.113.9')).toBe(429)
    expect(await knock('203.0.113.10')).toBe(401)
    clock.nowMs += 60_000
    expect(await knock('203.0.113.9')).toBe(401)
    clock.nowMs += 60_000
  })

  test('413: a body of a megabyte is not stored', async () => {
    expect((await send('x'.repeat(1_000_000))).statusCode).toBe(413)
  })

  test('503: while the database is away the provider is told to come again', async () => {
    vi.spyOn(db, 'execute').mockRejectedValueOnce(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
    expect((await pay('e1')).statusCode).toBe(503)
    await pay('e1')
    expect(await listEvents()).toHaveLength(1)
  })
})
