import { expect, test } from 'vitest'
import { isReaction, toReplyCommand } from './reply.ts'

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
  ['Yes please', { kind: 'yes' }],
  ['Y', { kind: 'yes' }],
  ['Yep', { kind: 'yes' }],
  ['yes 👍', { kind: 'yes' }],
  ['“Yes”', { kind: 'yes' }],
  ['YES\nSent from my iPhone', { kind: 'yes' }],
  ['ＹＥＳ', { kind: 'yes' }],
  ['Y\u200bES', { kind: 'yes' }],
  ['please start', { kind: 'start' }],
  ['Stop texting me', { kind: 'stop' }],
  ['please stop', { kind: 'stop' }],
  ['No thanks', { kind: 'stop' }],
  ['no more texts please', { kind: 'stop' }],
  ['opt out', { kind: 'stop' }],
  ['Opt-Out', { kind: 'stop' }],
  ['please opt me out', { kind: 'stop' }],
  ['OPTOUT', { kind: 'stop' }],
  ['Remove me from this list', { kind: 'stop' }],
  ['take me off', { kind: 'stop' }],
  ['yes opt out', null],
  ['opt in', null],
  ['Snooze 30 min', { kind: 'snooze', minutes: 30 }],
  ['snooze for 30 minutes', { kind: 'snooze', minutes: 30 }],
  ['Snooze 1h', { kind: 'snooze', minutes: 60 }],
  ['snooze for an hour, thanks', { kind: 'snooze', minutes: 60 }],
  ['Snooze half an hour', { kind: 'snooze', minutes: 30 }],
  ['Done, thanks', { kind: 'done' }],
  ['Help me', { kind: 'help' }],
  ['yes?', null],
  ['yes but not today', null],
  ['Start? No', null],
  ["don't stop", null],
  ['cancel snooze', null],
  ['No problem', null],
  ['OK', null],
  ['Who is this', null],
  ['Liked “Walkon: Reply YES to get ride alerts by text.”', null],
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

test.for([
  ['Liked “Walkon: Space Mountain is 10 min.”', true],
  ['Reacted 👍 to "Walkon: Space Mountain is 10 min."', true],
  ['Is this Walkon: the ride alerts?', false],
] as const)('that %o is a reaction of a phone is %s', ([text, expected]) => {
  expect(isReaction(text)).toBe(expected)
})
