import type { Text, Twilio } from '../clients/twilio.ts'
import { writeText } from '../templates/words.ts'
import type { Channel } from './channel.ts'
import type { TextLinks } from './text-links.ts'

/** Twilio's own limit. */
const LONGEST_VALIDITY_SECONDS = 36_000

export type SmsOptions = { twilio: Twilio; links: TextLinks; now: () => Date }

/** Twilio takes one text a call. */
export const createSmsChannel = ({ twilio, links, now }: SmsOptions): Channel<Text> => ({
  name: 'sms',
  callsPerRequest: 1,
  async write({ id, address, content, expiresAt, retryOf }) {
    const leftSeconds = Math.ceil((Date.parse(expiresAt) - now().getTime()) / 1_000)
    return {
      deliveryId: id,
      to: address,
      body: writeText(content, { url: links.urlOf(id) }),
      validitySeconds: Math.min(Math.max(leftSeconds, 1), LONGEST_VALIDITY_SECONDS),
      retryOf,
    }
  },
  send: (texts) => Promise.all(texts.map((text) => twilio.send(text))),
  callsPerLookUp: 1,
  find: (deliveries) =>
    Promise.all(
      deliveries.map(({ id, address, retryOf }) => twilio.find(address, links.codesOf(id), retryOf)),
    ),
})
