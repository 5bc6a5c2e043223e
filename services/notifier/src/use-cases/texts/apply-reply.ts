import { recipientReplied } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { TextLinks } from '../../channels/text-links.ts'
import { listNamedNumbers } from '../../db/texts/confirmed-numbers.ts'
import { findAskedAddress, saveConfirmed } from '../../db/texts/consents.ts'
import { insertDeliveries, listShortAlerts } from '../../db/deliveries/deliveries.ts'
import { countAnswers, findAnsweredYes, findNewestText } from '../../db/texts/replied-texts.ts'
import { deleteSuppressions, listSuppressions, saveStopTime } from '../../db/suppressions/suppressions.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import type { SuppressionKind } from '../../domain/suppressed-address.ts'
import { inTellingOrder } from '../../domain/alert-words.ts'
import type { ReplyAnswer } from '../../domain/content.ts'
import type { IncomingText } from '../../domain/incoming-text.ts'
import { isKeywordAlone, isReaction, toReplyCommand, type ReplyCommand } from '../../domain/reply.ts'
import type { TextLimit } from '../../limits/texts.ts'
import { toOwnText } from './own-texts.ts'
import { publishNumbers } from './publish-numbers.ts'
import { suppressAddresses } from '../suppressions/suppress-address.ts'

export type ReplyDeps = {
  texts: TextLimit
  links: TextLinks
  now: () => Date
  /** The answerer of STOP, START and HELP. */
  keywordsBy: 'twilio' | 'walkon'
}

/** `receivedAt` is when the provider told of it. A reply can be applied long after, and says nothing of later ones. */
type Reply = IncomingText & { receivedAt: Date }

/** The suppression of a STOP. */
const STOPPED = { reason: 'unsubscribed', scope: 'all' } as const
/** That no text reaches a number, which a text from it refutes. */
const UNREACHABLE = { reason: 'invalid', scope: 'all' } as const
/** An answer is of no use later. */
const USEFUL_MINUTES = 15
/** A wait that was read longer ago may have changed. */
const SHORT_NOW_MINUTES = 5
/** The namespace of answers: one for each reply. */
const ANSWERS = '5b7de5ec-7f0c-4d3a-9b52-7a8f5f6d0c11'

/**
 * Applies a reply. YES, DONE and SNOOZE have one answer of ours; STOP, START and HELP have one too if Twilio does not answer them itself. A
 * reply that is not understood is answered once a day, with the words that work. After STOP no other answer leaves. A number that we never
 * wrote to gets none. The same reply again changes nothing, and a START or YES takes no later STOP back.
 */
export async function applyReply(tx: Transaction, reply: Reply, deps: ReplyDeps): Promise<Transition[]> {
  const command = toReplyCommand(reply)
  const addressHash = hashAddress(reply.number)
  switch (command?.kind) {
    case undefined:
      await sayWhatWorks(tx, reply, deps)
      return []
    case 'stop':
      return stop(tx, reply, deps)
    case 'start':
      await start(tx, reply, deps)
      return []
    case 'help':
      if (!(await hasStopped(tx, addressHash))) await answerKeyword(tx, reply, { kind: 'help' }, deps)
      return []
    case 'yes':
      await confirm(tx, reply, deps)
      return []
    case 'done':
    case 'snooze':
      await passOn(tx, command, reply, deps)
      return []
    default:
      return command satisfies undefined
  }
}

const hasStopped = async (tx: Transaction, addressHash: string): Promise<boolean> =>
  (await listSuppressions(tx, 'sms', addressHash)).some(({ reason }) => reason === 'unsubscribed')

async function stop(tx: Transaction, reply: Reply, deps: ReplyDeps): Promise<Transition[]> {
  const addressHash = hashAddress(reply.number)
  const hadStopped = await hasStopped(tx, addressHash)
  const ended = await suppressAddresses(tx, [
    { channel: 'sms', addressHash, reason: 'unsubscribed', scope: 'all' },
  ])
  await saveStopTime(tx, addressHash, { saidAt: reply.receivedAt, isFirst: !hadStopped })
  if (!hadStopped) await answerKeyword(tx, reply, { kind: 'stopped' }, deps)
  return ended
}

async function start(tx: Transaction, reply: Reply, deps: ReplyDeps): Promise<void> {
  const addressHash = hashAddress(reply.number)
  const { hadStopped, wasUnreachable } = await lift(tx, addressHash, reply)
  if (!hadStopped && !wasUnreachable) return
  await answerKeyword(tx, reply, { kind: 'started' }, deps)
  await publishNumbers(tx, await listNamedNumbers(tx, [addressHash]))
}

/** Takes back suppressions that are not later than the reply. Returns those there were. */
async function lift(tx: Transaction, addressHash: string, { receivedAt }: Reply) {
  const until = receivedAt.toISOString()
  const take = async (kind: SuppressionKind) =>
    (await deleteSuppressions(tx, 'sms', addressHash, { kinds: [kind], until })) > 0
  return { hadStopped: await take(STOPPED), wasUnreachable: await take(UNREACHABLE) }
}

async function answerKeyword(
  tx: Transaction,
  reply: Reply,
  to: ReplyAnswer['to'],
  deps: ReplyDeps,
): Promise<void> {
  if (isTwilios(reply, deps)) return
  const visitor = await findAskedAddress(tx, hashAddress(reply.number))
  if (visitor) await answer(tx, reply, { ...visitor, to }, deps)
}

