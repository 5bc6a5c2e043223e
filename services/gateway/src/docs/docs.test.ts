import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { HTTP_DOCUMENTS } from './documents.ts'
import { createTestGateway } from '../testing/gateway.ts'

const PAGES = ['', '/events', '/problems', ...HTTP_DOCUMENTS.map((name) => `/${name}`)].map(
  (path) => `/api/docs${path}`,
)

test.for(PAGES)(
  '%s holds to the content security policy, and every address that it names is served',
  async (path) => {
    const gateway = createTestGateway()
    const { body, headers, statusCode } = await gateway.inject(path)

    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
    expect(body).not.toMatch(/<script(?! src=)|<style| style=| on\w+=/)
    const named = [...body.matchAll(/(?:href|src|data-document)="(\/api[^"#]*)/g)].map(([, to = '']) => to)
    const statuses = await Promise.all(
      [...new Set(named)].map(async (to) => [to, (await gateway.inject(to)).statusCode]),
    )
    expect(named).toContain('/api/docs/assets/docs.css')
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  },
)

test.for(HTTP_DOCUMENTS)(
  'the document of %s is served as OpenAPI 3.1, compressed where that is accepted',
  async (name) => {
    const gateway = createTestGateway()
    const path = `/api/docs/${name}.json`
    const plain = await gateway.inject(path)
    const compressed = await gateway.inject({ path, headers: { 'accept-encoding': 'br, gzip' } })

    expect(plain.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: expect.stringMatching(/^\/(api\/|$)/) }],
    })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body)
  },
)

test('the page of events names every event of the AsyncAPI document with its topic and fields', async () => {
  const gateway = createTestGateway()
  const document: { channels: Record<string, { messages: Record<string, unknown> }> } = (
    await gateway.inject('/api/docs/events.json')
  ).json()
  const { body } = await gateway.inject('/api/docs/events')

  for (const [topic, { messages }] of Object.entries(document.channels)) {
    expect(body).toContain(`<h2 id="${topic}">`)
    for (const type of Object.keys(messages)) expect(body).toContain(`<article id="${type}"`)
  }
  expect(body).toContain('<code>alerts[].rideId</code>')
})

test('404: a document of a service that does not exist is not found', async () => {
  const { statusCode } = await createTestGateway().inject('/api/docs/nothing.json')

  expect(statusCode).toBe(404)
})
