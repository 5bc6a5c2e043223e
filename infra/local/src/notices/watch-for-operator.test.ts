import { userConfirmed, userRolesChanged } from '@walkon/contracts/events/identity'
import { notifierSettings } from '@walkon/notifier/config'
import { insertTestDevice } from '@walkon/notifier/testing/devices'
import { aLetter } from '@walkon/notifier/testing/letters'
import { createTestNotifier } from '@walkon/notifier/testing/notifier'
import { bySmtp, PATIENT, SETTINGS } from '@walkon/notifier/testing/settings'
import { startSmtpServer } from '@walkon/notifier/testing/smtp-server'
import { createParkDatabase, createWorld, type World } from '@walkon/park-data/testing/world'
import { loadSettings } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { heard, testEnvironment } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { watchForOperator, type Watch } from './watch-for-operator.ts'

const mailbox = await startSmtpServer()
const env = { ...SETTINGS, ...PATIENT, ...bySmtp(mailbox.url) }
const notifier = await createTestNotifier()
const sql = notifier.db.$client
const database = await createParkDatabase()
const OPERATOR = 'operator@walkon.example'
const ADMIN = 'ada@walkon.example'
const GIGABYTE = 1_000_000_000

let dataDir: string
let world: World
let freeBytes: number
let watch: Watch

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'walkon-notices-'))
  mailbox.reset()
  await notifier.clear()
  world = await createWorld(database)
  freeBytes = 100 * GIGABYTE
  watch = await start()
})
afterEach(async () => {
  await watch.part.stop()
  await world.close()
  await rm(dataDir, { recursive: true })
})
afterAll(async () => {
  await Promise.all([mailbox.close(), notifier.close(), database.drop()])
})

/** A process that watches: its first look is over. */
async function start(): Promise<Watch> {
  const started = watchForOperator({
    dataDir,
    folders: [dataDir],
    freeBytesOf: async () => freeBytes,
    parkData: world.db,
    notifier: {
      db: notifier.db,
      settings: loadSettings(notifierSettings, { ...testEnvironment(notifier.url), ...env }),
    },
    operator: OPERATOR,
    pollSeconds: 60,
    log: createLog({ service: 'test', level: 'silent' }),
    now: () => world.clock.now,
  })
  await started.part.start?.()
  await started.part.stop()
  return started
}

const mails = () =>
  mailbox.taken.map(({ to, message }) => `${to}: ${/^Subject: (.*)$/m.exec(message)?.[1]?.trim()}`)
const pushes = async () => {
  const rows = await sql<{ subject: string }[]>`
    select content->>'subject' as subject from deliveries where channel = 'push' and content->>'name' = 'operator-notice'`
  return rows.map(({ subject }) => subject)
}
const later = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000)
}

test('a feed that has not been read for 15 polls is mailed once, also across a restart, and once when it is read again', async () => {
  world.feed.misbehaviours.set('/live', (response) => void response.writeHead(500).end())
  await world.pollAfter(14)
  await watch.look()
  expect(mails()).toEqual([])

  later(2)
  await watch.look()
  await watch.look()
  watch = await start()
  later(16)
  await watch.look()
  expect(mails()).toEqual([`${OPERATOR}: Walkon: the park feed cannot be read`])
  expect(mailbox.taken[0]?.message).toContain('Lake Resort')
  expect(watch.faults()).toMatchObject({ feed: expect.stringContaining('Lake Resort') as string })

  world.feed.misbehaviours.clear()
  await world.pollAfter(30)
  await watch.look()
  await watch.look()
  expect(mails().slice(1)).toEqual([`${OPERATOR}: Walkon: the park feed is read again`])
  expect(watch.faults()).toEqual({})
})

test('a feed that was not read while nothing ran is given the time of 15 polls', async () => {
  later(24 * 60)
  watch = await start()
  await watch.look()
  expect(mails()).toEqual([])
})

