import { CONFIRM_NAME, RELEASE_ADDRESS_NAME, releaseNumberName, stopNumberName } from './act-names.ts'
import { fateWords, hasFailed } from './fates.ts'
import type { Finding } from './finding.ts'
import { isMissing } from './not-known.ts'
import { listNumbers } from './numbers.ts'
import type { Clock } from './visitor-clock.ts'
import type { Visitor } from './visitor.ts'

/** Lists the findings of a visitor's messages, numbers and addresses. */
export const listMessageFindings = (visitor: Visitor, clock: Clock): Finding[] => [
  ...findAccount(visitor),
  ...findAddress(visitor, clock),
  ...findNumbers(visitor, clock),
  ...findOff(visitor, clock),
  ...findLost(visitor, clock),
]

function findAccount(visitor: Visitor): Finding[] {
  const { account, orders, subscriptions } = visitor
  if (isMissing(visitor, 'identity', 'billing', 'alerts')) return []
  if (account !== null || orders.length > 0 || subscriptions.length > 0) return []
  return [
    {
      asked: 'Where is my account?',
      answer:
        'No account has this address, and nothing was ordered by it. A sign-up may wait for its mail: an admin confirms it by hand. What an account had that was deleted is erased, and cannot come back.',
      actName: CONFIRM_NAME,
    },
  ]
}

const ADDRESS_REASONS: Record<string, string> = {
  unsubscribed:
    'was taken off lists of mails, by the link of a mail or by support. Everyone to whom a mail is forwarded can press its link',
  bounced: 'was closed to our mails, because one came back',
  complained:
    'was closed to our mails, because one was reported as spam. The mail provider keeps such a report',
  invalid: 'was closed to all our mails, by support or because it is no address that takes mail',
}

function findAddress({ suppressions }: Visitor, clock: Clock): Finding[] {
  const byReason = Map.groupBy(
    suppressions.filter(({ channel }) => channel === 'email'),
    ({ reason }) => reason,
  )
  return [...byReason].map(([reason, rows]) => {
    const scopes = rows.map(({ scope }) => (scope === 'all' ? 'everything' : scope)).join(', ')
    return {
      asked: 'No mail comes any more.',
      answer: `On ${clock(rows[0]?.since ?? '')} the address ${ADDRESS_REASONS[reason] ?? `was closed: ${reason}`}. Not sent: ${scopes}.`,
      actName: RELEASE_ADDRESS_NAME,
    }
  })
}

function findNumbers(visitor: Visitor, clock: Clock): Finding[] {
  const { consents, suppressions } = visitor
  const standing = suppressions.filter(({ channel }) => channel === 'sms')
  const [number = ''] = listNumbers(visitor)
  const closed = standing.map(({ reason, since }): Finding => {
    if (reason === 'unsubscribed')
      return {
        asked: 'No texts come any more.',
        answer: `The number answered STOP on ${clock(since)}, or support stopped it then. Only START, texted from that phone to our number, brings the texts back: nobody here can. Alerts come by email until then.`,
      }
    return {
      asked: 'No texts come any more.',
      answer: `Texts have not reached the number since ${clock(since)} (${reason}), so alerts come by email.`,
      actName: releaseNumberName(number),
    }
  })
  if (closed.length > 0) return closed
  const newest = [...Map.groupBy(consents, (consent) => consent.number).values()].flatMap(
    (rows) => rows.at(-1) ?? [],
  )
  return newest
    .filter(({ confirmedAt }) => confirmedAt === null)
    .map((consent) => ({
      asked: 'No texts come: is the number wrong?',
      answer: `${consent.number} has not answered YES to the question of ${clock(consent.givenAt)}. Until it does, it gets no alert, and alerts come by email. Compare its digits with the visitor’s: to a wrong number texts are stopped.`,
      actName: stopNumberName(consent.number),
    }))
}

/** Parks whose alerts were turned off. */
const findOff = ({ subscriptions, changes }: Visitor, clock: Clock): Finding[] =>
  subscriptions
    .filter(({ active }) => !active)
    .map(({ id, parkName }) => {
      const off = changes.findLast(
        ({ subscriptionId, kind, after }) =>
          subscriptionId === id && kind === 'switch' && after?.['active'] === false,
      )
      const since = off ? `were turned off on ${clock(off.changedAt)}` : 'are off'
      return {
        asked: 'Alerts have stopped.',
        answer: `The alerts of ${parkName ?? 'a park'} ${since}: by the visitor, by somebody to whom a mail with a link was forwarded, or by support. The visitor turns them on again under Manage alerts.`,
      }
    })

/** An alert that went another way instead is not lost. */
const REPLACED = new Set(['text-late', 'device-removed', 'number-removed'])

function findLost({ deliveries, deliveryAlerts }: Visitor, clock: Clock): Finding[] {
  const sent = deliveries.filter(({ about }) => about === 'alert')
  const lost = sent
    .filter((delivery) => hasFailed(delivery) && !REPLACED.has(delivery.reason ?? ''))
    .toSorted((one, other) => Date.parse(other.changedAt) - Date.parse(one.changedAt))
  const [newest] = lost
  if (!newest) return []
  const rides = deliveryAlerts
    .filter(({ deliveryId }) => deliveryId === newest.id)
    .map(({ rideName }) => rideName)
  return [
    {
      asked: 'An alert did not come.',
      answer: `${lost.length} of ${sent.length} messages with alerts did not arrive. The newest, for ${rides.join(', ') || 'a ride'}: ${fateWords(newest)}, ${clock(newest.changedAt)}.`,
    },
  ]
}
