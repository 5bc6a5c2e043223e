import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { anAddress } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts()
const { db, deliver, eventsOf, open, passesOf, pay, url, work } = billing
afterAll(billing.close)

const command = join(import.meta.dirname, 'replay-provider-events.ts')
const replay = (...args: string[]) => runCommand(command, { DATABASE_URL: url }, args)

const listStates = () =>
  db.execute(sql`
    select attempts, applied_at is not null as "isApplied", rejection is not null as "isAside"
    from provider_events`)

test('an operator has what Stripe told and was set aside applied again, which makes the pass of a payment', async () => {
  const email = anAddress()
  const session = await open({ email })
  await pay(session)
  for (const event of await eventsOf(session)) await deliver(event)
  await db.execute(sql`update provider_events set attempts = 6, rejection = 'a bug of ours'`)
  await work()
  expect(await passesOf(email)).toEqual([])

  const told = await listStates()
  const { stdout } = await spawnCommand(command, { DATABASE_URL: url }, ['stripe'])
  expect(stdout).toBe(`${told.length} events of stripe will be applied again\n`)
  await work()

  expect(await listStates()).toEqual(told.map(() => ({ attempts: 1, isApplied: true, isAside: false })))
  expect(await passesOf(email)).toHaveLength(1)
})

test('a provider that billing does not hear is refused, and the usage is shown', async () => {
  expect(await replay('postmark')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('walkon replay-provider-events billing stripe [--since INSTANT]'),
  })
})
