import { expect, test } from 'vitest'
import { deriveId } from './derived-id.ts'

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

test('deriveId makes the id of the standard’s example', () => {
  expect(deriveId(DNS, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})

test('another name, or another namespace, is another id', () => {
  const id = deriveId(DNS, 'ride')
  expect(deriveId(DNS, 'rides')).not.toBe(id)
  expect(deriveId(id, 'ride')).not.toBe(id)
})
