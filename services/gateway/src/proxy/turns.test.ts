import type { FastifyReply } from 'fastify'
import { expect, test, vi } from 'vitest'
import { createTestGateway, startService } from '../testing/gateway.ts'

const ONE = '203.0.113.9'
const OTHER = '203.0.113.10'

/** A service that answers when it is told to, behind a gateway with two calls a client. */
async function startGateway() {
  const open: FastifyReply[] = []
  const service = await startService((app) => {
    app.get('/*', (_request, reply) => void open.push(reply))
  })
  const gateway = createTestGateway({ BILLING_URL: service, CALLS_PER_CLIENT: 2 })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const ask = (client: string, headers: Record<string, string> = { authorization: 'Bearer own' }) =>
    fetch(`${url}/api/billing/x?${Math.random()}`, { headers: { 'x-forwarded-for': client, ...headers } })
  return { open, ask }
}

const reached = (open: FastifyReply[], count: number) =>
  vi.waitFor(() => expect(open.length).toBeGreaterThanOrEqual(count))

test.for([
  ['its own', { authorization: 'Bearer own' }],
  ['shared', {}],
] as const)(
  'one client network holds no more than its share of the connections to a service by slow answers, %s or not',
  async ([, headers]) => {
    const { open, ask } = await startGateway()
    const own = [ask(ONE, headers), ask(ONE, headers), ask(ONE, headers)]
    await reached(open, 2)

    const others = ask(OTHER)
    await reached(open, 3)

    expect(open.map(({ request }) => String(request.headers['x-forwarded-for'])).toSorted()).toEqual([
      OTHER,
      ONE,
      ONE,
    ])
    for (const reply of open.splice(0)) reply.send('late')
    await reached(open, 1)
    for (const reply of open.splice(0)) reply.send('late')
    expect((await Promise.all([...own, others])).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  },
)
