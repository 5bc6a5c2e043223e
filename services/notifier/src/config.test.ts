import { loadSettings } from '@walkon/service/config'
import { testEnvironment } from '@walkon/testing/service'
import { expect, test } from 'vitest'
import { notifierSettings } from './config.ts'
import { SETTINGS } from './testing/settings.ts'

const load = (overrides: Record<string, string>) =>
  loadSettings(notifierSettings, { ...testEnvironment('postgres://unused'), ...SETTINGS, ...overrides })
const DEFAULTS = {
  PROVIDER_TIMEOUT_SECONDS: '10',
  DELIVERY_LEASE_SECONDS: '20',
  LOOKUP_LEAST_WAIT_SECONDS: '15',
  LOOKUP_WAIT_SECONDS: '120',
}

test('the times of production are in order', () => {
  expect(load(DEFAULTS)).toMatchObject({ PROVIDER_TIMEOUT_SECONDS: 10, DELIVERY_EXPIRY_MINUTES: 15 })
})

test.for([
  ['a call that may outlast its lease', { PROVIDER_TIMEOUT_SECONDS: '20' }, 'DELIVERY_LEASE_SECONDS'],
  ['a least wait longer than the longest', { LOOKUP_LEAST_WAIT_SECONDS: '120' }, 'LOOKUP_WAIT_SECONDS'],
  ['an alert that expires before its look-up', { DELIVERY_EXPIRY_MINUTES: '2' }, 'DELIVERY_EXPIRY_MINUTES'],
] as const)('%s is refused at start', ([, overrides, name]) => {
  expect(() => load({ ...DEFAULTS, ...overrides })).toThrow(name)
})

test('a site’s address may end with a slash', () => {
  expect(load({ PUBLIC_URL: 'https://walkon.example/' }).PUBLIC_URL).toBe('https://walkon.example')
})
