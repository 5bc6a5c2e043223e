import { expect, test } from 'vitest'
import { VISITOR_DATA } from './visitor.ts'
import { lanePassWords, returnTimeWords, tableWords } from './wish-words.ts'

const moment = (at: string) => at.slice(11, 16)
const AT = '2026-04-14T18:00:00Z'

function tableThat(state: object) {
  const table = {
    id: 'table',
    restaurantName: 'A tavern',
    parkName: 'Magic Kingdom',
    timezone: 'America/New_York',
    dates: ['2026-04-14'],
    partySize: 2,
    preferredTime: 'dinner',
    createdAt: AT,
    checkedAt: null,
    toldAt: null,
    endedAt: null,
    endedReason: null,
    pendingBecause: null,
    ...state,
  }
  const [parsed] = VISITOR_DATA.planner.parse({ restaurantAlerts: [table] }).restaurantAlerts
  if (!parsed) throw new Error('There is a table')
  return tableWords(parsed, moment)
}

test.for([
  [{}, 'no table so far'],
  [{ checkedAt: AT }, 'no table so far, last looked at 18:00'],
  [{ checkedAt: AT, toldAt: AT }, 'told at 18:00'],
  [{ pendingBecause: 'no-provider' }, 'nobody reports tables of this restaurant, so no mail can come'],
  [{ toldAt: AT, endedAt: AT, endedReason: 'left' }, 'ended: the visitor left its emails'],
] as const)('a wanted table of the state %j is told as “%s”', ([state, words]) => {
  expect(tableThat(state)).toBe(`Tue, Apr 14; for 2, dinner; ${words}`)
})

test('a table at any time of the day is told so', () => {
  expect(tableThat({ preferredTime: 'any' })).toBe('Tue, Apr 14; for 2, any time; no table so far')
})

test('a return time that is held says so, also where an earlier one was told', () => {
  const wish = { id: 'wish', rideName: 'Space Mountain', timezone: 'UTC', createdAt: AT, toldAt: AT }
  const hours = { startTime: '09:00:00', endTime: '21:30:00' }
  expect(returnTimeWords({ ...wish, ...hours, heldOpeningAt: null }, moment)).toBe(
    '9 am to 9:30 pm; told at 18:00',
  )
  expect(returnTimeWords({ ...wish, ...hours, heldOpeningAt: AT }, moment)).toBe(
    '9 am to 9:30 pm; held since 18:00, for the quiet hours or a pause',
  )
})

test('Lightning Lane Assist says its connection and its paid day, and nothing of an account that never asked', () => {
  const at = new Date(AT)
  const wordsOf = (data: object) => {
    const { laneDays, laneInvitations } = VISITOR_DATA.planner.parse(data)
    return lanePassWords({ laneDays, laneInvitations }, at, moment)
  }
  const day = { startsAt: '2026-04-14T12:00:00Z', endsAt: '2026-04-15T12:00:00Z', isRevoked: false }
  const invitation = { sentAt: AT, answeredAt: AT, endedAt: null }
  expect(wordsOf({})).toBeNull()
  expect(wordsOf({ laneDays: [day], laneInvitations: [invitation] })).toBe(
    'Lightning Lane Assist: connected, paid until 12:00.',
  )
  expect(
    wordsOf({
      laneDays: [{ ...day, isRevoked: true }],
      laneInvitations: [{ ...invitation, answeredAt: null }],
    }),
  ).toBe('Lightning Lane Assist: not connected, no paid day now.')
})
