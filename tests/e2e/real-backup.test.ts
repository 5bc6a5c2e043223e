import { subscriptionList } from '@walkon/contracts/http/alerts'
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { connectHeld } from '../support/held-database.ts'
import { endGroup, type StartedProduct } from '../support/npm-start.ts'
import { aRealPlace, CRUISE, hastenDoubts, MANSION } from '../support/real-product.ts'
import { eventually, isAlert } from '../support/walkon-client.ts'

/** A disk that is lost: what an operator of `MODE=real` has backed up is there again, and nothing is told that is over. */

const ROOT = resolve(import.meta.dirname, '../..')
const folders = await Promise.all(['lost', 'restored', 'backups'].map(createDataFolder))
const [lost = '', restored = '', backups = ''] = folders
const real = await aRealPlace()
const { feed, mailbox } = real
const VISITOR = 'grace@visitors.example'

const walkon = (dataDir: string, ...args: string[]) =>
  promisify(execFile)('npm', ['run', '--silent', 'walkon', '--', ...args], {
    cwd: ROOT,
    env: { ...process.env, MODE: 'real', DATA_DIR: dataDir },
  })

let product: StartedProduct
beforeAll(async () => {
  product = await real.start(lost)
})
afterAll(async () => {
  await product?.stop()
  await real.close()
  await Promise.all(folders.map(removeDataFolder))
})

/** In place of the quarter of an hour after which an alert is over. Resolves when one was under way. */
async function letAlertsBeOver(): Promise<void> {
  const { sql, end } = connectHeld(lost, 'notifier')
  await eventually(async () => {
    const over = await sql`
      update notifier.deliveries set expires_at = now()
      where state = 'sending' and source = 'alert' returning id`
    return over.length > 0
  })
  await end()
}

const alerts = () => mailbox.messagesTo(VISITOR).filter(isAlert)

test('a backup of a running product opens the same links after its disk is lost, and tells no alert that is over', async () => {
  await real.boardShows(MANSION.id, MANSION.wait)
  const manageToken = await real.takeFreeDay(VISITOR, [MANSION.id, CRUISE.id])
  mailbox.state.faultOf = () => 'hang-before-message'
  feed.setWait(MANSION.id, 5)
  await letAlertsBeOver()
  await walkon(lost, 'backup', join(backups, 'running.walkon'))

  await endGroup(product.process, 'SIGKILL')
  await walkon(lost, 'backup', join(backups, 'crashed.walkon'))
  mailbox.state.faultOf = () => null

  await walkon(restored, 'restore', join(backups, 'running.walkon'))
  product = await real.start(restored)

  const headers = { authorization: `Bearer ${manageToken}` }
  const { body } = await real.client.send('GET', '/api/alerts/subscriptions', undefined, headers)
  expect(subscriptionList.parse(body)).toMatchObject([{ state: 'active' }])
  await eventually(async () => {
    await hastenDoubts(restored)
    return (await real.historyOf(manageToken, MANSION.id))[0]?.state === 'expired'
  })
  feed.setWait(CRUISE.id, 5)
  const [alert] = await eventually(async () => alerts().length > 0 && alerts())
  expect(alert?.text).toContain('Jungle Cruise')
  expect(alerts().filter(({ text }) => text.includes('Haunted Mansion'))).toEqual([])
})

test('a backup is refused while its folder has a product', async () => {
  await expect(walkon(restored, 'restore', join(backups, 'crashed.walkon'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Walkon is already running with this data folder') as string,
  })
})
