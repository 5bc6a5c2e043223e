import { expect, test } from 'vitest'
import { toReplyCommand } from './reply.ts'

test.for([
  ['Yes!', { kind: 'yes' }],
  [' done. ', { kind: 'done' }],
  ['SNOOZE 30', { kind: 'snooze', minutes: 30 }],
  ['snooze', { kind: 'snooze', minutes: 30 }],
  ['Snooze 9999', { kind: 'snooze', minutes: 1_440 }],
  ['STOP', { kind: 'stop' }],
  ['unsubscribe', { kind: 'stop' }],
  ['Start', { kind: 'start' }],
  ['HELP', { kind: 'help' }],
  ['info.', { kind: 'help' }],
  ['yes please stop', null],
  ['SNOOZE soon', null],
  ['', null],
] as const)('%o is read as %o', ([text, command]) => {
  expect(toReplyCommand({ text, handledAs: null })).toEqual(command)
})

test.for([
  ['ARRET', 'stop', { kind: 'stop' }],
  ['Start', 'start', { kind: 'start' }],
  ['YES', 'start', { kind: 'yes' }],
  ['DONE', 'stop', { kind: 'stop' }],
  ['AYUDA', 'help', { kind: 'help' }],
] as const)('%o that Twilio has handled as %s is read as %o', ([text, handledAs, command]) => {
  expect(toReplyCommand({ text, handledAs })).toEqual(command)
})
