import { problems } from '@walkon/contracts/http/problem'
import { AppError } from '@walkon/service/errors'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { expect, test } from 'vitest'
import { noteUndeclaredAnswers, takeUndeclaredAnswers } from './undeclared-answers.ts'

async function ask(url: string): Promise<number> {
  const app = createHttpApp({
    service: 'test',
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
  })
  noteUndeclaredAnswers(app)
  app.register(async (routes) => {
    const config = { access: 'public' } as const
    routes.get('/rides', { config, schema: { response: problems('unknown-ride') } }, () => {
      throw new AppError('unknown-ride', 'No such ride')
    })
    routes.get('/parks', { config }, () => [])
    routes.get('/admins', { config, schema: { response: problems('user-not-found') } }, () => {
      throw new AppError('last-admin', 'The only one')
    })
  })
  const { statusCode } = await app.inject(url)
  await app.close()
  return statusCode
}

test('a refusal whose code its route does not declare is noted once', async () => {
  expect(await ask('/admins')).toBe(409)

  expect(takeUndeclaredAnswers()).toEqual(['GET /admins answers 409 last-admin'])
  expect(takeUndeclaredAnswers()).toEqual([])
})

test.for([
  ['a refusal that its route declares', '/rides', 422],
  ['an address without a route', '/nowhere', 404],
  ['a success', '/parks', 200],
] as const)('%s is not noted', async ([, url, status]) => {
  expect(await ask(url)).toBe(status)

  expect(takeUndeclaredAnswers()).toEqual([])
})
