import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toReference } from './mail-reference.ts'
import { toOrderIds, toOrderReference } from './order-reference.ts'

const IDS = [
  '00000000-0000-4000-8000-000000000000',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ...Array.from({ length: 1_000 }, () => randomUUID()),
]

test('an order is found by its reference as it is shown: each is one that support can type, and its ids are a range that has the order’s', () => {
  for (const id of IDS) {
    const typed = toReference(toOrderReference(id))
    const ids = toOrderIds(typed ?? '')
    expect([id, ids !== null && ids.least <= id && id <= ids.greatest]).toEqual([id, true])
  }
})

test('ids of one range have one reference, and their neighbours have another one', () => {
  const id = 'b34b8ba7-3e56-4d21-9f3a-0123456789ab'
  const { least, greatest } = toOrderIds(toReference(toOrderReference(id)) ?? '')!
  expect([least, greatest].map(toOrderReference)).toEqual([toOrderReference(id), toOrderReference(id)])
  expect([least, greatest]).toEqual([
    'b34b8ba7-3e00-0000-0000-000000000000',
    'b34b8ba7-3fff-ffff-ffff-ffffffffffff',
  ])
  expect(toOrderReference('b34b8ba7-4000-4000-8000-000000000000')).not.toBe(toOrderReference(id))
})

test('a mail’s reference that no order can have is none of an order', () => {
  expect(toOrderIds('FT7YWDZX')).toBeNull()
  expect(toOrderIds('FT7YWDZ4')).toBeNull()
})