/** True if Twilio answers a keyword: it says so with the text, or our account leaves all of them to it. */
const isTwilios = ({ handledAs, text }: IncomingText, { keywordsBy }: ReplyDeps): boolean =>
  handledAs !== null || (keywordsBy === 'twilio' && isKeywordAlone(text))

/** A reaction of a phone says nothing that wants an answer. */
async function sayWhatWorks(tx: Transaction, reply: Reply, deps: ReplyDeps): Promise<void> {
  const addressHash = hashAddress(reply.number)
  if (isReaction(reply.text) || (await hasStopped(tx, addressHash))) return
  const visitor = await findAskedAddress(tx, addressHash)
  if (visitor && (await deps.texts.spendUnclear(reply.number)))
    await answer(tx, reply, { ...visitor, to: { kind: 'unclear' } }, deps)
}

/** To Twilio, YES means START for a number that has stopped. */
async function confirm(tx: Transaction, reply: Reply, deps: ReplyDeps): Promise<void> {
  const addressHash = hashAddress(reply.number)
  const { hadStopped: wasStart } = await lift(tx, addressHash, reply)
  const visitor = await saveConfirmed(tx, addressHash, reply.receivedAt)
  await deps.texts.noteAnswered(reply.number)
  if (visitor && !(wasStart && isTwilios(reply, deps)))
    await answer(tx, reply, { ...visitor, ...(await findShortNow(tx, visitor)) }, deps)
  if (visitor) await publishNumbers(tx, [addressHash])
}

/**
 * alert-evaluator decides about the newest text's rides, or those in the answer to YES: it knows their watches and windows. Newest when the
 * visitor wrote: another one can have gone out until the reply is applied. A number that was told nothing is answered so.
 */
async function passOn(
  tx: Transaction,
  command: Extract<ReplyCommand, { kind: 'done' | 'snooze' }>,
  reply: Reply,
  deps: ReplyDeps,
): Promise<void> {
  const addressHash = hashAddress(reply.number)
  const text =
    (await findNewestText(tx, addressHash, reply.receivedAt)) ??
    (await findAnsweredYes(tx, addressHash, reply.receivedAt))
  if (!text) {
    const visitor = await findAskedAddress(tx, addressHash)
    if (visitor && !(await hasStopped(tx, addressHash)))
      await answer(tx, reply, { ...visitor, to: { kind: 'nothing' } }, deps)
    return
  }
  const data = {
    deliveryId: text.id,
    reply: command,
    alertIds: text.alerts.map(({ alertId }) => alertId),
    repliedAt: reply.receivedAt.toISOString(),
  }
  await emit(tx, recipientReplied, [{ id: deriveId(text.id, reply.providerId), data }])
  const rides = text.alerts.map(({ rideName }) => rideName)
  const to = command.kind === 'done' ? ({ kind: 'done', rides } as const) : command
  await answer(tx, reply, { email: text.email, knownAt: text.requestedAt, to }, deps)
}

/** Nothing was held back for the YES. Alerts mailed just before are named once more, and the link of the answer opens their park. */
async function findShortNow(tx: Transaction, { email }: { email: string }) {
  const given = await listShortAlerts(tx, hashAddress(email), SHORT_NOW_MINUTES)
  const parkIds = new Set(given.map(({ parkId }) => parkId))
  const [parkId] = parkIds
  const short = inTellingOrder(given).map(({ rideName, waitMinutes }) => ({ rideName, waitMinutes }))
  return {
    to: {
      kind: 'yes' as const,
      ...(short.length > 0 && { short, alertIds: given.map(({ alertId }) => alertId) }),
    },
    ...(parkId !== undefined && parkIds.size === 1 && { parkId }),
  }
}

const ANSWERS_PER_DAY = 20

/**
 * One answer a minute to the same command, and twenty a day. Two machines do not talk for ever, and a visitor who writes DONE behind YES is
 * answered twice. The answer to STOP always leaves.
 */
async function isAnsweredEnough(
  tx: Transaction,
  addressHash: string,
  kind: ReplyAnswer['to']['kind'],
): Promise<boolean> {
  if (kind === 'stopped') return false
  const { ofDay, ofKindInMinute } = await countAnswers(tx, addressHash, kind)
  return ofDay >= ANSWERS_PER_DAY || ofKindInMinute > 0
}

type Answer = { email: string; knownAt: string; to: ReplyAnswer['to']; parkId?: string }

async function answer(
  tx: Transaction,
  { number, providerId, receivedAt }: Reply,
  { to, ...about }: Answer,
  { texts, links, now }: ReplyDeps,
): Promise<void> {
  if (now().getTime() - receivedAt.getTime() > USEFUL_MINUTES * 60_000) return
  if (await isAnsweredEnough(tx, hashAddress(number), to.kind)) return
  if ((await texts.spend(number)) !== null) return
  const content: ReplyAnswer = { kind: 'reply-answer', to }
  const sourceId = deriveId(ANSWERS, providerId)
  await insertDeliveries(tx, [
    toOwnText({ number, ...about, content, usefulMinutes: USEFUL_MINUTES, sourceId }, { links, now: now() }),
  ])
}
