import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCountedMails, purgeCountedMails, type AskedMail } from './counted-mails.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)

const NOON = new Date('2026-07-01T12:00:00Z')
const TOMORROW = new Date('2026-07-02T00:00:00Z')
const KEYS = [new Uint8Array(32).fill(7)]

const mails = createCountedMails('invitation', KEYS)
let addresses = 0
const anAddress = () => `victim-${(addresses += 1)}@example.com`
const fromNetwork = (network: number): Pick<AskedMail, 'client' | 'isOwners'> => ({
  client: `10.1.${network}.7`,
  isOwners: false,
})
const BY_OWNER = { client: '10.9.9.9', isOwners: true }

const ask = (email: string, from: Pick<AskedMail, 'client' | 'isOwners'>, now = NOON, counted = mails) =>
  db
    .transaction((tx) => counted.count(tx, { email, ...from }, now))
    .then(
      () => 'sent' as const,
      (error: { code?: string }) => error.code,
    )

async function askTimes(count: number, ...asked: Parameters<typeof ask>): Promise<number> {
  let sent = 0
  for (let time = 0; time < count; time += 1) if ((await ask(...asked)) === 'sent') sent += 1
  return sent
}

test('a client network causes three mails a day to an address, however the address is spelled', async () => {
  const email = anAddress()
  expect(await askTimes(3, email, fromNetwork(1))).toBe(3)

  expect(await ask(` ${email.toUpperCase()} `, fromNetwork(1))).toBe('address-mailed-enough')
  expect(await ask(email, fromNetwork(2))).toBe('sent')
})

test('all client networks together cause ten mails a day to an address', async () => {
  const email = anAddress()
  let sent = 0
  for (let network = 1; network <= 6; network += 1) sent += await askTimes(3, email, fromNetwork(network))

  expect(sent).toBe(10)
  expect(await ask(anAddress(), fromNetwork(1))).toBe('sent')
})

test('twenty requests at once from twenty networks cause ten mails', async () => {
  const email = anAddress()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, network) => ask(email, fromNetwork(network))),
  )

  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(10)
})

test('the owner has ten mails of their own after strangers used up theirs, and strangers have theirs after the owner', async () => {
  const [first, other] = [anAddress(), anAddress()]
  for (let network = 1; network <= 4; network += 1) await askTimes(3, first, fromNetwork(network))
  expect(await askTimes(12, first, BY_OWNER)).toBe(10)

  await askTimes(12, other, BY_OWNER)
  expect(await ask(other, fromNetwork(1))).toBe('sent')
})

test('each kind of mail has a count of its own', async () => {
  const email = anAddress()
  await askTimes(4, email, fromNetwork(1))

  expect(await ask(email, fromNetwork(1), NOON, createCountedMails('newsletter', KEYS))).toBe('sent')
})

test('a refusal says when the next mail may leave: at midnight UTC', async () => {
  const email = anAddress()
  await askTimes(3, email, fromNetwork(1))

  const refused = db.transaction((tx) => mails.count(tx, { email, ...fromNetwork(1) }, NOON))
  await expect(refused).rejects.toMatchObject({ code: 'address-mailed-enough', retryAfterSeconds: 43_200 })
  expect(await ask(email, fromNetwork(1), TOMORROW)).toBe('sent')
})

test('a mail whose transaction is rolled back was not sent, and is not counted', async () => {
  const email = anAddress()
  const undone = db.transaction(async (tx) => {
    await mails.count(tx, { email, ...fromNetwork(1) }, NOON)
    throw new Error('the mail was not requested')
  })
  await expect(undone).rejects.toThrow('the mail was not requested')

  expect(await askTimes(4, email, fromNetwork(1))).toBe(3)
})

test('the rows show neither the address nor the network, and go when their day is over', async () => {
  const email = anAddress()
  await ask(email, fromNetwork(1), NOON)
  await ask(email, fromNetwork(1), TOMORROW)

  const rows = JSON.stringify(await db.execute(sql`select * from counted_mails`))
  expect(rows).not.toContain(email)
  expect(rows).not.toContain('10.1.1')

  const { deleteBatch } = purgeCountedMails({ db, now: () => TOMORROW })
  expect((await deleteBatch(1_000)).counted_mails).toBeGreaterThan(0)
  expect(await deleteBatch(1_000)).toEqual({ counted_mails: 0 })
  expect(await db.execute(sql`select from counted_mails where day = '2026-07-02'`)).not.toHaveLength(0)
})
