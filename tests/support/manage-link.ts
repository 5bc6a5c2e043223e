import { subscriptionList, type SubscriptionView } from '@walkon/contracts/http/alerts'
import { historyList } from '@walkon/contracts/http/notifications'
import { wayList } from '@walkon/contracts/http/ways'
import { eventually, tokenInLink, type WalkonClient } from './walkon-client.ts'

/** What the manage link of the newest mail that has one opens, as soon as there is such a mail. */
export async function openManageLink(client: WalkonClient, email: string) {
  const mail = await client.nextMessage(email, ({ text }) => /manage-alerts\?token=/.test(text))
  const token = tokenInLink(mail, '/manage-alerts')
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => (await client.send('GET', path, undefined, headers)).body
  const subscriptions = async () => subscriptionList.parse(await get('/api/alerts/subscriptions'))

  return {
    token,
    headers,
    subscriptions,
    history: async () => historyList.parse(await get('/api/notifications/history')),
    ways: async () => wayList.parse(await get('/api/notifications/ways')),
    /** Chooses these rides of the visitor's one park, so that no other ride of the simulated day alerts beside them. */
    watchOnly: async (rides: readonly { rideId: string }[]): Promise<SubscriptionView> => {
      const subscription = await eventually(async () => (await subscriptions())[0])
      const choices = rides.map(({ rideId }) => ({ rideId, active: true }))
      const path = `/api/alerts/subscriptions/${subscription.id}/watches`
      const { status } = await client.send('PUT', path, choices, headers)
      if (status !== 200) throw new Error(`The choice was refused with ${status}`)
      return subscription
    },
  }
}
