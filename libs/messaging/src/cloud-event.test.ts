import { defineEvent } from '@walkon/contracts/event'
import { anEvent, aRecord } from '@walkon/testing/events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readCloudEvent, readData, traceparentAfter, UnreadableMessage } from './cloud-event.ts'

const doorOpened = defineEvent({
  type: 'DoorOpened',
  summary: 'A door was opened.',
  topic: 'shop.doors',
  publisher: 'billing',
  key: (data) => data.door,
  data: z.object({ door: z.string() }),
})

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const event = { ...anEvent(doorOpened, { door: 'é' }), traceparent: TRACE }
const record = aRecord(event, doorOpened)

test('an event is read as it was written', () => {
  expect(readData(doorOpened, readCloudEvent(record))).toEqual(event)
})

test('a field that a newer publisher added is no reason to refuse', () => {
  const newer = { ...record, value: Buffer.from('{"door":"a","colour":"red"}') }

  expect(readData(doorOpened, readCloudEvent(newer)).data).toEqual({ door: 'a' })
})

test('an unreadable trace context is left out', () => {
  const headers = { ...record.headers, traceparent: 'nonsense' }

  expect(readCloudEvent({ ...record, headers }).traceparent).toBeNull()
})

test.each([
  ['without an id', { ce_id: undefined }],
  ['with an id that is none', { ce_id: '7' }],
  ['without a type', { ce_type: undefined }],
  ['of another version', { ce_specversion: '0.3' }],
  ['with a time that is none', { ce_time: 'yesterday' }],
])('a message %s is unreadable', (_, change) => {
  const headers = { ...record.headers, ...change } as Record<string, string>

  expect(() => readCloudEvent({ ...record, headers })).toThrow(UnreadableMessage)
})

test.each([
  ['is empty', null],
  ['is no JSON', Buffer.from('<html>')],
  ['ends too early', Buffer.from('{"door":')],
  ['is no text', Buffer.from([0xff, 0x00])],
])('a message whose value %s is unreadable', (_, value) => {
  expect(() => readCloudEvent({ ...record, value })).toThrow(UnreadableMessage)
})

test('data that breaks the contract is unreadable', () => {
  const broken = { ...record, value: Buffer.from('{"door":7}') }

  expect(() => readData(doorOpened, readCloudEvent(broken))).toThrow(UnreadableMessage)
})

test('what follows from an event follows its span, and without a cause it is in a trace of its own that nothing records', () => {
  expect(traceparentAfter(TRACE)).toBe(TRACE)
  expect(traceparentAfter(null)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
})
