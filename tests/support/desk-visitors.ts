import { z } from 'zod'
import type { threeLongWaits } from './long-waits.ts'
import { openManageLink } from './manage-link.ts'
import { buyTexts } from './texts.ts'
import { activateAlerts, aVisitor, eventually, isAlert, type WalkonClient } from './walkon-client.ts'

const started = z.object({ sessionId: z.string() })
const checkout = z.object({ status: z.string() })

type Park = { id: string; timezone: string }
type Ride = Awaited<ReturnType<typeof threeLongWaits>>[number]

/** What has happened to the visitors who write to the support desk. */
export function createDeskVisitors(client: WalkonClient, park: Park) {
  /** What the phone of the newest question is answered with. */
  async function questionTo(phone: string) {
    const { id } = await eventually(async () =>
      (await client.messagesTo(phone, 'sms')).find(({ text }) => text.includes('Reply YES')),
    )
    return (text: string) => client.send('POST', `/sandbox/messages/${id}/replies`, { text })
  }

  /** A pass of texts for today, and how its number stands. */
  async function buysTexts(name: string, phone: string) {
    const email = aVisitor(name)
    await buyTexts(client, email, phone)
    const visitor = await openManageLink(client, email)
    const isNumber = (state: string) =>
      eventually(async () => (await visitor.ways()).numbers.some((number) => number.state === state))
    return { email, visitor, isNumber, answer: await questionTo(phone) }
  }

  return {
    buysTexts,
    /** Email alerts, paid, and on. Returns the session that was paid. */
    async buys(email: string, dates: string[], headers: Record<string, string> = {}): Promise<string> {
      const order = { email, parkId: park.id, dates, channel: 'email' }
      const { body } = await client.send('POST', '/api/billing/checkouts', order, headers)
      const { sessionId } = started.parse(body)
      await client.send('POST', `/sandbox/payments/${sessionId}/pay`, {})
      await eventually(async () => {
        const answer = await client.send('GET', `/api/billing/checkouts/${sessionId}`)
        return checkout.parse(answer.body).status === 'active'
      })
      return sessionId
    },
    /** A visitor of today who watches this ride alone, and is mailed that it is short. */
    async isAlerted(name: string, ride: Ride) {
      const email = aVisitor(name)
      await activateAlerts(client, email, park)
      const visitor = await openManageLink(client, email)
      await visitor.watchOnly([ride])
      await ride.becomeShort()
      const alert = await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(ride.name))
      return { email, visitor, alert }
    },
    /** A visitor whose carrier refuses the text that the ride is short. It is mailed some time later. */
    async isRefusedByCarrier(phone: string, ride: Ride) {
      const visitor = await buysTexts('doubled', phone)
      await visitor.visitor.watchOnly([ride])
      await visitor.answer('YES')
      await visitor.isNumber('confirmed')
      await ride.becomeShort()
      return visitor
    },
  }
}
