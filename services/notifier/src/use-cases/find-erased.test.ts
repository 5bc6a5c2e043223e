import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alerted, requested } from '../testing/dated-events.ts'
import { ADA, createErasingNotifier, OUTSIDER } from '../testing/erasures.ts'

const { hear, listDeliveries, before, after, deleted, addresses, clear, close } =
  await createErasingNotifier()
afterAll(close)
beforeEach(clear)

describe('an event that is older than the deletion and comes after it', () => {
  beforeEach(() => hear(deleted(ADA)))

  test('leaves nothing: a mail', async () => {
    await hear(requested(ADA, before), requested(OUTSIDER, before), requested(ADA, after))

    expect((await addresses()).toSorted()).toEqual([ADA, OUTSIDER])
  })

  test('leaves nothing: an alert', async () => {
    await hear(alerted(ADA, before), alerted(OUTSIDER, before), alerted(ADA, after))

    expect((await addresses()).toSorted()).toEqual([ADA, OUTSIDER])
  })

  test('leaves nothing: an alert that would go elsewhere', async () => {
    await hear(alerted(ADA, before, { recipients: [{ channel: 'sms', address: '+14075550123' }] }))

    expect(await listDeliveries()).toEqual([])
  })

  test('leaves nothing: the part of an alert that would go to the address', async () => {
    const recipients = [OUTSIDER, ADA].map((address) => ({ channel: 'email' as const, address }))
    await hear(alerted(OUTSIDER, before, { recipients }))

    expect(await addresses()).toEqual([OUTSIDER])
  })
})
