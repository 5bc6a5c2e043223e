import { expect, test } from 'vitest'
import { alertAt, aVisitor, COVERED, minutes, TIMEZONE } from '../../test/desk-questions.ts'
import { listSpells, toHeldEntries } from './spells.ts'

const reading = (at: number, waitMinutes: number | null, status: 'OPERATING' | 'DOWN' = 'OPERATING') => ({
  observedAt: minutes(at),
  status,
  waitMinutes,
})

const spellsOf = (
  observations: ReturnType<typeof reading>[],
  alerts: object = {},
  notifications: object = {},
) =>
  listSpells(aVisitor({ ...COVERED, ...alerts }, notifications), {
    subscriptionId: 'sub',
    rideId: 'ride',
    rideName: 'Space Mountain',
    timezone: TIMEZONE,
    cooldownMinutes: 60,
    history: { observations },
  })

test('readings that could have alerted are told with what became of them: sent first, then held by the cooldown', () => {
  const spells = spellsOf(
    [
      reading(-40, 40),
      reading(-30, 10),
      reading(-20, 15),
      reading(-15, 5),
      reading(-10, 40),
      reading(-5, 10),
    ],
    { alerts: [alertAt(-30)] },
  )
  expect(spells.map(({ kind, from, waitMinutes }) => [kind, from, waitMinutes])).toEqual([
    ['sent', minutes(-30), 10],
    ['held', minutes(-20), 5],
    ['held', minutes(-5), 10],
  ])
  expect(spells[1]?.until).toBe(minutes(-15))
  expect(spells[1]?.words).toContain('a ride alerts once in 60 min')
})

test('a ride that is down, or posts 0 or nothing, could not have alerted', () => {
  expect(spellsOf([reading(-30, 10, 'DOWN'), reading(-20, 0), reading(-10, null)])).toEqual([])
})

const delivery = (state: string, changedAt: number) => ({
  id: `d${changedAt}`,
  about: 'alert',
  channel: 'email',
  address: 'a',
  state,
  reason: null,
  attempts: 1,
  queuedAt: minutes(-30),
  changedAt: minutes(changedAt),
})

const messages = (...deliveries: ReturnType<typeof delivery>[]) => ({
  deliveries,
  alerts: deliveries.map(({ id }) => ({
    alertId: 'alert',
    deliveryId: id,
    rideName: 'Space Mountain',
    channel: 'email',
  })),
})

test('an alert none of whose messages arrived is a failed one', () => {
  const spells = spellsOf([reading(-30, 10)], { alerts: [alertAt(-30)] }, messages(delivery('bounced', -28)))
  expect(spells).toMatchObject([{ kind: 'failed', at: minutes(-28) }])
})

test('an alert is named by the time of its first message that arrived, not by the reading that was short before', () => {
  const sent = messages(delivery('bounced', -28), delivery('delivered', -27), delivery('delivered', -20))
  expect(spellsOf([reading(-34, 10), reading(-33, 10)], { alerts: [alertAt(-30)] }, sent)).toMatchObject([
    { kind: 'sent', from: minutes(-34), at: minutes(-27) },
  ])
  expect(spellsOf([reading(-34, 10)], { alerts: [alertAt(-30)] })).toMatchObject([{ at: minutes(-30) }])
})

test('two alerts of readings that follow one another are two', () => {
  const alerts = [alertAt(-30), { ...alertAt(-10), id: 'other' }]
  expect(spellsOf([reading(-30, 10), reading(-10, 10)], { alerts })).toMatchObject([
    { kind: 'sent', at: minutes(-30) },
    { kind: 'sent', at: minutes(-10) },
  ])
})

test('what was held is an entry of the time line, and what was sent is there by its alert', () => {
  const spells = spellsOf([reading(-30, 10), reading(-20, 10)], { alerts: [alertAt(-30)] })
  expect(toHeldEntries(spells)).toEqual([
    {
      at: minutes(-20),
      kind: 'held',
      what: expect.stringMatching(/^Wait of 10 min, no alert\. The alert before/),
      thing: 'Space Mountain',
      ref: 'ride',
    },
  ])
})

test('a short wait that no pass covered was held back by nothing: it is in the lanes, and no entry of the time line', () => {
  const spells = spellsOf([reading(-30, 10)], { passWindows: [] })
  expect(spells).toMatchObject([{ kind: 'uncovered', from: minutes(-30) }])
  expect(spells[0]?.words).toContain('No pass and no plan')
  expect(toHeldEntries(spells)).toEqual([])
})
