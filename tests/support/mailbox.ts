import { startSmtpServer } from '@walkon/notifier/testing/smtp-server'
import { eventually, type SentMessage } from './walkon-client.ts'

/** A mail server on this machine, and the mails that it has taken, as a visitor reads them. */
export async function startMailbox() {
  const server = await startSmtpServer()
  const messagesTo = (address: string): SentMessage[] =>
    server.taken.filter(({ to }) => to === address).map(toMessage)
  return {
    ...server,
    messagesTo,
    nextMessage: (address: string, fits: (message: SentMessage) => boolean) =>
      eventually(async () => messagesTo(address).find(fits)),
  }
}

function toMessage({
  messageId,
  to,
  message,
}: {
  messageId: string
  to: string
  message: string
}): SentMessage {
  const text = plainPart(message)
  const subject =
    /^Subject: ((?:.*\r?\n[ \t])*.*)$/im.exec(message)?.[1]?.replaceAll(/\r?\n[ \t]/g, ' ') ?? null
  return {
    id: messageId,
    channel: 'email',
    to,
    subject,
    text,
    html: null,
    headers: {},
    metadata: {},
    sentAt: '',
  }
}

/** The part for readers without HTML, without the line breaks of its encoding. */
function plainPart(message: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/i.exec(message)?.[1] ?? message
  const bytes = part
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
