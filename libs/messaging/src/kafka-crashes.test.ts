import kafkajs from 'kafkajs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSilenceWatch, mayJoinAgain, rejoinWaitMs } from './kafka-crashes.ts'

const { KafkaJSConnectionError, KafkaJSNonRetriableError } = kafkajs

test('a broker that is starting or away is no reason to replace the process', () => {
  // kafkajs does not export the class.
  const noCoordinator = Object.assign(new KafkaJSNonRetriableError('Failed to find group coordinator'), {
    name: 'KafkaJSGroupCoordinatorNotFound',
  })

  expect(mayJoinAgain(noCoordinator)).toBe(true)
  expect(mayJoinAgain(new KafkaJSConnectionError('refused'))).toBe(true)
})

test('a bug of the client is a reason to replace the process', () => {
  expect(mayJoinAgain(new TypeError('undefined is not a function'))).toBe(false)
  expect(mayJoinAgain(new KafkaJSNonRetriableError('a bug'))).toBe(false)
})

test('waits between tries to join double up to five seconds', () => {
  expect([0, 1, 2, 3, 10, 2_000].map(rejoinWaitMs)).toEqual([100, 200, 400, 800, 5_000, 5_000])
})

test('a broker that answers nothing any more is reported once, and its next answer ends that', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const reports: (string | null)[] = []
  const watch = createSilenceWatch((fault) => void reports.push(fault?.message ?? null))
  watch.begin()

  vi.advanceTimersByTime(14_000)
  watch.onAnswer()
  vi.advanceTimersByTime(14_000)
  expect(reports).toEqual([])

  vi.advanceTimersByTime(60_000)
  expect(reports).toEqual(['Kafka has not answered for 15 s'])
  watch.onAnswer()
  watch.onAnswer()
  expect(reports).toEqual(['Kafka has not answered for 15 s', null])

  watch.end()
  vi.advanceTimersByTime(60_000)
  expect(reports).toHaveLength(2)
})
