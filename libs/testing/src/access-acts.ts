import { entryOf } from '@walkon/contracts/services'
import type { Service } from '@walkon/runtime/service'
import type { Access } from '@walkon/service/access'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anAddress, anyAccount, type CallerOptions } from './access-callers.ts'
import { aDeadLetter } from './event-log.ts'
import type { TestService } from './service.ts'

/** A request of an admin: values of path parameters, and a body. */
export type Act = { params?: Record<string, string>; payload?: object }

export type ActOptions = CallerOptions & {
  /** Values of path parameters for which a random UUID does not do, by name. */
  params?: Record<string, string>
  /** A request that succeeds for each route by which staff change something: it must leave an entry in `admin_actions`. */
  acts?: Record<string, (running: TestService) => Act | Promise<Act>>
}

/** Tests that what staff change leaves an entry in `admin_actions` (docs/decisions/admin-actions.md). */
export function testActs(
  { name }: Service,
  table: Record<string, Access>,
  { acts: own = {}, params = {}, createAccount = anyAccount }: ActOptions,
  running: () => TestService,
): void {
  const acts: NonNullable<ActOptions['acts']> = {
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

  // Without a search by address, the export takes the id that an admin names.
  const desk = [READ, EXPORT].filter((route) => route in table && (route === READ || FIND in table))
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
const FIND = 'POST /visitors/find'
const anExport = (): Act => ({ payload: { email: anAddress(), userId: null, reason: 'Asked by letter' } })

/** Every service that hears events has it (libs/runtime/src/dead-letter-desk.ts). */
const REPLAY = 'POST /dead-letters/replay'
const aReplay = (service: string) => async (running: TestService) => ({
  payload: { id: await aDeadLetter(service, running), isDryRun: true, reason: 'Mended' },
})
