import kafkajs from 'kafkajs'
import { expect, test } from 'vitest'
import { mayJoinAgain, rejoinWaitMs } from './kafka-crashes.ts'

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
