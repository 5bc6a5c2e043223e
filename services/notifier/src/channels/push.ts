import type { PushPayload } from '@walkon/contracts/http/push'
import { retryDelaySeconds } from '@walkon/runtime/provider-answers'
import { createHash } from 'node:crypto'
import type { Push, WebPush } from '../clients/web-push.ts'
import type { LeasedDelivery } from '../db/deliveries/leases.ts'
import { writePush } from '../templates/words.ts'
import type { Channel } from './channel.ts'
import type { PushTokens } from './push-tokens.ts'

export type PushOptions = {
  webPush: WebPush
  tokens: PushTokens
  /** How long an alert is of use after its reading. */
  alertMinutes: number
  /** The wait before a second resend; it doubles with each. */
  retrySeconds: number
  now: () => Date
}

/** No push service keeps a notification for longer: it is about the next minutes. */
const LONGEST_TTL_SECONDS = 900
const TOPIC_LENGTH = 32
/** A look-up calls no provider: this is how many deliveries are queued again in one transaction. */
const CALLS_PER_LOOK_UP = 100

/** A push service takes one notification a call, and cannot be asked for it later: it is sent again, and replaces itself. */
export const createPushChannel = ({
  webPush,
  tokens,
  alertMinutes,
  retrySeconds,
  now,
}: PushOptions): Channel<Push> => ({
  name: 'push',
  callsPerRequest: 1,
  async write(delivery) {
    const { id, device, address, email, content } = delivery
    if (!device) throw new Error(`The device ${address} is gone`)
    const writtenAt = now()
    const topic = toTopic(id)
    const payload: PushPayload = {
      v: 1,
      ...writePush(content),
      tag: topic,
      token: await tokens.seal(id, writtenAt),
      sentAt: writtenAt.toISOString(),
    }
    const leftSeconds = Math.ceil((usefulUntil(delivery, alertMinutes) - writtenAt.getTime()) / 1_000)
    return {
      device,
      owner: email ?? address,
      payload: JSON.stringify(payload),
      ttlSeconds: Math.min(Math.max(leftSeconds, 1), LONGEST_TTL_SECONDS),
      topic,
    }
  },
  send: (pushes) => Promise.all(pushes.map((push) => webPush.send(push))),
  callsPerLookUp: CALLS_PER_LOOK_UP,
  find: async (deliveries) =>
    deliveries.map(({ attemptNo }) => ({
      kind: 'repeatable',
      delaySeconds: attemptNo <= 1 ? 0 : retryDelaySeconds(attemptNo - 1, retrySeconds),
    })),
})

/** A push that may be replaced by an email ends before its alert does; a phone that is off may show it until then. */
const usefulUntil = ({ content, expiresAt }: LeasedDelivery, alertMinutes: number): number =>
  content.kind === 'ride-alerts'
    ? Date.parse(content.observedAt) + alertMinutes * 60_000
    : Date.parse(expiresAt)

/** The same in each attempt. It shows nothing of the delivery to the push service. */
const toTopic = (deliveryId: string) =>
  createHash('sha256').update(`push ${deliveryId}`).digest('base64url').slice(0, TOPIC_LENGTH)
