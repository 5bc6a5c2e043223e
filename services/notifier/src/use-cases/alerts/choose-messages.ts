import type { Recipient } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { GivenAlert } from '../../db/deliveries/deliveries.ts'
import type { Ways } from './choose-way.ts'
import type { AddressedEvent, AlertEvent, Way } from '../deliveries/plan-delivery.ts'
import type { PlanTexts } from '../plans/spend-plan-texts.ts'

/** Chooses the way of each alert of an event, and leaves out those given before. */

/** Alerts that were given to recipients, as keys. */
export type Given = Set<string>

export const toGiven = (known: GivenAlert[]): Given =>
  new Set([
    ...known.map(toKey),
    ...known.map(toChannelKey),
    ...known.map(({ alertId }) => alertId),
    ...known.filter(({ replacesMail }) => replacesMail).map(toReplacedKey),
  ])

export type Message = {
  way: Way
  fresh: AlertEvent['data']['alerts']
  /** The text goes in place of the visitor's own mail. */
  replacesMail: boolean
  /** It goes to the number of the visitor's plan; a pass's text to the same number does not. */
  isOfPlan?: boolean
}

type Giving = { ways: Ways; ofPlans: PlanTexts; given: Given }

/** Lists the messages to recipients of an event that have not had it yet; they count as given from now on. */
export async function listMessages(
  event: AddressedEvent,
  { ways, ofPlans, given }: Giving,
): Promise<Message[]> {
  const messages: Message[] = []
  for (const recipient of textsFirst(event.data.recipients)) {
    const missed = listFresh(event, recipient, given)
    if (missed.length === 0) continue
    const way = await ways.choose(event.data, recipient)
    const fresh = listFresh(event, way, given).filter((alert) => missed.includes(alert))
    if (fresh.length === 0) continue
    const message = isOwnMail(event, way)
      ? await replaceMail(event, { way, fresh, replacesMail: false }, { messages, ofPlans, given })
      : { way, fresh, replacesMail: false }
    for (const alert of fresh) if (isOwnMail(event, way)) given.add(toReplacedKey(alert))
    if (!message) continue
    const { channel, address } = message.way
    for (const { alertId } of message.fresh)
      given.add(toKey({ alertId, channel, addressHash: hashAddress(address) }))
    messages.push(message)
  }
  return messages
}

/** First, so that the text of a pass stands for that of a plan to the same number, which is then not counted. */
const textsFirst = (recipients: Recipient[]): Recipient[] =>
  recipients.toSorted((a, b) => Number(b.channel === 'sms') - Number(a.channel === 'sms'))

/** The text of the visitor's plan in place of the mail, or the mail. Null if texts of a pass to the same number say all of it. */
async function replaceMail(
  event: AddressedEvent,
  mail: Message,
  { messages, ofPlans, given }: { messages: Message[] } & Omit<Giving, 'ways'>,
): Promise<Message | null> {
  const { email } = event.data
  const number = ofPlans.numberOf(email)
  if (!number) return mail
  for (const text of messages) text.replacesMail ||= text.way.address === number.address
  const fresh = listFresh(event, number, given).filter((alert) => mail.fresh.includes(alert))
  if (fresh.length === 0) return null
  const knownAt = (event.movedTo?.since ?? event.occurredAt).toISOString()
  const isText = await ofPlans.spend({ email, knownAt })
  return isText ? { way: number, fresh, replacesMail: true, isOfPlan: true } : { ...mail, fresh }
}

export const isOwnMail = ({ data }: AlertEvent, { channel, address }: Way): boolean =>
  channel === 'email' && address === data.email

type GivenWay = Omit<GivenAlert, 'replacesMail'>
const toKey = ({ alertId, channel, addressHash }: GivenWay) => `${alertId} ${channel} ${addressHash}`
const toChannelKey = ({ alertId, channel }: GivenWay) => `${alertId} ${channel}`
/** The visitor's own mail, in whose place a text went: the number need not be that of the plan any more. */
const toReplacedKey = ({ alertId }: { alertId: string }) => `${alertId} replaces-mail`
/** A number stays the same when its owner's address changes. */
const toMovedKey = (alert: GivenWay) => (alert.channel === 'email' ? toChannelKey(alert) : toKey(alert))

/**
 * Lists the alerts that this recipient has not had. A mail to the visitor in place of a text counts as given to the number, unless the
 * address is a recipient of its own. Before a move an alert may have been mailed to any address that its owner had.
 */
function listFresh(event: AddressedEvent, recipient: Recipient, given: Given) {
  const { data, movedTo } = event
  const { email, recipients, alerts } = data
  const mail: Recipient = { channel: 'email', address: email }
  const isReplaced = recipient.channel === 'sms' && !recipients.some(({ channel }) => channel === 'email')
  const ways = isReplaced ? [recipient, mail] : [recipient]
  const toKeyOf = movedTo ? toMovedKey : toKey
  const keysOf = (alertId: string) =>
    ways.flatMap((way) => {
      const key = toKeyOf({ alertId, channel: way.channel, addressHash: hashAddress(way.address) })
      return isOwnMail(event, way) ? [key, toReplacedKey({ alertId })] : [key]
    })
  return alerts.filter(({ alertId }) => !keysOf(alertId).some((key) => given.has(key)))
}
