import { expect, test, vi } from 'vitest'
import {
  aRecord,
  aRound,
  aTopicWith,
  joinGroup,
  startMember,
  type LogUnderTest,
} from './event-log.contract-log.ts'

/** What both adapters of the log promise when a member of a group stops, joins beside another or is killed. */
export function testMembers(log: () => LogUnderTest): void {
  test('stopping waits for the batch in hand and acknowledges it', async () => {
    const { topic, eventLog, group } = await aTopicWith(log(), ['1'])
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const member = await joinGroup(eventLog, group, topic, {
      onBatch: async () => {
        begun.resolve()
        await finish.promise
      },
    })
    await begun.promise
    const stopped = vi.fn()
    const stopping = member.subscriber.stop().then(stopped)
    await eventLog.publish([aRecord(topic, 'a', '2')])
    expect(stopped).not.toHaveBeenCalled()

    finish.resolve()
    await stopping

    const next = await joinGroup(eventLog, group, topic)
    await vi.waitFor(() => expect(next.values()).toEqual(['2']))
  })

  test('a batch that waits is told to give up when the member stops, and comes again', async () => {
    const { topic, eventLog, group } = await aTopicWith(log(), ['1'])
    const begun = Promise.withResolvers<void>()
    const member = await joinGroup(eventLog, group, topic, {
      onBatch: (_, signal) => {
        begun.resolve()
        return new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        )
      },
    })
    await begun.promise

    await member.subscriber.stop()

    const next = await joinGroup(eventLog, group, topic)
    await vi.waitFor(() => expect(next.values()).toEqual(['1']))
  })

  test('two members share the partitions, and what a leaving one had goes to the other', async () => {
    const { topic, eventLog, group } = await aTopicWith(log())
    const stays = await joinGroup(eventLog, group, topic)
    const leaves = await joinGroup(await log().connect(), group, topic)
    await vi.waitFor(async () => {
      await eventLog.publish(aRound(topic, 'before'))
      expect(stays.records.length).toBeGreaterThan(0)
      expect(leaves.records.length).toBeGreaterThan(0)
    })

    await eventLog.publish(aRound(topic, 'shared'))
    const shared = () =>
      [stays, leaves].map((member) => member.values().filter((value) => value === 'shared').length)
    await vi.waitFor(() => expect(shared().reduce((a, b) => a + b, 0)).toBe(30))
    expect(Math.min(...shared())).toBeGreaterThan(0)

    await leaves.subscriber.stop()
    await eventLog.publish(aRound(topic, 'alone'))

    await vi.waitFor(() => expect(stays.keysOf('alone').size).toBe(30))
  })

  test('what a killed member had in hand comes again to another', async () => {
    const { topic, eventLog, group } = await aTopicWith(log())
    const killed = startMember({ log: log().member, group, topic, hold: true })
    await killed.joined
    await eventLog.publish(aRound(topic, 'once'))
    await vi.waitFor(() => expect(killed.values).toContain('once'))

    killed.kill()

    const member = await joinGroup(eventLog, group, topic)
    await vi.waitFor(() => expect(member.keysOf('once').size).toBe(30))
  })

  test('the partitions of a member killed beside another move to that one', async () => {
    const { topic, eventLog, group } = await aTopicWith(log())
    const stays = await joinGroup(eventLog, group, topic)
    const killed = startMember({ log: log().member, group, topic, hold: false })
    await killed.joined
    await vi.waitFor(async () => {
      await eventLog.publish(aRound(topic, 'before'))
      expect(killed.values).toContain('before')
    })

    killed.kill()
    await eventLog.publish(aRound(topic, 'after'))

    await vi.waitFor(() => expect(stays.keysOf('after').size).toBe(30))
  })
}
