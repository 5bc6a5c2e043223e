import { expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp } from './http.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Response>; security?: object[] }>>
}
type Response = { description: string; content?: unknown }

async function describeApp() {
  const app = createHttpApp({
    service: 'test',
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  })
  app.register(async (routes) => {
    const response = {
      200: z.object({ name: z.string() }),
      304: z.null().describe('Not changed.'),
      404: z.object({ code: z.int() }),
    }
    const success = 'The ride.'
    routes.get('/ride', { config: { access: 'public' }, schema: { success, response } }, () => ({
      name: 'Loop',
    }))
    const page = { 200: { content: { 'text/html': { schema: z.string() } } } }
    routes.get('/page', { config: { access: 'caller' }, schema: { success, response: page } }, () => '<p>')
  })
  await app.ready()
  const { paths } = app.swagger() as unknown as Document
  await app.close()
  return (path: string) => paths[path]?.['get']
}

test('the success of a route describes its answer, and no answer that has words of its own or refuses', async () => {
  const responses = (await describeApp())('/ride')?.responses

  expect(responses?.['200']?.description).toBe('The ride.')
  expect(responses?.['304']?.description).toBe('Not changed.')
  expect(responses?.['404']?.description).toBe('Default Response')
})

test('the success of a route describes a page, under the media type of the page', async () => {
  expect((await describeApp())('/page')?.responses['200']).toEqual({
    description: 'The ride.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
})

test('the words of a success are no part of the schema of its answer', async () => {
  const content = (await describeApp())('/ride')?.responses['200']?.content

  expect(JSON.stringify(content)).not.toContain('The ride.')
})

test('a route that needs a caller asks for a token, and an open one does not', async () => {
  const read = await describeApp()

  expect(read('/page')?.security).toEqual([{ token: [] }])
  expect(read('/ride')?.security).toBeUndefined()
})
