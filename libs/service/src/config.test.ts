import { expect, test } from 'vitest'
import { deployedSettings, kafkaSettings, list, loadSettings } from './config.ts'

const REDIS_URL = 'redis://cache'

test('a list has the values between the commas, without the blanks around them', () => {
  expect(list.parse('one, two')).toEqual(['one', 'two'])
})

test.each(['', ' ', 'one,', ',one', 'one,,two'])('a list refuses an empty value: "%s"', (value) => {
  expect(list.safeParse(value).success).toBe(false)
})

test('a process does not start with an empty list of brokers, as an empty key of a secret makes it', () => {
  expect(() => loadSettings(deployedSettings, { KAFKA_BROKERS: '', REDIS_URL })).toThrow(/KAFKA_BROKERS/)
})

test.each([
  { KAFKA_USERNAME: 'walkon' },
  { KAFKA_PASSWORD: 'secret' },
  { KAFKA_USERNAME: '', KAFKA_PASSWORD: '' },
])('a process does not start with half of the credentials of Kafka: %o', (half) => {
  const environment = { KAFKA_BROKERS: 'kafka:9092', REDIS_URL, ...half }

  expect(() => loadSettings(deployedSettings, environment)).toThrow(/KAFKA_(USERNAME|PASSWORD)/)
  expect(() => loadSettings(kafkaSettings, environment)).toThrow(/KAFKA_(USERNAME|PASSWORD)/)
})

test('credentials of Kafka are both there or both absent', () => {
  const environment = { KAFKA_BROKERS: 'kafka:9092', REDIS_URL }

  expect(loadSettings(deployedSettings, environment)).toMatchObject({ KAFKA_BROKERS: ['kafka:9092'] })
  expect(
    loadSettings(deployedSettings, { ...environment, KAFKA_USERNAME: 'walkon', KAFKA_PASSWORD: 'secret' }),
  ).toMatchObject({ KAFKA_USERNAME: 'walkon', KAFKA_PASSWORD: 'secret' })
})
