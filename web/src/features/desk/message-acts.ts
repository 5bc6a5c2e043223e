import { releaseQueued } from '@walkon/contracts/http/ways'
import { z } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { RELEASE_ADDRESS_NAME, releaseNumberName, stopNumberName } from './act-names.ts'
import { sendAct, type Act } from './act.ts'
import { listNumbers } from './numbers.ts'
import type { Visitor } from './visitor.ts'

/** Lists the acts on a visitor's messages. A number is named by its digits, so the acts for it wait until it is shown. */
export const listMessageActs = (caller: Caller, visitor: Visitor): Act[] => {
  const { email, subscriptions, suppressions } = visitor
  const isSuppressed = suppressions.some(({ channel }) => channel === 'email')
  return [
    ...(subscriptions.length > 0 ? [sendLink(caller, email)] : []),
    ...(subscriptions.some(({ active }) => active) ? [stop(caller, email)] : []),
    ...(isSuppressed ? [releaseAddress(caller, email)] : []),
    ...listNumbers(visitor)
      .filter((number) => number.startsWith('+'))
      .flatMap((number) => numberActs(caller, visitor, number)),
  ]
}

/** Lists the acts for an address whose owner wants no mails, or that is not the visitor's. */
export const listStoppingActs = (caller: Caller, { email }: Visitor): Act[] => [
  leaveLists(caller, email),
  refuseAll(caller, email),
]

const sendLink = (caller: Caller, email: string): Act => ({
  name: 'Send manage link',
  confirms: () => `Send the link to ${email}`,
  text: 'We email them the link to their alerts, even if the address has left all lists. Earlier links keep working.',
  send: ({ reason, requestId }) =>
    sendAct(caller, z.null(), '/alerts/visitors/manage-link', { email, reason, requestId }),
})

const stop = (caller: Caller, email: string): Act => ({
  name: 'Stop all alerts',
  confirms: () => `Stop all alerts of ${email}`,
  text: 'The alerts of all parks are off from now on. Passes stay, and the visitor may turn alerts on again.',
  send: ({ reason }) => sendAct(caller, z.null(), '/alerts/visitors/stop', { email, reason }),
})

const suppress = (caller: Caller, body: object) =>
  sendAct(caller, z.null(), '/notifications/suppressions', body)
const release = (caller: Caller, body: object) =>
  sendAct(caller, releaseQueued, '/notifications/suppressions/release', body)

const releaseAddress = (caller: Caller, address: string): Act => ({
  name: RELEASE_ADDRESS_NAME,
  confirms: () => `Release ${address}`,
  text: 'We may mail the address again, here and at the mail provider. Spam complaints stay.',
  send: ({ reason }) => release(caller, { channel: 'email', address, reason }),
})

const leaveLists = (caller: Caller, address: string): Act => ({
  name: 'Stop mails of all lists',
  confirms: () => `Stop mails of all lists to ${address}`,
  text: 'The address leaves alerts, newsletter and all other lists, as by the link in a mail. Receipts and mails about the account still go there.',
  send: ({ reason }) => suppress(caller, { channel: 'email', address, what: 'lists', reason }),
})

const refuseAll = (caller: Caller, address: string): Act => ({
  name: 'Stop everything to the address',
  confirms: () => `Stop everything to ${address}`,
  text: 'For an address that isn’t the visitor’s. It gets no mail at all, not even receipts or sign-in codes, until you release it here or its owner opens one of our links.',
  send: ({ reason }) => suppress(caller, { channel: 'email', address, what: 'everything', reason }),
})

function numberActs(caller: Caller, { email, suppressions }: Visitor, address: string): Act[] {
  const ofNumbers = suppressions.filter(({ channel }) => channel === 'sms')
  const isUnreachable = ofNumbers.some(({ reason }) => reason !== 'unsubscribed')
  return [
    {
      name: stopNumberName(address),
      confirms: () => `Stop texts to ${address} of ${email}`,
      text: 'No text goes to the number from now on, as after STOP. Only START from the number takes that back.',
      send: ({ reason }) => suppress(caller, { channel: 'sms', address, reason }),
    },
    ...(isUnreachable
      ? [
          {
            name: releaseNumberName(address),
            confirms: () => `Release ${address} of ${email}`,
            text: 'Texts are sent to the number again. One that answered STOP stays stopped.',
            send: ({ reason }: { reason: string }) => release(caller, { channel: 'sms', address, reason }),
          },
        ]
      : []),
  ]
}
