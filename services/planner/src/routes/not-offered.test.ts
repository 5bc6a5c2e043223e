import { createTestService } from '@walkon/testing/service'
import { afterAll, expect, test } from 'vitest'
import { planner } from '../app.ts'

const service = await createTestService(planner, { env: { PRICES: 'free' } })
afterAll(service.close)

test.for([
  ['GET', '/lightning-lane/parks'],
  ['GET', '/lightning-lane/readings/stream'],
  ['POST', '/lightning-lane/invitations'],
  ['PUT', '/lightning-lane/preferences/6f2f'],
] as const)('404 not-offered for %s %s where passes are free', async ([method, url]) => {
  const response = await service.app.inject({ method, url })

  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'not-offered' })
})

test('restaurant alerts are offered without Lightning Lane Assist', async () => {
  const response = await service.app.inject({ url: '/gates' })
  expect(response.statusCode).toBe(200)
})
