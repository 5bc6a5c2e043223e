import { createTransport, type Transporter } from 'nodemailer'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { DeliveryAnswer } from '../channels/channel.ts'
import type { Mail } from './postmark.ts'
import type { SmtpAddress } from './smtp-address.ts'
import { toAnswerOfFault } from './smtp-faults.ts'

/** Sending by a mailbox of the operator: SMTP by nodemailer. There is no search for sent mails, and no receipt. */

export type SmtpOptions = {
  address: SmtpAddress
  from: string
  /** The address to which a server returns undeliverable mails. */
  returnPath: string | undefined
  /** The domain of message ids. */
  domain: string
  /** For a whole mail, from the connection to the server's answer. */
  timeoutSeconds: number
  /** The most connections at once. */
  connections: number
  /**
   * Commits that the handing over of a mail begins, before the first byte of its message. Rejects where another sender may hold the
   * mail by now: then no byte follows.
   */
  beginHandOver: (mail: Mail) => Promise<void>
}

export type Smtp = ReturnType<typeof createSmtp>

const sent = z.object({ accepted: z.array(z.unknown()).min(1) })

export function createSmtp({
  address,
  from,
  returnPath,
  domain,
  timeoutSeconds,
  connections,
  ...options
}: SmtpOptions) {
  const { host, port, isTls, isLoopback, auth } = address
  const timeout = timeoutSeconds * 1_000
  const transport = createTransport({
    pool: true,
    maxConnections: connections,
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isLoopback,
    ...(auth && { auth }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  })
  beginBeforeFirstByte(transport)

  /** Never rejects: what went wrong is an answer too. */
  async function send(mail: Mail): Promise<DeliveryAnswer> {
    let isHandedOver = false
    const messageId = `<${mail.deliveryId}@${domain}>`
    try {
      const answer = await transport.sendMail({
        from,
        to: mail.to,
        ...(returnPath !== undefined && { envelope: { from: returnPath, to: mail.to } }),
        // The same in every attempt, by which a mail server may know a second copy.
        messageId,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        headers: [
          { key: 'Auto-Submitted', value: 'auto-generated' },
          ...mail.headers.map(({ Name: key, Value: value }) => ({ key, value })),
        ],
        signal: AbortSignal.timeout(timeout),
        [BEGIN]: async () => {
          await options.beginHandOver(mail)
          isHandedOver = true
        },
      } as HandedMail)
      return sent.safeParse(answer).success
        ? { kind: 'accepted', providerId: messageId }
        : { kind: 'unclear', reason: 'malformed-answer' }
    } catch (error) {
      return toAnswerOfFault(error, { isHandedOver })
    }
  }

  return { send, close: () => transport.close() }
}

const BEGIN = 'beginHandOver'
type HandedMail = Parameters<Transporter['sendMail']>[0] & { [BEGIN]: () => Promise<void> }

/**
 * Nodemailer reads the message once the server has answered DATA. An unread message may go over a new connection, as nodemailer does by
 * itself after a server has dropped an idle one.
 */
function beginBeforeFirstByte(transport: Transporter): void {
  transport.use('stream', ({ data, message }, done) => {
    const { [BEGIN]: begin } = data as HandedMail
    message.processFunc((content) => Readable.from(afterBegin(begin, content), { objectMode: false }))
    done()
  })
}

async function* afterBegin(begin: () => Promise<void>, content: Readable): AsyncGenerator<Buffer> {
  await begin()
  yield* content as AsyncIterable<Buffer>
}
