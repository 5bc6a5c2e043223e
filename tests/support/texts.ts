import { z } from 'zod'
import { todayIn, type WalkonClient } from './walkon-client.ts'

/** What journeys with text messages share. */

const started = z.object({ sessionId: z.string() })

const digit = (from: number) => from + Math.floor(Math.random() * (10 - from))

/** A number that no other test has: files of a run share the product. No exchange begins with 0 or 1, or ends in 11. */
export const aNumber = () => `+1407${[2, 2, 0, 0, 0, 0, 0].map((from) => digit(from)).join('')}`

/** The answer to YES, which names what is short where something alerted just before. */
export const isTextsOn = (text: string) => /now come by text|Texts are on\. Short now/.test(text)

/** A pass of text messages for today, paid: for Magic Kingdom unless another park is named. An address that has an account is proven by `headers`; else the order waits for a mailed link. */
export async function buyTexts(
  client: WalkonClient,
  email: string,
  phone: string,
  { headers = {}, park }: { headers?: Record<string, string>; park?: { id: string; timezone: string } } = {},
) {
  const { id: parkId, timezone } = park ?? (await client.parkNamed(/Magic Kingdom/))
  const asked = { email, parkId, dates: [todayIn(timezone)], channel: 'sms', phone }
  const { status, body } = await client.send('POST', '/api/billing/checkouts', asked, headers)
  if (status !== 201) throw new Error(`The order was refused with ${status}`)
  await client.send('POST', `/sandbox/payments/${started.parse(body).sessionId}/pay`, {})
}