test('a disk with less than a gigabyte is mailed once, and again only once it has half as much more', async () => {
  freeBytes = 0.9 * GIGABYTE
  await watch.look()
  freeBytes = 1.1 * GIGABYTE
  await watch.look()
  expect(mails()).toEqual([`${OPERATOR}: Walkon: the disk is nearly full`])

  freeBytes = 2 * GIGABYTE
  await watch.look()
  await watch.look()
  expect(mails().slice(1)).toEqual([`${OPERATOR}: Walkon: the disk has room again`])
})

test('a notice that the mail server refuses is told when it takes mails again', async () => {
  mailbox.state.faultOf = () => ({ at: 'mail', reply: '451 4.3.0 Try again later' })
  freeBytes = 0
  await watch.look()
  watch = await start()
  expect(mails()).toEqual([])

  mailbox.state.faultOf = () => null
  await watch.look()
  await watch.look()
  expect(mails()).toHaveLength(1)
})

/** A mail that waits since so many minutes. */
async function aWaitingMail(minutes: number): Promise<void> {
  await notifier.request({
    notificationId: randomUUID(),
    recipient: { channel: 'email', address: 'visitor@example.com' },
    notification: aLetter(),
    expiresAt: '2099-01-01T00:00:00Z',
  })
  await sql`
    update deliveries set created_at = now() - make_interval(mins => ${minutes}), last_error = 'smtp-login'
    where channel = 'email'`
}

const anAcceptedMail = () => sql`
  insert into deliveries (id, source, source_id, channel, address, address_hash, state, expires_at, requested_at, accepted_at)
  values (${randomUUID()}, 'notification', ${randomUUID()}, 'email', 'a@example.com', 'hash', 'accepted', now(), now(), now())`

/** An alert that was handed over, and that no answer ever came for. */
const aMailInDoubt = () => sql`
  insert into deliveries
    (id, source, source_id, channel, address, address_hash, state, last_error, doubts, called_at, expires_at, requested_at)
  values
    (${randomUUID()}, 'alert', ${randomUUID()}, 'email', 'a@example.com', 'hash', 'failed', 'in-doubt', 1, now(), now(), now())`

async function anAdminWithADevice(): Promise<void> {
  const userId = randomUUID()
  const at = new Date().toISOString()
  await notifier.hear([
    heard(userConfirmed, { userId, email: ADMIN, confirmedAt: at }),
    heard(userRolesChanged, { userId, roles: ['admin'], changedAt: at }),
  ])
  await insertTestDevice(notifier.db, ADMIN, 'https://fcm.googleapis.com/fcm/send/operator')
  await insertTestDevice(notifier.db, 'visitor@example.com', 'https://fcm.googleapis.com/fcm/send/visitor')
}

test('mail that does not go out is pushed to each device of an admin, once, and named by its fault', async () => {
  await anAdminWithADevice()
  await aWaitingMail(4)
  await watch.look()
  expect(await pushes()).toEqual([])

  await aWaitingMail(6)
  await watch.look()
  await watch.look()
  watch = await start()
  await watch.look()
  expect(await pushes()).toEqual(['Walkon: mail does not go out'])
  expect(watch.faults()['mail']).toContain('smtp-login')
  expect(mails()).toEqual([])

  await sql`update deliveries set state = 'accepted', accepted_at = now() where channel = 'email'`
  await watch.look()
  await watch.look()
  expect((await pushes()).toSorted()).toEqual(['Walkon: mail does not go out', 'Walkon: mail goes out again'])
  expect(mails()).toHaveLength(1)
  expect(watch.faults()).toEqual({})
})

test('a mail server that takes mails and never answers is a fault from the second doubt until a mail is accepted', async () => {
  await anAdminWithADevice()
  await aMailInDoubt()
  await watch.look()
  expect(watch.faults()).toEqual({})

  await aMailInDoubt()
  await watch.look()
  await watch.look()
  expect(watch.faults()['mail']).toContain('has confirmed no mail')
  expect(await pushes()).toEqual(['Walkon: mail does not go out'])

  await anAcceptedMail()
  await watch.look()
  expect(watch.faults()).toEqual({})
})

test('mails that wait for their turn while others go out are no fault', async () => {
  await aWaitingMail(6)
  await anAcceptedMail()
  await watch.look()
  expect(watch.faults()).toEqual({})
})
