import { expect, test } from 'vitest'
import { z } from 'zod'
import { deployedSettings, kafkaSettings, list, loadSettings, renamedTo } from './config.ts'

const HERE = { KAFKA_BROKERS: 'kafka:9092', REDIS_URL: 'redis://cache', TRUSTED_PROXIES: '10.0.0.0/8' }

test('a list has the values between the commas, without the blanks around them', () => {
  expect(list.parse('one, two')).toEqual(['one', 'two'])
})

test.each(['', ' ', 'one,', ',one', 'one,,two'])('a list refuses an empty value: "%s"', (value) => {
  expect(list.safeParse(value).success).toBe(false)
})

test('a process does not start with the former name of a setting, and says the new one', () => {
  const settings = z.object({ NEW_NAME: z.string().default('ours'), OLD_NAME: renamedTo('NEW_NAME') })

  expect(loadSettings(settings, { NEW_NAME: 'theirs' })).toEqual({ NEW_NAME: 'theirs' })
  expect(() => loadSettings(settings, { OLD_NAME: 'theirs' })).toThrow('OLD_NAME: is now NEW_NAME')
})

test('a process does not start with an empty list of brokers, as an empty key of a secret makes it', () => {
  expect(() => loadSettings(deployedSettings, { ...HERE, KAFKA_BROKERS: '' })).toThrow(/KAFKA_BROKERS/)
})

test.each([
  { KAFKA_USERNAME: 'walkon' },
  { KAFKA_PASSWORD: 'secret' },
  { KAFKA_USERNAME: '', KAFKA_PASSWORD: '' },
])('a process does not start with half of the credentials of Kafka: %o', (half) => {
  const environment = { ...HERE, ...half }

  expect(() => loadSettings(deployedSettings, environment)).toThrow(/KAFKA_(USERNAME|PASSWORD)/)
  expect(() => loadSettings(kafkaSettings, environment)).toThrow(/KAFKA_(USERNAME|PASSWORD)/)
})

test('credentials of Kafka are both there or both absent', () => {
  const both = { KAFKA_USERNAME: 'walkon', KAFKA_PASSWORD: 'secret' }

  expect(loadSettings(deployedSettings, HERE)).toMatchObject({ KAFKA_BROKERS: ['kafka:9092'] })
  expect(loadSettings(deployedSettings, { ...HERE, KAFKA_TLS: 'true', ...both })).toMatchObject(both)
})

test('a process does not start with credentials of Kafka where nothing says whether they are sent by TLS', () => {
  const environment = { ...HERE, KAFKA_USERNAME: 'walkon', KAFKA_PASSWORD: 'secret' }

  for (const settings of [deployedSettings, kafkaSettings]) {
    expect(() => loadSettings(settings, environment)).toThrow(/KAFKA_TLS/)
    expect(() => loadSettings(settings, { ...environment, KAFKA_TLS: 'false' })).not.toThrow()
  }
})

test.each(['REDIS_URL', 'TRUSTED_PROXIES'] as const)(
  'a deployed process does not start without %s, whose default would be wrong on more than one machine',
  (name) => {
    expect(() => loadSettings(deployedSettings, { ...HERE, [name]: undefined })).toThrow(new RegExp(name))
  },
)
