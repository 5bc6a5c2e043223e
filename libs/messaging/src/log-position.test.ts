import { createLog } from '@walkon/service/log'
import { expect, test, vi } from 'vitest'
import type { PartitionLag } from './event-log.ts'
import { endOfBatch } from './log-position.ts'

const log = createLog({ service: 'shop', level: 'silent' })
const last = { topic: 'shop.doors', partition: 2, offset: 41n, key: null, value: null, headers: {} }

const positionIn = (lag: () => Promise<Record<string, PartitionLag[]>>) =>
  endOfBatch({ group: 'shop', eventLog: { lag }, last, log })

const endingAt = (endOffset: number) => async () => ({
  'shop.doors': [
    { partition: 1, nextOffset: 0, endOffset: 900 },
    { partition: 2, nextOffset: 0, endOffset },
  ],
})

test('a batch whose last record is the last of its partition holds the newest, also where other partitions hold newer ones', async () => {
  expect(await positionIn(endingAt(42)).isNewest()).toBe(true)
})

test('a batch behind which the partition goes on does not hold the newest', async () => {
  expect(await positionIn(endingAt(43)).isNewest()).toBe(false)
})

test('the log is asked when the question comes up, not when the batch was fetched', async () => {
  const lag = vi.fn(endingAt(42))
  const position = positionIn(lag)
  expect(lag).not.toHaveBeenCalled()

  lag.mockImplementation(endingAt(50))
  expect(await position.isNewest()).toBe(false)
})

test('where the log does not answer, nothing is known to be the newest', async () => {
  const away = async () => {
    throw new Error('the broker is away')
  }
  expect(await positionIn(away).isNewest()).toBe(false)
})
