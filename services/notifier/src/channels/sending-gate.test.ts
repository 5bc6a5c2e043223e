import { expect, test } from 'vitest'
import { createSendingGate } from './sending-gate.ts'

function aGate(options: Partial<Parameters<typeof createSendingGate>[0]> = {}) {
  const clock = { ms: 0 }
  const gate = createSendingGate({
    isOn: true,
    perSecond: 10,
    pauseSeconds: 30,
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

test('after a refusal of the configuration nothing is admitted until the pause is over', () => {
  const { gate, clock } = aGate()
  gate.pause()
  expect(gate.admit(5)).toBe(0)
  clock.ms = 30_000
  expect(gate.admit(5)).toBe(5)
})

test('a channel that is switched off admits nothing', () => {
  expect(aGate({ isOn: false }).gate.admit(5)).toBe(0)
})
