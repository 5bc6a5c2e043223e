import { expect, test } from 'vitest'
import { z } from 'zod'
import { deriveId, deriveIdAt } from './derived-id.ts'

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

test('deriveId makes the id of the standard’s example', () => {
  expect(deriveId(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('another name, or another namespace, is another id', () => {
  const id = deriveId(DNS, 'ride')
  expect(deriveId(DNS, 'rides')).not.toBe(id)
  expect(deriveId(id, 'ride')).not.toBe(id)
})

const NOON = new Date('2026-07-01T12:00:00.000Z')
const A_MOMENT_LATER = new Date('2026-07-01T12:00:00.001Z')
const LAST_NAMESPACE = 'fff7b810-9dad-11d1-80b4-00c04fd430c8'

test('deriveIdAt makes the same UUID of the same fact, and another of another', () => {
  const id = deriveIdAt(NOON, DNS, 'ride')
  expect(z.uuid({ version: 'v8' }).safeParse(id).success).toBe(true)
  expect(deriveIdAt(NOON, DNS, 'ride')).toBe(id)
  expect(deriveIdAt(NOON, DNS, 'rides')).not.toBe(id)
  expect(deriveIdAt(NOON, LAST_NAMESPACE, 'ride')).not.toBe(id)
})

test('ids of deriveIdAt stand in the order of their instants, and those of one instant in the order of their namespaces', () => {
  const inOrder = [
    deriveIdAt(NOON, DNS, 'ride'),
    deriveIdAt(NOON, LAST_NAMESPACE, 'a ride'),
    deriveIdAt(A_MOMENT_LATER, DNS, 'another ride'),
  ]
  expect(inOrder.toSorted()).toEqual(inOrder)
})
