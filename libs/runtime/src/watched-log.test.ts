import type { EventLog } from '@walkon/messaging/event-log'
import { RejectedRecords } from '@walkon/messaging/rejected-records'
import { expect, test } from 'vitest'
import { watchLog } from './watched-log.ts'

const RECORD = { topic: 'shop.orders', key: null, value: null, headers: {} }

/** A log that answers each call with the next of the outcomes. */
function logOf(...outcomes: (Error | null)[]): EventLog {
  const next = async () => {
    const outcome = outcomes.shift()
    if (outcome) throw outcome
  }
  return {
    publish: next,
    lag: async () => {
      await next()
      return {}
    },
    subscribe: () => {
      throw new Error('Nothing subscribes here')
    },
    read: async () => {},
    close: async () => {},
  }
}

test('a log that cannot be reached is a fault until a publish succeeds', async () => {
  const { eventLog, fault } = watchLog(logOf(new Error('Closed connection'), null))

  await expect(eventLog.publish([RECORD])).rejects.toThrow('Closed connection')
  expect(fault()).toBe('Closed connection')

  await eventLog.publish([RECORD])
  expect(fault()).toBeNull()
})

test('a replica whose rows another replica published sees by the lag that the log is back', async () => {
  const { eventLog, fault } = watchLog(logOf(new Error('Closed connection'), null))
  await expect(eventLog.publish([RECORD])).rejects.toThrow('Closed connection')

  await eventLog.lag('shop', ['shop.orders'])

  expect(fault()).toBeNull()
})

test('a lag that cannot be measured leaves the fault as it was', async () => {
  const { eventLog, fault } = watchLog(logOf(new Error('Closed connection'), new Error('No leader')))
  await expect(eventLog.publish([RECORD])).rejects.toThrow('Closed connection')

  await expect(eventLog.lag('shop', ['shop.orders'])).rejects.toThrow('No leader')

  expect(fault()).toBe('Closed connection')
})

test('a record that the log refuses for good is no fault of the log', async () => {
  const { eventLog, fault } = watchLog(logOf(new Error('Closed connection'), new RejectedRecords([])))
  await expect(eventLog.publish([RECORD])).rejects.toThrow('Closed connection')

  await expect(eventLog.publish([RECORD])).rejects.toThrow(RejectedRecords)

  expect(fault()).toBeNull()
})
