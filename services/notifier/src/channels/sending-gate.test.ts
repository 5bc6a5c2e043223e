import { expect, test } from 'vitest'
import { createSendingGate } from './sending-gate.ts'

function aGate(options: Partial<Parameters<typeof createSendingGate>[0]> = {}) {
  const clock = { ms: 0 }
  const gate = createSendingGate({
    isOn: true,
    perSecond: 10,
    now: () => new Date(clock.ms),
    ...options,
  })
  return { gate, clock }
}

test('no more calls are admitted than the rate allows', () => {
  const { gate, clock } = aGate()
  expect(gate.admit(100)).toBe(10)
  gate.spend(10)
  expect(gate.admit(100)).toBe(0)
  clock.ms = 500
  expect(gate.admit(100)).toBe(5)
  clock.ms = 60_000
  expect(gate.admit(100)).toBe(10)
})

test('at its limit the gate is free again after a tenth of a second’s calls', () => {
  const { gate, clock } = aGate({ perSecond: 100 })
  gate.spend(gate.admit(100))
  expect(gate.msUntilFree()).toBe(100)
  clock.ms = 40
  expect(gate.msUntilFree()).toBe(60)
  clock.ms = 100
  expect([gate.msUntilFree(), gate.admit(100)]).toEqual([0, 10])
})

test('a rate under ten a second waits for one call', () => {
  const { gate, clock } = aGate({ perSecond: 1 })
  gate.spend(gate.admit(100))
  expect(gate.msUntilFree()).toBe(1_000)
  clock.ms = 1_000
  expect([gate.msUntilFree(), gate.admit(100)]).toEqual([0, 1])
})

test('a channel that is switched off does not say when it is free', () => {
  expect(aGate({ isOn: false }).gate.msUntilFree()).toBeNull()
})

test('a channel that is switched off admits nothing', () => {
  expect(aGate({ isOn: false }).gate.admit(5)).toBe(0)
})
