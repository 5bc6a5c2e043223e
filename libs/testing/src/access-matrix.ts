import type { Service } from '@walkon/runtime/service'
import type { Access } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testActs, type ActOptions } from './access-acts.ts'
import { callersOf, headersOf, REFUSED, type Caller } from './access-callers.ts'
import { oddRequests, TOO_LARGE, type OddRequest } from './odd-requests.ts'
import { unstorableRequests } from './unstorable-requests.ts'
import { readAnswer } from './streamed-answer.ts'
import { createTestService, type TestService, type TestServiceOptions } from './service.ts'

/** The access rule of each route of a service, by `GET /users/:userId`. HEAD has the rule of its GET. */
export type AccessTable = Record<string, Access>

export type AccessOptions = ActOptions &
  Pick<TestServiceOptions, 'env'> & {
    /** Routes that do not read a JSON body. */
    ignoresJson?: string[]
    /** The service's own codes for a refused caller, in addition to those of every service. */
    refusalCodes?: string[]
  }

const REFUSAL_CODES = ['unauthorized', 'insufficient-aal', 'fresh-factor-needed', 'forbidden']

/**
 * Tests the access rules of a service: each route of its router with each kind of caller. A route that is missing in the
 * table fails. Called once for a service, in `services/<name>/src/access.test.ts`.
 */
export function describeAccess(service: Service, table: AccessTable, options: AccessOptions = {}): void {
  let running: TestService
  beforeAll(async () => {
    running = await createTestService(service, { ...(options.env && { env: options.env }) })
    await running.app.ready()
  })
  afterAll(() => running.close())

  const refusals = [...REFUSAL_CODES, ...(options.refusalCodes ?? [])]
  const ask = (method: string, path: string, caller: Caller) =>
    askAs(running, options, { method, path, caller })

  test('the access table names exactly the routes of the router', () => {
    expect(listRoutes(running.app)).toEqual(Object.keys(table).toSorted())
  })

  testActs(service, table, options, () => running)

  describe.each(Object.entries(table))('%s', (route, access) => {
    const [method = '', path = ''] = route.split(' ')

    test(`is for: ${access}`, async () => {
      const refused: Caller[] = []
      const callers = callersOf(running)
      for (const caller of callers) {
        const { statusCode, body } = await ask(method, path, caller)
        expect(statusCode).toBeLessThan(500)
        if ([401, 403].includes(statusCode) && refusals.includes(codeOf(body))) refused.push(caller)
      }
      expect(refused).toEqual(callers.filter((caller) => REFUSED[access].includes(caller)))
    })

    // A webhook may be refused before it is read: no caller here has its secret.
    const statuses = access === 'provider' ? [400, 401] : [400]
    test(`${statuses.join(' or ')}: text that PostgreSQL cannot store is refused in body, query and path`, async () => {
      const headers = await headersOf(running, options, 'an admin')
      const readsJson = !options.ignoresJson?.includes(route)
      for (const request of unstorableRequests(method, path, readsJson)) {
        const { statusCode } = await running.app.inject({
          ...request,
          method: method as 'GET',
          headers: { ...headers, ...request.headers },
        })
        expect({ ...request, isRefused: statuses.includes(statusCode) }).toEqual({
          ...request,
          isRefused: true,
        })
      }
    })

    testOddRequests(method, path, options, () => running)

    if (method !== 'GET') return
    test('HEAD has the status of GET for each caller', async () => {
      if (!running.app.hasRoute({ method: 'HEAD', url: path })) return
      for (const caller of callersOf(running)) {
        const { statusCode } = await ask('GET', path, caller)
        expect({ caller, statusCode: (await ask('HEAD', path, caller)).statusCode }).toEqual({
          caller,
          statusCode,
        })
      }
    })
  })
}

/** Tests that malformed and oversized requests are answered below 500, and with a code where they are refused. */
function testOddRequests(
  method: string,
  path: string,
  options: AccessOptions,
  current: () => TestService,
): void {
  test('below 500 and with a code: bodies, types, queries and parameters that nobody means', async () => {
    const headers = await headersOf(current(), options, 'an admin')
    for (const request of oddRequests(method, path)) {
      const { statusCode, body } = await askOdd(current(), method, headers, request)
      expect({
        request: request.name,
        statusCode,
        isAnswer: statusCode < 500,
        hasCode: statusCode < 400 || hasCode(body),
      }).toMatchObject({ isAnswer: true, hasCode: true })
    }
  })

  if (method === 'GET') return
  test('413: a body beyond the limit is refused before it is read', async () => {
    const headers = await headersOf(current(), options, 'an admin')
    const url = path.replace(/:\w+/g, () => randomUUID())
    const { statusCode } = await askOdd(current(), method, headers, { url, ...TOO_LARGE })
    expect([413, 401, 403]).toContain(statusCode)
  })
}

async function askOdd(
  { app }: TestService,
  method: string,
  admin: Record<string, string>,
  { url, payload, headers }: Omit<OddRequest, 'name'>,
) {
  const answer = await app.inject({
    method: method as 'POST',
    url,
    headers: { ...admin, ...headers },
    ...(payload !== undefined && { payload }),
    payloadAsStream: true,
  })
  return { statusCode: answer.statusCode, body: await readAnswer(answer) }
}

/** Pages of HTML, which links in mails lead to, have words. */
const hasCode = (body: string): boolean => body.startsWith('<!') || codeOf(body) !== 'undefined'

type Asked = { method: string; path: string; caller: Caller }

/** A request as a caller, and the start of a live stream where that is the answer. */
async function askAs(running: TestService, options: AccessOptions, { method, path, caller }: Asked) {
  const answer = await running.app.inject({
    method: method as 'GET',
    url: path.replace(/:(\w+)/g, (_, name: string) => options.params?.[name] ?? randomUUID()),
    headers: await headersOf(running, options, caller),
    ...(['GET', 'HEAD'].includes(method) ? {} : { payload: {} }),
    payloadAsStream: true,
  })
  return { statusCode: answer.statusCode, body: await readAnswer(answer) }
}

/** The code of a problem document or of GoTrue's error. */
function codeOf(body: string): string {
  const { code, error_code: goTrueCode } = JSON.parse(body) as { code?: unknown; error_code?: unknown }
  return String(goTrueCode ?? code)
}

/**
 * The routes of the router, as `GET /users/:userId`, sorted. They are read from the router itself, so that a route which no
 * hook saw is listed too. The HEAD of a GET is left out.
 */
export function listRoutes(app: HttpApp): string[] {
  const parts: string[] = []
  const routes: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? []
    if (!part) continue
    parts.splice(indent.length / 4, Infinity, part)
    const path = parts.join('').replaceAll(/\/{2,}/g, '/')
    const all = methods === '' ? [] : methods.split(', ')
    const own = all.filter((method) => method !== 'HEAD' || !all.includes('GET'))
    routes.push(...own.map((method) => `${method} ${path}`))
  }
  return routes.toSorted()
}
