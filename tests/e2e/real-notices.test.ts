import { freePort } from '@walkon/postgres/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { endGroup, type StartedProduct } from '../support/npm-start.ts'
import { aRealPlace, TRON } from '../support/real-product.ts'
import { eventually } from '../support/walkon-client.ts'

/** The operator of `MODE=real` hears that something fails, once, and once that it is well. */

const dataDir = await createDataFolder('notices')
const real = await aRealPlace()
const { feed, mailbox, env } = real
const OPERATOR_PORT = String(await freePort())

let product: StartedProduct
const start = async () => {
  product = await real.start(dataDir, { OPERATOR_PORT })
}
beforeAll(start)
afterAll(async () => {
  await product?.stop()
  await real.close()
  await removeDataFolder(dataDir)
})

const notices = () =>
  mailbox
    .messagesTo(env.SUPPORT_EMAIL)
    .flatMap(({ subject }) => (subject?.startsWith('Walkon:') ? [subject] : []))
const away = async () => {
  const answer = await fetch(`http://127.0.0.1:${OPERATOR_PORT}/readyz`)
  return ((await answer.json()) as { away?: Record<string, string> }).away
}

test('a feed that fails is mailed once across a kill, named by /readyz, and mailed once when it is read again', async () => {
  await real.boardShows(TRON.id, TRON.wait)
  expect(await away()).toBeUndefined()

  feed.fail({ status: 500 })
  await eventually(async () => notices().length === 1)
  expect((await away())?.['feed']).toContain('Walt Disney World')
  await endGroup(product.process, 'SIGKILL')
  await start()
  expect((await away())?.['feed']).toContain('Walt Disney World')

  feed.fail()
  await eventually(async () => notices().length > 1)
  expect(notices()).toEqual(['Walkon: the park feed cannot be read', 'Walkon: the park feed is read again'])
  expect(await away()).toBeUndefined()
})
