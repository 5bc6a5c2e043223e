import { GATE_KEY_HEADER, type GateKey } from '@walkon/contracts/http/gates'
import { problems } from '@walkon/contracts/http/problem'
import { loadSettings, type Environment } from '@walkon/service/config'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { testEnvironment } from '@walkon/testing/service'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { settings as shape } from '../config.ts'
import { requireOpenGate } from '../http/require-open-gate.ts'
import { createTestPlanner } from '../testing/planner.ts'
import { createGates } from '../use-cases/open-gates.ts'

const GATE_PASSWORD = 'open, sesame'
const start = new Date('2026-07-14T15:00:00Z')
let present = start

const service = await createTestPlanner({ env: { GATE_PASSWORD }, now: () => present })
afterAll(service.close)

type Built = ReturnType<typeof service.build>

const tryPassword = (password: string, { app }: Pick<Built, 'app'> = service, ip = '203.0.113.1') =>
  app.inject({ method: 'POST', url: '/gates/keys', payload: { password }, remoteAddress: ip })

const keyOf = async (built: Built) => (await tryPassword(GATE_PASSWORD, built)).json<GateKey>()

/** The gates as a service with these settings has them. */
const gatesOf = (env: Environment = {}) =>
  createGates({
    settings: loadSettings(shape, { ...testEnvironment(service.url), GATE_PASSWORD, ...env }),
    cache: createMemoryCache(),
    now: () => present,
  })

/** True if a closed feature admits a request with this key. */
const isAdmitted = (key: string | undefined, env: Environment = {}): Promise<boolean> =>
  gatesOf(env)
    .admit('lightning-lane', key)
    .then(
      () => true,
      () => false,
    )

describe('GET /gates', () => {
  test('200: both features are closed with the quarters of the specification, and shared for a minute', async () => {
    const answer = await service.app.inject('/gates')
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    expect(answer.json()).toEqual({
      gates: [
        { feature: 'lightning-lane', isOpen: false, launchNote: 'Q2 2025' },
        { feature: 'restaurant-alerts', isOpen: false, launchNote: 'Q1 2025' },
      ],
    })
  })

  test('200: an operator opens one feature and hides a note by settings', async () => {
    const { app } = service.build({ env: { LIGHTNING_LANE_OPEN: 'true', RESTAURANT_ALERTS_LAUNCH: '' } })
    expect((await app.inject('/gates')).json()).toEqual({
      gates: [
        { feature: 'lightning-lane', isOpen: true, launchNote: 'Q2 2025' },
        { feature: 'restaurant-alerts', isOpen: false, launchNote: null },
      ],
    })
  })
})

describe('POST /gates/keys', () => {
  test('200: the password gives a key with an end, which no cache keeps', async () => {
    const answer = await tryPassword(GATE_PASSWORD, service.build())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json<GateKey>().expiresAt).toBe('2026-07-21T15:00:00.000Z')
  })

  test.each(['wrong', `${GATE_PASSWORD} `, GATE_PASSWORD.toUpperCase()])(
    '403: the password %j is incorrect',
    async (password) => {
      const answer = await tryPassword(password, service.build())
      expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'gate-password-wrong' }])
    },
  )

  test('403: without a password in the settings none is right', async () => {
    const built = service.build({ env: { GATE_PASSWORD: undefined } })
    expect((await tryPassword(GATE_PASSWORD, built)).json()).toMatchObject({ code: 'gate-password-wrong' })
  })

  test('429: after five wrong passwords a network waits, even with the right one, and others do not', async () => {
    const built = service.build()
    const answers = await Promise.all(Array.from({ length: 5 }, () => tryPassword('wrong', built)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])

    const limited = await tryPassword(GATE_PASSWORD, built)
    expect([limited.statusCode, limited.json()]).toMatchObject([429, { code: 'too-many-requests' }])
    expect(Number(limited.headers['retry-after'])).toBe(15 * 60)
    expect((await tryPassword(GATE_PASSWORD, built, '198.51.100.7')).statusCode).toBe(200)
  })

  test('429: guesses from many networks are limited together', async () => {
    const built = service.build({ env: { GATE_TRIES_PER_MINUTE: '3' } })
    for (const site of [1, 2, 3]) await tryPassword('wrong', built, `203.0.${site}.1`)
    expect((await tryPassword(GATE_PASSWORD, built, '203.0.4.1')).statusCode).toBe(429)
  })

  test.each([
    ['one /48 of IPv6', (index: number) => `2001:db8:1:${index.toString(16)}00::1`],
    ['one /24 of IPv4', (index: number) => `198.51.100.${index}`],
  ])('200: guesses from all networks of %s leave tries to everybody else', async (_, addressOf) => {
    const built = service.build({ env: { GATE_TRIES_PER_MINUTE: '12' } })
    const tries = await Promise.all(
      Array.from({ length: 40 }, (__, index) => tryPassword('wrong', built, addressOf(index + 1))),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 403)).toHaveLength(3)
    expect((await tryPassword(GATE_PASSWORD, built, '203.0.113.4')).statusCode).toBe(200)
  })

  test('200: a right password takes back the wrong ones before it', async () => {
    const built = service.build()
    for (const password of ['wrong', 'wrong', 'wrong', 'wrong', GATE_PASSWORD])
      await tryPassword(password, built)
    expect((await tryPassword('wrong', built)).statusCode).toBe(403)
  })

  test('400: a password is asked for', async () => {
    expect((await tryPassword('', service.build())).json()).toMatchObject({ code: 'invalid-request' })
  })
})

describe('a closed gate', () => {
  test('opens with a key until the key ends', async () => {
    const { key } = await keyOf(service.build())
    expect(await isAdmitted(key)).toBe(true)
    present = new Date('2026-07-21T15:00:01Z')
    expect(await isAdmitted(key)).toBe(false)
    present = start
  })

  test('stays closed without a key, with a forged one and with one of the password before', async () => {
    const { key } = await keyOf(service.build())
    expect(await isAdmitted(undefined)).toBe(false)
    expect(await isAdmitted(`${key.slice(0, -4)}AAAA`)).toBe(false)
    expect(await isAdmitted(key, { GATE_PASSWORD: 'another one' })).toBe(false)
  })

  test('403 gate-closed: a route behind it answers with the key alone, and everybody once the feature is open', async () => {
    const { key } = await keyOf(service.build())
    const ask = async (env: Environment, headers: Record<string, string>) => {
      const log = createLog({ service: 'planner', level: 'silent' })
      const app = createHttpApp({ service: 'planner', log, metrics: createMetrics('planner') })
      const options = {
        config: { access: 'public' as const },
        schema: {
          summary: 'Read',
          operationId: 'read',
          tags: ['gates'],
          success: 'It.',
          response: { 200: z.string(), ...problems('gate-closed') },
        },
        preHandler: requireOpenGate(gatesOf(env), 'lightning-lane'),
      }
      app.get('/', options, async () => 'offerings')
      return (await app.inject({ url: '/', headers })).payload
    }
    expect(await ask({}, {})).toContain('gate-closed')
    expect(await ask({}, { [GATE_KEY_HEADER]: key })).toBe('offerings')
    expect(await ask({ LIGHTNING_LANE_OPEN: 'true' }, {})).toBe('offerings')
  })
})
