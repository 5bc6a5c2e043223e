import { problems } from '@walkon/contracts/http/problem'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createHttpApp } from './http.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

type Document = {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

async function describeApp() {
  const app = createHttpApp({
    service: 'test',
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  })
  app.register(async (routes) => {
    routes.get('/open', { config: { access: 'public' } }, () => 'open')
    routes.delete('/rides', { config: { access: 'public' } }, () => 'gone')
    const schema = { body: z.object({ name: z.string() }), response: problems('unknown-ride', 'last-admin') }
    routes.post('/rides', { config: { access: 'admin' }, schema }, () => {
      throw new Error('not called')
    })
  })
  app.register(async (routes) => {
    routes.setErrorHandler((_error, _request, reply) => reply.code(500).send('Its own format'))
    routes.get('/foreign', { config: { access: 'public' } }, () => 'foreign')
  })
  await app.ready()
  const { paths } = app.swagger() as unknown as Document
  await app.close()
  return (method: string, path: string) => paths[path]?.[method]?.responses ?? {}
}

test('a route declares the problems of its access rule, its input and its use case by status', async () => {
  const responses = (await describeApp())('post', '/rides')

  expect(Object.keys(responses)).toEqual(['400', '401', '403', '409', '413', '415', '422', '500', '503'])
  expect(responses['403']).toMatchObject(
    aProblem('Second factor needed, Not allowed', ['insufficient-aal', 'forbidden']),
  )
  expect(responses['422']).toMatchObject(aProblem('Unknown ride', ['unknown-ride']))
})

const aProblem = (description: string, codes: string[]) => ({
  description,
  content: { 'application/problem+json': { schema: { properties: { code: { enum: codes } } } } },
})

test('a route that has no use for a body declares what a body that comes is refused with', async () => {
  expect(Object.keys((await describeApp())('delete', '/rides'))).toEqual(['400', '413', '415', '500', '503'])
})

test('an open route without input declares unstorable text in the query and faults of the service', async () => {
  expect(Object.keys((await describeApp())('get', '/open'))).toEqual(['400', '500', '503'])
})

test('a part with an error handler of its own declares no problem documents', async () => {
  expect(Object.keys((await describeApp())('get', '/foreign'))).toEqual(['200'])
})
