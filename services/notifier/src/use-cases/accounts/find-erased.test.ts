import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, requested } from '../../testing/dated-events.ts'
import { ADA, createErasingNotifier, OUTSIDER } from '../../testing/erasures.ts'

const { hear, listDeliveries, before, after, deleted, addresses, clear, close } =
  await createErasingNotifier()
afterAll(close)
beforeEach(clear)

describe('an event that is older than the deletion and comes after it', () => {
  beforeEach(() => hear(deleted(ADA)))

  test('a mail that is older than the deletion and comes after it leaves nothing', async () => {
    await hear(requested(ADA, before), requested(OUTSIDER, before), requested(ADA, after))

    expect((await addresses()).toSorted()).toEqual([ADA, OUTSIDER])
  })

  test('an alert that is older than the deletion and comes after it leaves nothing', async () => {
    await hear(alerted(ADA, before), alerted(OUTSIDER, before), alerted(ADA, after))

    expect((await addresses()).toSorted()).toEqual([ADA, OUTSIDER])
  })

  test('an alert that is older than the deletion and would go elsewhere leaves nothing', async () => {
    await hear(alerted(ADA, before, { recipients: [{ channel: 'sms', address: '+14075550123' }] }))

    expect(await listDeliveries()).toEqual([])
  })

  test('of an alert that is older than the deletion, the part that would go to the address leaves nothing', async () => {
    const recipients = [OUTSIDER, ADA].map((address) => ({ channel: 'email' as const, address }))
    await hear(alerted(OUTSIDER, before, { recipients }))

    expect(await addresses()).toEqual([OUTSIDER])
  })
})
