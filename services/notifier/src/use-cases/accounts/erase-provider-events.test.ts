import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ADA, createErasingNotifier, OUTSIDER } from '../../testing/erasures.ts'
import { startPostmarkServer } from '../../testing/postmark-server.ts'
import { POSTMARK } from '../../testing/postmark-webhook.ts'
import { eraseUsers } from './erase-users.ts'

const postmark = await startPostmarkServer()
const notifier = await createErasingNotifier({ POSTMARK_API_URL: postmark.url })
const { app, db, hear, runJob, waitingForLocks, before, deletion, deleted, traces, clear, close } = notifier
afterAll(async () => {
  await close()
  await postmark.close()
})
beforeEach(clear)

describe('what a provider told of a deleted account', () => {
  const tell = (payload: string) =>
    app.inject({ method: 'POST', url: '/webhooks/postmark', headers: POSTMARK, payload })
  const complaintOf = (email: string) => {
    postmark.lists.streams['alerts']?.set(email, { reason: 'SpamComplaint', since: before.toISOString() })
    return JSON.stringify({ RecordType: 'SpamComplaint', MessageID: 'm1', Email: email, Metadata: {} })
  }
  const applyAll = async () => {
    while (await runJob('apply-postmark-events')) continue
    await runJob('check-addresses')
  }

  test('what a provider told of an account is deleted with it, applied or unreadable, and nothing of other people', async () => {
    await tell(complaintOf(ADA))
    await tell(`{"Email": "${ADA}"`)
    await tell(complaintOf(OUTSIDER))
    await applyAll()

    await hear(deleted(ADA))

    expect(await traces(ADA)).toEqual({ ended_links: 1, erased_addresses: 1, outbox: 2, suppressions: 1 })
    expect(await traces(OUTSIDER)).toMatchObject({ provider_events: 1 })
  })

  test('what a provider told of an account is deleted with it also where JSON writes the address with escapes', async () => {
    const address = 'ada+parks@example.com'
    await tell(complaintOf(address).replace('+', '\\u002B').replace('@', '\\u0040'))
    await applyAll()

    await hear(deleted(address))

    expect(await db.execute(sql`select from provider_events`)).toHaveLength(0)
    expect(await traces(address)).toMatchObject({ suppressions: 1 })
  })

  test('what a provider told of an account and was not applied before its deletion is applied after it, and not kept', async () => {
    await tell(complaintOf(ADA))
    await hear(deleted(ADA))
    await tell(`{"Email": "${ADA}"`)
    await applyAll()

    expect(await traces(ADA)).toEqual({ ended_links: 1, erased_addresses: 1, outbox: 2, suppressions: 1 })
  })

  test('what a provider told of an account and is being applied at the moment of its deletion is not kept', async () => {
    await tell(complaintOf(ADA))
    let applying: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await eraseUsers(
        tx,
        [{ userId: randomUUID(), addressHash: hashAddress(ADA), deletedAt: deletion.toISOString() }],
        deletion,
      )
      applying = applyAll()
      await expect.poll(waitingForLocks).toBe(1)
    })
    await applying

    expect(await traces(ADA)).toEqual({ erased_addresses: 1, outbox: 2, suppressions: 1 })
  })
})
