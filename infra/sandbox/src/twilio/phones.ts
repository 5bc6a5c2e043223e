import { z } from 'zod'
import type { Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { newSid, type Account } from './message.ts'
import { queueTwilioWebhook } from './webhook.ts'

/** The phones that texts go to: what they answer, what Twilio answers to that by itself, and who has opted out. */

/** Twilio's default keywords. */
const STOP = ['STOP', 'UNSUBSCRIBE', 'END', 'QUIT', 'STOPALL', 'REVOKE', 'OPTOUT', 'CANCEL']
const START = ['START', 'YES', 'UNSTOP']
const HELP = ['HELP', 'INFO']

type OptOutType = 'STOP' | 'START' | 'HELP'

const ANSWERS: Record<OptOutType, string> = {
  STOP: 'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.',
  START:
    'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
  HELP: 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.',
}

export type PhoneLine = { number: string; from: 'phone' | 'twilio'; text: string; sentAt: Date }

/** The phone answers a text. Twilio handles its keywords itself unless the account has switched that off; the product is told of every reply. */
export function reply(
  store: Store,
  account: Account & { webhookUrl: string | undefined },
  message: Message,
  text: string,
  now: Date,
): void {
  const [number = ''] = message.to
  store.transaction(() => {
    insertLine(store, { number, from: 'phone', text, sentAt: now })
    const type = account.handlesKeywords === false ? null : handleKeyword(store, number, text, now)
    if (type) insertLine(store, { number, from: 'twilio', text: ANSWERS[type], sentAt: now })
    if (account.webhookUrl === undefined) return
    const sid = newSid()
    const params = {
      AccountSid: account.accountSid,
      ApiVersion: '2010-04-01',
      Body: text,
      From: number,
      FromCountry: 'US',
      MessageSid: sid,
      MessagingServiceSid: account.sender.messagingServiceSid,
      NumMedia: '0',
      NumSegments: '1',
      SmsMessageSid: sid,
      SmsSid: sid,
      SmsStatus: 'received',
      To: message.from,
      ToCountry: 'US',
      ...(type && { OptOutType: type }),
    }
    queueTwilioWebhook(store, { url: account.webhookUrl, params }, now)
  })
}

/** The keyword that Twilio has handled. START and YES are none for a number that has not opted out. */
function handleKeyword(store: Store, number: string, text: string, now: Date): OptOutType | null {
  const word = text.trim().toUpperCase()
  if (STOP.includes(word)) {
    store
      .sql('insert into twilio_opt_outs (number, since) values (?, ?) on conflict do nothing')
      .run(number, now.getTime())
    return 'STOP'
  }
  if (START.includes(word)) {
    const { changes } = store.sql('delete from twilio_opt_outs where number = ?').run(number)
    return changes === 0 ? null : 'START'
  }
  return HELP.includes(word) ? 'HELP' : null
}

export const hasOptedOut = (store: Store, number: string): boolean =>
  store.sql('select 1 from twilio_opt_outs where number = ?').get(number) !== undefined

const lineRow = z
  .object({ number: z.string(), sender: z.enum(['phone', 'twilio']), text: z.string(), sent_at: z.int() })
  .transform(
    ({ number, sender, text, sent_at }): PhoneLine => ({
      number,
      from: sender,
      text,
      sentAt: new Date(sent_at),
    }),
  )

function insertLine(store: Store, { number, from, text, sentAt }: PhoneLine): void {
  store
    .sql('insert into phone_lines (number, sender, text, sent_at) values (?, ?, ?, ?)')
    .run(number, from, text, sentAt.getTime())
}

/** The messages of a phone and Twilio's own answers, the oldest first. */
export function listLines(store: Store, number: string): PhoneLine[] {
  const rows = store.sql('select * from phone_lines where number = ? order by serial').all(number)
  return z.array(lineRow).parse(rows)
}
