import { pushKey } from '@walkon/contracts/http/push'
import { z } from 'zod'
import { threeLongWaits } from './long-waits.ts'
import { openManageLink } from './manage-link.ts'
import { aNumber, buyTexts, isTextsOn } from './texts.ts'
import {
  activateAlerts,
  aVisitor,
  eventually,
  isAlert,
  type SentMessage,
  type WalkonClient,
} from './walkon-client.ts'

const subscription = z.looseObject({ endpoint: z.string() })

/** Has a ride become short for three visitors: one is mailed, one texted, one has a browser that is pushed to. Resolves with what each was told. */
export async function alertByEveryChannel(client: WalkonClient): Promise<Record<string, SentMessage>> {
  const park = await client.parkNamed(/Magic Kingdom/)
  const [ride] = await threeLongWaits(client, park.id)
  const [mailed, texted, pushed] = ['mailed', 'texted', 'pushed'].map(aVisitor) as [string, string, string]
  const phone = aNumber()
  await activateAlerts(client, mailed, park)
  await activateAlerts(client, pushed, park)
  const device = await addDevice(client, pushed)
  await buyTexts(client, texted, phone)
  await confirmNumber(client, phone)
  for (const email of [mailed, texted, pushed]) await (await openManageLink(client, email)).watchOnly([ride])

  await ride.becomeShort()
  return {
    mail: await client.nextMessage(mailed, (mail) => isAlert(mail) && mail.text.includes(ride.name)),
    text: await nextOf(client, phone, 'sms', ({ text }) => text.includes(ride.plainWords)),
    push: await nextOf(client, device, 'push', ({ subject }) => subject?.includes(ride.plainWords) === true),
  }
}

const nextOf = (client: WalkonClient, to: string, channel: string, fits: (message: SentMessage) => boolean) =>
  eventually(async () => (await client.messagesTo(to, channel)).find(fits))

async function confirmNumber(client: WalkonClient, phone: string): Promise<void> {
  const question = await nextOf(client, phone, 'sms', ({ text }) => text.includes('Reply YES'))
  await client.send('POST', `/sandbox/messages/${question.id}/replies`, { text: 'YES' })
  await nextOf(client, phone, 'sms', ({ text }) => isTextsOn(text))
}

/** A browser of the owner of a manage link. Returns the name that the push service has for it. */
async function addDevice(client: WalkonClient, email: string): Promise<string> {
  const { headers } = await openManageLink(client, email)
  const key = pushKey.parse((await client.send('GET', '/api/notifications/push/key')).body)
  const asked = { applicationServerKey: key.publicKey }
  const device = subscription.parse((await client.send('POST', '/sandbox/devices', asked)).body)
  const added = { ...device, name: 'A phone' }
  const { status } = await client.send('POST', '/api/notifications/devices', added, headers)
  if (status !== 201) throw new Error(`The device was refused with ${status}`)
  return device.endpoint.split('/').at(-1) ?? ''
}
