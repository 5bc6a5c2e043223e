import { expect, test } from 'vitest'
import { createPushServices } from './push-services.ts'

const SERVICE = 'push.example'
let now = new Date('2026-07-14T12:00:00Z')
const create = () => createPushServices({ pauseSeconds: 60, now: () => now })
const refuse = (services: ReturnType<typeof create>, count: number, isProven: boolean, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    services.noteRefused(SERVICE, { owner: `visitor ${from + index}`, isProven }),
  )

test('a service that refuses proven devices of five visitors is paused', () => {
  const services = create()
  services.noteAccepted(SERVICE)
  expect(refuse(services, 5, true)).toEqual([false, false, false, false, true])
  expect(services.isPaused(SERVICE)).toBe(true)
})

test('devices that a working service never accepted pause it for nobody, however many they are', () => {
  const services = create()
  services.noteAccepted(SERVICE)
  refuse(services, 50, false)
  expect(services.isPaused(SERVICE)).toBe(false)
})

test('a service that has accepted nothing yet is paused by any five visitors', () => {
  const services = create()
  refuse(services, 5, false)
  expect(services.isPaused(SERVICE)).toBe(true)
})

test('after a pause one refusal does not pause again', () => {
  const services = create()
  refuse(services, 5, true)
  now = new Date(now.getTime() + 61_000)
  refuse(services, 1, true, 5)
  expect(services.isPaused(SERVICE)).toBe(false)
})
