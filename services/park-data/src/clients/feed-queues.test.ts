import { expect, test } from 'vitest'
import { toQueues } from './feed-queues.ts'

const queues = (queue: Record<string, unknown>, timezone: string | null = 'Europe/Paris') =>
  toQueues(queue, timezone)

test('standby is no queue beside standby', () => {
  expect(queues({ STANDBY: { waitTime: 20 } })).toEqual([])
})

test.for(['SINGLE_RIDER', 'PAID_STANDBY'])('the minutes of %s are read as a wait is', (kind) => {
  expect(queues({ [kind]: { waitTime: 25 } })).toEqual([{ kind, waitMinutes: 25 }])
  expect(queues({ [kind]: { waitTime: null } })).toEqual([{ kind }])
  expect(queues({ [kind]: { waitTime: 480 } })).toEqual([{ kind }])
})

test('a return time has its start and its end as instants', () => {
  const RETURN_TIME = {
    state: 'AVAILABLE',
    returnStart: '2026-07-14T15:20:00+02:00',
    returnEnd: '2026-07-14T16:20:00+02:00',
  }
  expect(queues({ RETURN_TIME })).toEqual([
    {
      kind: 'RETURN_TIME',
      state: 'AVAILABLE',
      startsAt: '2026-07-14T13:20:00.000Z',
      endsAt: '2026-07-14T14:20:00.000Z',
    },
  ])
})

test('a time without an offset is the local time that the answer names, and unknown where it names none', () => {
  const RETURN_TIME = { state: 'AVAILABLE', returnStart: '2026-07-14T15:20:00', returnEnd: null }
  expect(queues({ RETURN_TIME })).toMatchObject([{ startsAt: '2026-07-14T13:20:00.000Z' }])
  expect(queues({ RETURN_TIME }, null)).toEqual([{ kind: 'RETURN_TIME', state: 'AVAILABLE' }])
})

test.for(['2026-07-14', 'soon', 7, {}, '', '2026-07-14T99:00:00+02:00'])(
  'a return time that begins at %o has no start',
  (returnStart) => {
    const RETURN_TIME = { state: 'AVAILABLE', returnStart, returnEnd: null }
    expect(queues({ RETURN_TIME })).toEqual([{ kind: 'RETURN_TIME', state: 'AVAILABLE' }])
  },
)

test.for(['TEMP_FULL', 'FINISHED'])('the state %s stays without its times', (state) => {
  const RETURN_TIME = { state, returnStart: null, returnEnd: null }
  expect(queues({ RETURN_TIME })).toEqual([{ kind: 'RETURN_TIME', state }])
})

test.for(['PAUSED', 'SOON', null, undefined, 1])(
  'a return time in the state %o is never available',
  (state) => {
    expect(queues({ RETURN_TIME: { state } })).toEqual([{ kind: 'RETURN_TIME', state: 'UNKNOWN' }])
  },
)

const paid = (price: unknown) =>
  queues({ PAID_RETURN_TIME: { state: 'FINISHED', returnStart: null, returnEnd: null, price } })

test('a price is in its own currency and smallest unit, and says nothing about availability', () => {
  expect(paid({ amount: 1800, currency: 'EUR', formatted: '€18.00' })).toEqual([
    { kind: 'PAID_RETURN_TIME', state: 'FINISHED', price: { amount: 1800, currency: 'EUR' } },
  ])
  expect(paid({ amount: 2500, currency: 'JPY', formatted: '¥2,500' })).toMatchObject([
    { price: { amount: 2500, currency: 'JPY' } },
  ])
})

test('a price that is not published is not free', () => {
  expect(paid({ amount: null, currency: 'JPY' })).toMatchObject([
    { price: { amount: null, currency: 'JPY' } },
  ])
  expect(paid({ amount: 0, currency: 'USD' })).toMatchObject([{ price: { amount: 0, currency: 'USD' } }])
})

test.for([
  null,
  undefined,
  21,
  { amount: 2100 },
  { amount: 2100, currency: 'dollars' },
  { amount: '2100', currency: 'USD' },
])('a price of %o is none', (price) => {
  expect(paid(price)).toEqual([{ kind: 'PAID_RETURN_TIME', state: 'FINISHED' }])
})

test('a boarding group has the groups that are called and when the next are given out', () => {
  const BOARDING_GROUP = {
    allocationStatus: 'PAUSED',
    currentGroupStart: 41,
    currentGroupEnd: 60,
    nextAllocationTime: '2026-07-14T13:00:00+02:00',
    estimatedWait: 90,
  }
  expect(queues({ BOARDING_GROUP })).toEqual([
    {
      kind: 'BOARDING_GROUP',
      state: 'PAUSED',
      firstGroup: 41,
      lastGroup: 60,
      nextAllocationAt: '2026-07-14T11:00:00.000Z',
      waitMinutes: 90,
    },
  ])
  expect(queues({ BOARDING_GROUP: { allocationStatus: 'TEMP_FULL' } })).toEqual([
    { kind: 'BOARDING_GROUP', state: 'UNKNOWN' },
  ])
})

test('a kind that is not in the list is kept as unknown with its name', () => {
  expect(queues({ VIRTUAL_LINE: { state: 'AVAILABLE' } })).toEqual([
    { kind: 'UNKNOWN', name: 'VIRTUAL_LINE' },
  ])
})

test.for([null, 7, 'full', []])('a queue that is %o is none', (value) => {
  expect(queues({ SINGLE_RIDER: value })).toEqual([])
})
