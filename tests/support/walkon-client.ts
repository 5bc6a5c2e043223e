import { destinationList, liveBoard, READ_AT_HEADER, type LiveRide } from '@walkon/contracts/http/parks'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'

/** What the sandbox's ledger shows of a message that a provider accepted. */
const sentMessage = z.object({
  id: z.string(),
  channel: z.string(),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().nullable(),
  headers: z.unknown(),
  metadata: z.unknown(),
  sentAt: z.string(),
})
export type SentMessage = z.output<typeof sentMessage>

export type Answer = { status: number; body: unknown }

/** The product from outside: its public addresses, and the control addresses of the sandbox. */
export function createWalkonClient(baseUrl: string) {
  const pinned = new Set<string>()

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const isRaw = typeof body === 'string'
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, body: parse(text) }
  }

  const messagesTo = async (address: string, channel = 'email'): Promise<SentMessage[]> => {
    const { body } = await send(
      'GET',
      `/sandbox/messages?to=${encodeURIComponent(address)}&channel=${channel}`,
    )
    return z.array(sentMessage).parse(body)
  }

  return {
    send,
    messagesTo,
    /** The newest message to an address that fits, as soon as there is one. */
    nextMessage: (address: string, fits: (message: SentMessage) => boolean) =>
      eventually(async () => (await messagesTo(address)).find(fits)),
    /** A park, as soon as the catalogue has it. */
    parkNamed: (name: RegExp) =>
      eventually(async () => {
        const destinations = destinationList.parse((await send('GET', '/api/parks/destinations')).body)
        return destinations.flatMap(({ parks }) => parks).find((candidate) => name.test(candidate.name))
      }),
    board: async (parkId: string): Promise<LiveRide[]> =>
      liveBoard.parse((await send('GET', `/api/parks/${parkId}/live`)).body),
    ...createReadings(baseUrl),
    pinRide: (
      rideId: string,
      pin: { status?: string; waitMinutes?: number | null; queues?: Record<string, object | null> },
    ) => {
      pinned.add(rideId)
      return send('PUT', `/sandbox/rides/${rideId}`, pin)
    },
    /** Releases every pinned ride, for the tests that follow. */
    releasePins: async () => {
      for (const rideId of pinned) await send('DELETE', `/sandbox/rides/${rideId}`)
      pinned.clear()
    },
  }
}

/** How far the polls of the feed are, as a board tells. */
function createReadings(baseUrl: string) {
  async function readAt(parkId: string): Promise<number> {
    const response = await fetch(`${baseUrl}/api/parks/${parkId}/live`)
    await response.body?.cancel()
    return Date.parse(response.headers.get(READ_AT_HEADER) ?? '')
  }

  return {
    /** When the feed was last read for a park, in milliseconds since the epoch. */
    readAt,
    /** Resolves after so many further polls of a park. An alert of the first is sent long before the third. */
    async polls(parkId: string, count = 3): Promise<void> {
      let last = await eventually(async () => (await readAt(parkId)) || undefined)
      for (let seen = 0; seen < count; seen++) {
        last = await eventually(async () => {
          const newest = await readAt(parkId)
          return newest > last && newest
        })
      }
    },
  }
}

export type WalkonClient = ReturnType<typeof createWalkonClient>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Longer than anything takes, also on a busy machine. */
const PATIENCE_MS = 180_000

/** Polls until there is a result. What never comes ends the test at the line that waits for it, with the last error of the look. */
export async function eventually<Result>(look: () => Promise<Result | undefined | false>): Promise<Result> {
  const until = Date.now() + PATIENCE_MS
  let cause: unknown
  while (Date.now() < until) {
    try {
      const found = await look()
      if (found !== undefined && found !== false) return found
      cause = undefined
    } catch (error) {
      cause = error
    }
    await after(200)
  }
  throw new Error(`Nothing came within ${PATIENCE_MS / 1_000} seconds`, { cause })
}

/** Today's date in a park. */
export const todayIn = (timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())

/** The token in the link of a mail that leads to a page. */
export function tokenInLink({ html, text }: SentMessage, page: string): string {
  const token = new RegExp(`${page}\\?token=([\\w.~-]+)`).exec(`${html ?? ''} ${text}`)?.[1]
  if (!token) throw new Error(`The mail has no link to ${page}`)
  return token
}

let people = 0

/** An address that no other test uses. */
export const aVisitor = (name: string) => `${name}.${Date.now().toString(36)}.${people++}@visitors.example`

/** A header that asks from a network that no other test, and no other try of a test, asks from. The gateway believes its own host. */
export const aNetwork = () => ({
  'x-forwarded-for': `10.${[256, 256, 256].map((end) => Math.floor(Math.random() * end)).join('.')}`,
})

/** A visitor whom a busy machine does not answer in time asks again. */
const answered = (ask: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await ask()
    return answer.status !== 504 && answer
  })

const confirmed = z.object({ manageToken: z.string() })

/** Free alerts for today in a park: asked for, and confirmed from the mail. Returns the token that manages them. */
export async function activateAlerts(
  client: WalkonClient,
  email: string,
  park: { id: string; timezone: string },
): Promise<string> {
  const order = { email, parkId: park.id, dates: [todayIn(park.timezone)], promoCode: 'FREEDAY' }
  const asked = await answered(() => client.send('POST', '/api/billing/activations', order))
  if (asked.status !== 202) throw new Error(`Activation was refused: ${JSON.stringify(asked)}`)
  const mail = await client.nextMessage(email, (message) => /confirm-alerts/.test(message.text))
  const token = tokenInLink(mail, '/confirm-alerts')
  const answer = await answered(() => client.send('POST', '/api/billing/activations/confirm', { token }))
  if (answer.status !== 200) throw new Error(`Confirmation was refused: ${JSON.stringify(answer)}`)
  return confirmed.parse(answer.body).manageToken
}

export const isAlert = (message: SentMessage) =>
  /is \d+ min|are short|has reopened/.test(message.subject ?? '')
