import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../support/accounts.ts'
import { guardConnections } from '../support/connections.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { endGroup, type StartedProduct } from '../support/npm-start.ts'
import { aRealPlace, CRUISE, DWARFS, hastenDoubts, MANSION, TRON } from '../support/real-product.ts'
import { eventually, isAlert } from '../support/walkon-client.ts'

/** `MODE=real` as an operator starts it: a feed that replays recorded answers, and a real mail server, on this machine. */

const dataDir = await createDataFolder('real')
const real = await aRealPlace()
const { feed, mailbox } = real
const guard = guardConnections('infra/local/src/main.ts', join(dataDir, 'connections'))
const VISITOR = 'ada@visitors.example'

let product: StartedProduct
const start = async () => {
  product = await real.start(dataDir, guard.env)
}
const kill = () => endGroup(product.process, 'SIGKILL')

beforeAll(start)
afterAll(async () => {
  await product?.stop()
  await real.close()
  await removeDataFolder(dataDir)
})

const alertsOf = (ride: string) =>
  mailbox.messagesTo(VISITOR).filter((message) => isAlert(message) && message.text.includes(ride))

let manageToken: string

test('a visitor signs up, takes a free day with chosen rides, and has the alert in the mailbox', async () => {
  await createAccount(mailbox, product.url, VISITOR, 'Ada Visitor')
  await real.boardShows(TRON.id, TRON.wait)
  manageToken = await real.takeFreeDay(
    VISITOR,
    [TRON, DWARFS, MANSION, CRUISE].map(({ id }) => id),
  )

  feed.setWait(TRON.id, 10)
  const alert = await mailbox.nextMessage(VISITOR, isAlert)
  expect(alert.text).toContain('TRON')
  expect(alert.text).toContain('10 min')
  expect(alertsOf('Dumbo')).toEqual([])
})

test('a feed that refuses, fails, lingers and gives a ride another id is read again when it answers', async () => {
  feed.meet({ status: 404 }, { status: 429, retryAfterSeconds: 1 }, { status: 500 }, { slowMs: 500 })
  feed.setWait(DWARFS.id, 40)
  await real.boardShows(DWARFS.id, 40)
  expect(feed.faultsLeft()).toBe(0)

  const moved = DWARFS.id.replace(/^9/, '8')
  feed.changeId(DWARFS.id, moved)
  await real.boardShows(moved, 40)
  const contacts = new Set(feed.requests.map(({ userAgent }) => userAgent?.match(/; (.+)\)/)?.[1]))
  expect([...contacts]).toEqual(['operator@walkon.example'])
})

test('killed before a mail is handed over, it goes once; killed in doubt, it is listed as in doubt and not mailed again', async () => {
  const begun = mailbox.state.begun
  mailbox.state.faultOf = () => 'hang-before-message'
  feed.setWait(MANSION.id, 5)
  await eventually(async () => mailbox.state.begun > begun)
  await kill()

  mailbox.state.faultOf = () => 'hang-after-accept'
  await start()
  feed.setWait(CRUISE.id, 5)
  await eventually(async () => alertsOf('Jungle Cruise').length === 1)
  await kill()

  mailbox.state.faultOf = () => null
  await start()
  const stateOf = async ({ id }: { id: string }) => {
    await hastenDoubts(dataDir)
    return (await real.historyOf(manageToken, id))[0]
  }
  await eventually(async () => (await stateOf(CRUISE))?.reason === 'in-doubt')
  await eventually(async () => /accepted|failed/.test((await stateOf(MANSION))?.state ?? ''))

  expect(alertsOf('Jungle Cruise')).toHaveLength(1)
  expect(alertsOf('Haunted Mansion')).toHaveLength(1)
})

test('it connects to no host but those of its settings', () => {
  expect(guard.hosts()).toEqual(['127.0.0.1'])
})

test('the guard sees a host that is none of its settings', async () => {
  const program = join(dataDir, 'stranger.mjs')
  await writeFile(program, `await fetch('http://stranger.example').catch(() => {})`)
  const other = guardConnections('stranger.mjs', join(dataDir, 'other-connections'))
  await promisify(execFile)(process.execPath, [program], { env: { ...process.env, ...other.env } })
  expect(other.hosts()).toEqual(['stranger.example'])
})
