import { STRIPE_SETTINGS } from '@walkon/billing/testing/billing'
import { createGateway } from '@walkon/gateway/app'
import { gatewaySettings, urlsOfServices } from '@walkon/gateway/config'
import { SERVICE_BY_NAME } from '@walkon/local/services'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestService } from '@walkon/testing/service'
import { request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

/**
 * The gateway and a service as on two hosts: the service hears the gateway from an address that is not the one it trusts by
 * default. All addresses are of 127.0.0.0/8, which Linux has whole.
 */

const GATEWAY = '127.0.0.2'
const SERVICE = '127.0.0.3'

/** Passes bytes on from the gateway's own address, as its network does. */
async function aRelayFrom(localAddress: string, host: string, port: number): Promise<string> {
  const relay = createServer((incoming) => {
    const outgoing = connect({ host, port, localAddress })
    incoming.pipe(outgoing).pipe(incoming)
    incoming.on('error', () => outgoing.destroy())
    outgoing.on('error', () => incoming.destroy())
  })
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void relay.close())
  return `http://127.0.0.1:${(relay.address() as AddressInfo).port}`
}

/** Billing on a host of its own, and a gateway in front of it; the visitors' calls, each from an address of theirs. */
async function startTwoHosts(env: Record<string, string>) {
  const lines: { msg: string; peer?: string }[] = []
  const billing = await createTestService(SERVICE_BY_NAME.billing, {
    env: { ...STRIPE_SETTINGS, PROMO_GUESSES_PER_CLIENT: '3', ...env },
    log: createLog(
      { service: 'billing', level: 'info' },
      { write: (line) => void lines.push(JSON.parse(line)) },
    ),
  })
  onTestFinished(() => billing.close())
  await billing.db.$client`insert into promo_codes (code, channel) values ('FREEDAY', 'email')`
  const { port } = new URL(await billing.app.listen({ host: SERVICE, port: 0 }))
  const relay = await aRelayFrom(GATEWAY, SERVICE, Number(port))

  const settings = gatewaySettings.parse({
    PUBLIC_URL: 'http://walkon.example',
    ...urlsOfServices(() => relay),
  })
  const log = createLog({ service: 'gateway', level: 'silent' })
  const gateway = createGateway({ settings, log, metrics: createMetrics('gateway') })
  onTestFinished(() => gateway.close())
  const url = await gateway.listen({ host: GATEWAY, port: 0 })
  const check = (code: string, visitor: string) =>
    checkFrom(`${url}/api/billing/promo-codes/check`, code, visitor)
  return { check, lines }
}

/** The status of the answer. */
const checkFrom = (url: string, code: string, localAddress: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    request(url, { method: 'POST', headers, localAddress }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end(JSON.stringify({ code, channel: 'email' }))
  })

test('behind a gateway on another host, limits are those of a visitor: one who guesses takes nothing from the next', async () => {
  const { check, lines } = await startTwoHosts({ TRUSTED_PROXIES: GATEWAY })
  const guesses: (number | undefined)[] = []
  for (let guess = 0; guess < 4; guess++) guesses.push(await check(`WRONG${guess}`, '127.0.1.1'))

  expect(guesses).toEqual([404, 404, 404, 429])
  expect(await check('FREEDAY', '127.0.1.2')).toBe(200)
  expect(lines.filter(({ msg }) => msg.includes('TRUSTED_PROXIES'))).toEqual([])
})

test('a service that is not told of its gateway says so in one log line, because it takes all visitors for one', async () => {
  const { check, lines } = await startTwoHosts({})
  for (let guess = 0; guess < 4; guess++) await check(`WRONG${guess}`, '127.0.1.1')

  expect(await check('FREEDAY', '127.0.1.2')).toBe(429)
  expect(lines.filter(({ msg }) => msg.includes('TRUSTED_PROXIES'))).toMatchObject([{ peer: GATEWAY }])
})
