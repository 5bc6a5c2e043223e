import { loadSettings } from '@walkon/service/config'
import { testEnvironment } from '@walkon/testing/service'
import { expect, test } from 'vitest'
import { billingSettings } from './config.ts'
import { STRIPE_SETTINGS } from './testing/billing.ts'

const load = (ALERT_MESSAGES_MINUTES: string, DELIVERY_EXPIRY_MINUTES: string | undefined) =>
  loadSettings(billingSettings, {
    ...testEnvironment('postgres://unused'),
    ...STRIPE_SETTINGS,
    ALERT_MESSAGES_MINUTES,
    DELIVERY_EXPIRY_MINUTES,
  }).ALERT_MESSAGES_MINUTES

test('a wait for the messages of an alert that ends before notifier gives the alert up is refused at start', () => {
  expect(load('20', '15')).toBe(20)
  expect(() => load('19', '15')).toThrow('ALERT_MESSAGES_MINUTES')
})

test('without notifier’s setting the wait is taken as it is', () => {
  expect(load('0', undefined)).toBe(0)
})
