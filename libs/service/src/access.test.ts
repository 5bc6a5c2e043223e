import { expect, onTestFinished, test } from 'vitest'
import { callerOf } from './access.ts'
import { createHttpApp } from './http.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const LINK = 'a.link.of.five.parts'

function createApp() {
  const app = createHttpApp({
    service: 'test',
    log: createLog({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    openLink: async (token) =>
      token === LINK ? { email: 'visitor@example.com', knownAt: new Date() } : null,
  })
  app.get('/own', { config: { access: 'caller' } }, (request) => callerOf(request))
  onTestFinished(() => app.close())
  return app
}

test.for(['Bearer', 'bearer', 'BEARER'])('200: the case of a scheme does not matter: %s', async (scheme) => {
  const response = await createApp().inject({ url: '/own', headers: { authorization: `${scheme} ${LINK}` } })
  expect(response.json()).toMatchObject({ email: 'visitor@example.com' })
})

test.for([LINK, `Basic ${LINK}`, `Bearer ${LINK} more`, 'Bearer'])(
  '401: a header without a bearer token is refused: %s',
  async (authorization) => {
    const response = await createApp().inject({ url: '/own', headers: { authorization } })
    expect(response.statusCode).toBe(401)
  },
)
