import { Errors, Models, ServerClient } from 'postmark'
import { z } from 'zod'
import type { DeliveryAnswer } from '../channels/channel.ts'
import type { MailStream } from '../domain/delivery-source.ts'
import { createPostmarkAddresses } from './postmark-addresses.ts'
import { CERTAINLY_NOT_SENT, toFaultCode, toNetworkReason } from './network-faults.ts'
import { createMessageSearch, toMetadata } from './postmark-search.ts'

/** Postmark's sending: its wire, its codes and what they mean to us. Its search is in postmark-search.ts, what it has on addresses in postmark-addresses.ts. */

export type Mail = {
  deliveryId: string
  /** The number of the attempt to send it, from 1. */
  attemptNo: number
  stream: MailStream
  /** By the clock of the database, so that mails in the search can be compared with a doubt. */
  calledAt: Date
  to: string
  subject: string
  html: string
  text: string
  /** The kind of mail, for Postmark's own statistics. */
  tag: string
  headers: { Name: string; Value: string }[]
}

export type PostmarkOptions = {
  /** The API's address, with a path if it has one. */
  apiUrl: string
  serverToken: string
  from: string
  /** The ids of the message streams. */
  streams: Record<MailStream, string>
  timeoutSeconds: number
}

export type Postmark = ReturnType<typeof createPostmark>

export const BATCH_SIZE = 500

const batchResponse = z.array(
  z.object({ ErrorCode: z.int(), Message: z.string().catch(''), MessageID: z.string().optional() }),
)

export function createPostmark({ apiUrl, serverToken, from, streams, timeoutSeconds }: PostmarkOptions) {
  const { protocol, host, pathname } = new URL(apiUrl)
  const client = new ServerClient(serverToken, {
    useHttps: protocol === 'https:',
    // The SDK puts the scheme before it and the call's path behind it, so it may carry a path of its own.
    requestHost: host + pathname.replace(/\/$/, ''),
    timeout: timeoutSeconds,
    fetch: fetchNamingFaults,
  })

  /** One answer for each mail, in order. Never rejects: what went wrong is an answer too. */
  async function sendBatch(mails: Mail[]): Promise<DeliveryAnswer[]> {
    const messages = mails.map((mail) => toMessage(mail, { from, streams }))
    try {
      const response = batchResponse.safeParse(await client.sendEmailBatch(messages))
      const isWhole = response.success && response.data.length === mails.length
      if (!isWhole) return mails.map(() => ({ kind: 'unclear', reason: 'malformed-answer' }))
      return response.data.map(toAnswer)
    } catch (error) {
      const answer = toAnswerOfFailure(error)
      return mails.map(() => answer)
    }
  }

  return {
    sendBatch,
    find: createMessageSearch(client, streams),
    addresses: createPostmarkAddresses(client, streams),
  }
}

const toMessage = (
  { deliveryId, stream, calledAt, to, subject, html, text, tag, headers }: Mail,
  { from, streams }: Pick<PostmarkOptions, 'from' | 'streams'>,
) => ({
  From: from,
  To: to,
  Subject: subject,
  HtmlBody: html,
  TextBody: text,
  Tag: tag,
  Headers: headers,
  MessageStream: streams[stream],
  // Opens and clicks are not tracked, also where the account's setting says otherwise.
  TrackOpens: false,
  TrackLinks: Models.LinkTrackingOptions.None,
  Metadata: toMetadata(deliveryId, calledAt),
})

/** Maps the answer for a message of a batch that Postmark took. */
function toAnswer({
  ErrorCode: code,
  Message: message,
  MessageID: id,
}: z.output<typeof batchResponse>[number]): DeliveryAnswer {
  const reason = `postmark-${code}`
  switch (code) {
    case 0:
      return id ? { kind: 'accepted', providerId: id } : { kind: 'unclear', reason: 'malformed-answer' }
    case 406:
      return { kind: 'refused', reason, suppress: 'bounced' }
    case 300:
      return toAnswerOfInvalidMail(reason, message)
    case 402: // not JSON
    case 403: // a field it does not know
    case 411: // an attachment it forbids
      return { kind: 'refused', reason, suppress: null }
    case 429:
      return { kind: 'retry', reason }
    default:
      // 10, 400, 401, 405, 412, 413, and codes we do not know: nothing was sent, and an operator should look.
      return { kind: 'misconfigured', reason }
  }
}

/** 300 covers every field of a mail: only a bad recipient is the recipient's, and a bad sender is ours. */
function toAnswerOfInvalidMail(reason: string, message: string): DeliveryAnswer {
  if (/'From'|MessageStream/i.test(message)) return { kind: 'misconfigured', reason }
  return { kind: 'refused', reason, suppress: /'To'/i.test(message) ? 'invalid' : null }
}

/** Maps a call that failed as a whole. */
function toAnswerOfFailure(error: unknown): DeliveryAnswer {
  if (!(error instanceof Errors.PostmarkError)) return { kind: 'unclear', reason: 'connection-lost' }
  const { statusCode, code, message } = error
  if (statusCode === 0) {
    const reason = toNetworkReason(message)
    return { kind: CERTAINLY_NOT_SENT.has(message) ? 'retry' : 'unclear', reason }
  }
  if (statusCode === 429) return { kind: 'retry', reason: 'postmark-429' }
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 408
  if (!isRefusal) return { kind: 'unclear', reason: `http-${statusCode}` }
  return { kind: 'misconfigured', reason: code ? `postmark-${code}` : `http-${statusCode}` }
}

/**
 * The SDK keeps only the message of a network fault, and `fetch` calls all of them "fetch failed". The code, which says if anything was
 * sent, becomes the message.
 */
async function fetchNamingFaults(...call: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...call)
  } catch (error) {
    throw new Error(toFaultCode(error), { cause: error })
  }
}
