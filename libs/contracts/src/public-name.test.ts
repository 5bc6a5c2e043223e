import { expect, test } from 'vitest'
import { isOpenName } from './public-name.ts'

test.for([
  'ada@visitor.example',
  'Ada <ada@visitor.example>',
  'ada＠visitor.example',
  'ada (at) visitor',
  'walkon.example/refund',
  'Cheap tickets at TICKETS.COM',
  'https://x',
  'www.tickets',
  'Moderator',
  'The Moderators',
  'm o d e r a t o r',
  'Mod Ana',
  'ADMIN',
  'Walkon',
  'walkon staff',
  'Walk-On Support',
  'Customer Support',
  'Official Ana',
])('the display name “%s” is refused', (name) => {
  expect(isOpenName(name)).toBe(false)
})

test.for([
  'Ada Lovelace',
  'Admiral Akbar',
  'Modesto',
  'Supporter of rides',
  'Dr.Who',
  'J.R. Smith',
  'St. John',
  'Mr.Toad',
  'Wally Konrad',
  'Zoë',
  '日本',
  'Ride fan 2.5',
  'Staffordshire Bill',
])('the display name “%s” is open to everybody', (name) => {
  expect(isOpenName(name)).toBe(true)
})
