import { releaseQueued } from '@walkon/contracts/http/ways'
import { z } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { sendAct, type Act, type ActGroup } from './act.ts'
import { listMoneyActs } from './money-acts.ts'
import type { Visitor } from './visitor.ts'

/** What fits this visitor now, by what it is about. */
export const listActs = (caller: Caller, visitor: Visitor, today: string): ActGroup[] =>
  [
    { heading: 'Money and passes', acts: listMoneyActs(caller, visitor, today) },
    {
      heading: 'Messages',
      acts: [
        ...(visitor.subscriptions.some(({ active }) => active) ? [stop(caller, visitor.email)] : []),
        ...(visitor.suppressions.some(({ channel }) => channel === 'email')
          ? [release(caller, visitor.email)]
          : []),
      ],
    },
    {
      heading: 'Account',
      acts: visitor.userId !== null && visitor.sessions.length > 0 ? [signOut(caller, visitor.userId)] : [],
    },
  ].filter(({ acts }) => acts.length > 0)

const stop = (caller: Caller, email: string): Act => ({
  name: 'Stop all alerts',
  text: 'The alerts of all parks are off from now on. Passes stay, and the visitor may turn alerts on again.',
  send: ({ reason }) => sendAct(caller, z.null(), '/alerts/visitors/stop', { email, reason }),
})

const release = (caller: Caller, email: string): Act => ({
  name: 'Release the address',
  text: 'What stands against the address is taken back, here and at the mail provider, which keeps complaints of spam.',
  send: () => sendAct(caller, releaseQueued, '/notifications/suppressions/release', { email }),
})

const signOut = (caller: Caller, userId: string): Act => ({
  name: 'Sign out everywhere',
  text: 'Each session of the account ends, within five minutes everywhere.',
  send: ({ reason }) => sendAct(caller, z.null(), `/identity/users/${userId}/sessions/end`, { reason }),
})
