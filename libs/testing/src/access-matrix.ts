import { entryOf } from '@walkon/contracts/services'
import type { Service } from '@walkon/runtime/service'
import type { Access } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anAddress,
  anyAccount,
  callersOf,
  headersOf,
  REFUSED,
  type Caller,
  type CallerOptions,
} from './access-callers.ts'
import { oddRequests, TOO_LARGE, type OddRequest } from './odd-requests.ts'
import { unstorableRequests } from './unstorable-requests.ts'
import { readAnswer } from './streamed-answer.ts'
import { aDeadLetter } from './event-log.ts'
import { createTestService, type TestService, type TestServiceOptions } from './service.ts'

/** The access rule of each route of a service, by `GET /users/:userId`. HEAD has the rule of its GET. */
export type AccessTable = Record<string, Access>

export type AccessOptions = CallerOptions &
  Pick<TestServiceOptions, 'env'> & {
    /** Values of path parameters for which a random UUID does not do, by name. */
    params?: Record<string, string>
    /** Routes that do not read a JSON body. */
    ignoresJson?: string[]
    /** The service's own codes for a refused caller, in addition to those of every service. */
    refusalCodes?: string[]
    /** A request that succeeds for each route by which staff change something: it must leave an entry in `admin_actions`. */
    acts?: Record<string, (running: TestService) => Act | Promise<Act>>
  }

/** What a request of an admin has: values of path parameters, and a body. */
export type Act = { params?: Record<string, string>; payload?: object }

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

/** Tests that what staff change leaves an entry in `admin_actions` (docs/decisions/admin-actions.md). */
function testActs(
  { name }: Service,
  table: AccessTable,
  { acts: own = {}, params = {}, createAccount = anyAccount }: AccessOptions,
  running: () => TestService,
): void {
  const acts: NonNullable<AccessOptions['acts']> = {
    ...(EXPORT in table && { [EXPORT]: anExport }),
    ...(REPLAY in table && { [REPLAY]: aReplay(name) }),
    ...own,
  }
  const reads = new Set<string>(entryOf(name).reads)
  const isChanging = ([route, access]: [string, Access]) =>
    ['admin', 'proven-admin', 'moderator', 'support'].includes(access) &&
    !route.startsWith('GET ') &&
    !reads.has(route)

  test('each route by which staff change something has an act here', () => {
    const changing = Object.entries(table).filter(isChanging)
    expect(Object.keys(acts).toSorted()).toEqual(changing.map(([route]) => route).toSorted())
  })

  const desk = [READ, EXPORT].filter((route) => READ in table && route in table)
  test.each(desk)(
    '%s writes no entry about an account that staff name beside the address of another visitor',
    async (route) => {
      const { accounts, app, db } = running()
      const admin = await createAccount(running(), ['admin'])
      const [email, named] = [anAddress(), randomUUID()]
      await app.inject({
        method: 'POST',
        url: route.replace('POST ', ''),
        headers: accounts.headersFor({ ...admin, aal: 'aal2', aalRequired: 'aal2' }),
        payload: {
          email,
          userId: named,
          ...(route === READ ? { showsNumbers: true } : { reason: 'By letter' }),
        },
      })
      const entries = await db.execute(sql`select from admin_actions where subject_id = ${named}`)
      expect(entries).toHaveLength(0)
    },
  )

  test.each(Object.entries(acts))('%s leaves an entry that says who did it', async (route, prepare) => {
    const { accounts, app, db } = running()
    const [method = '', path = ''] = route.split(' ')
    const { params: ofAct = {}, payload } = await prepare(running())
    const admin = { userId: randomUUID(), ...(await createAccount(running(), ['admin'])) }

    const { statusCode, body } = await app.inject({
      method: method as 'POST',
      url: path.replace(/:(\w+)/g, (_, param: string) => ofAct[param] ?? params[param] ?? randomUUID()),
      headers: accounts.headersFor({ ...admin, aal: 'aal2', aalRequired: 'aal2' }),
      ...(payload && { payload }),
    })
    const entries = await db.execute(sql`select from admin_actions where actor_id = ${admin.userId}`)

    expect({ isDone: statusCode >= 200 && statusCode < 300, body }).toMatchObject({ isDone: true })
    expect(entries).toHaveLength(1)
  })
}

/** Every service that keeps personal data has it (libs/runtime/src/visitor-export.ts). */
const EXPORT = 'POST /visitors/export'
const READ = 'POST /visitors/read'
const anExport = (): Act => ({ payload: { email: anAddress(), userId: null, reason: 'Asked by letter' } })

/** Every service that hears events has it (libs/runtime/src/dead-letter-desk.ts). */
const REPLAY = 'POST /dead-letters/replay'
const aReplay = (service: string) => async (running: TestService) => ({
  payload: { id: await aDeadLetter(service, running), isDryRun: true, reason: 'Mended' },
})

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
