import { historyList, type HistoryEntry } from '@walkon/contracts/http/notifications'
import { freePort } from '@walkon/postgres/server'
import { REPLAYED_PARK, startReplayFeed } from '@walkon/sandbox/replay/replay-feed'
import { connectHeld } from './held-database.ts'
import { startMailbox } from './mailbox.ts'
import { npmStart, type StartedProduct } from './npm-start.ts'
import { createWalkonClient, eventually, todayIn, tokenInLink } from './walkon-client.ts'

/** What `MODE=real` needs on this machine: a feed that replays recorded answers, and a mail server. */
export async function aRealPlace() {
  const [feed, mailbox, port] = [
    await startReplayFeed(() => new Date()),
    await startMailbox(),
    await freePort(),
  ]
  const client = createWalkonClient(`http://localhost:${port}`)
  const env = {
    MODE: 'real',
    POLL_SECONDS: '2',
    PARK_FEED_URL: feed.url,
    SMTP_URL: mailbox.url,
    SUPPORT_EMAIL: 'operator@walkon.example',
    ALLOWED_EMAILS: '@visitors.example',
    MAIL_FROM: 'Walkon <walkon@walkon.example>',
    POSTAL_ADDRESS: 'Ada, 1 Example Street, Orlando',
  }
  const waitOf = async (rideId: string) =>
    (await client.board(REPLAYED_PARK)).find((ride) => ride.rideId === rideId)?.waitMinutes

  return {
    feed,
    mailbox,
    client,
    env,
    waitOf,
    /** `npm start` with these settings and a data folder. */
    start: (dataDir: string, more: Record<string, string> = {}): Promise<StartedProduct> =>
      npmStart({ dataDir, port, env: { ...env, ...more } }),
    /** A free day with these rides, asked for and confirmed from the mail. Returns what manages it. */
    async takeFreeDay(email: string, rideIds: string[]): Promise<string> {
      const asked = await client.send('POST', '/api/billing/activations', {
        email,
        parkId: REPLAYED_PARK,
        dates: [todayIn('America/New_York')],
        watches: rideIds.map((rideId) => ({ rideId })),
      })
      if (asked.status !== 202) throw new Error(`The day was refused: ${JSON.stringify(asked)}`)
      const letter = await mailbox.nextMessage(email, ({ text }) => text.includes('/confirm-alerts'))
      const token = tokenInLink(letter, '/confirm-alerts')
      const confirmed = await client.send('POST', '/api/billing/activations/confirm', { token })
      if (confirmed.status !== 200) throw new Error(`The link was refused: ${JSON.stringify(confirmed)}`)
      return (confirmed.body as { manageToken: string }).manageToken
    },
    async historyOf(manageToken: string, rideId: string): Promise<HistoryEntry[]> {
      const headers = { authorization: `Bearer ${manageToken}` }
      const { body } = await client.send('GET', '/api/notifications/history', undefined, headers)
      return historyList.parse(body).filter((entry) => entry.rideId === rideId)
    },
    boardShows: (rideId: string, waitMinutes: number) =>
      eventually(async () => (await waitOf(rideId)) === waitMinutes),
    close: () => Promise.all([feed.close(), mailbox.close()]),
  }
}

/** In place of the wait for the end of what a killed process had leased, and of that before a mail in doubt is settled. */
export async function hastenDoubts(dataDir: string): Promise<void> {
  const { sql, end } = connectHeld(dataDir, 'notifier')
  await sql`update notifier.deliveries set lease_until = now() where state = 'sending' and called_at < now() - interval '5 seconds'`
  await sql`update notifier.deliveries set not_before = now() where state = 'unknown' and not_before > now()`
  await end()
}

/** Rides of the recorded afternoon, with the waits that it posts. */
export const TRON = { id: '5a43d1a7-ad53-4d25-abfe-25625f0da304', wait: 65 }
export const DWARFS = { id: '9d4d5229-7142-44b6-b4fb-528920969a2c', wait: 65 }
export const MANSION = { id: '2551a77d-023f-4ab1-9a19-8afec0190f39', wait: 30 }
export const CRUISE = { id: '796b0a25-c51e-456e-9bb8-50a324e301b3', wait: 30 }
