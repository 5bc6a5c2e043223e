import {
  alertCounts,
  guaranteeCounts,
  howWeDo,
  outageList,
  OUTAGE_FEED,
  type HowWeDo,
} from '@walkon/contracts/http/how-we-do'
import { AppError } from '@walkon/service/errors'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import type { GatewaySettings } from '../config.ts'
import { hasAlready } from './negotiation.ts'
import { toOutageFeed } from './outage-feed.ts'
import { readAnswer } from './read-answer.ts'

/** As long as park-data shares its outages. */
const FRESH_MS = 60_000
/** An answer that lacks a part is asked for again soon. */
const RETRY_MS = 1_000
const TIMEOUT_MS = 3_000

type Settings = Pick<GatewaySettings, 'ALERT_EVALUATOR_URL' | 'BILLING_URL' | 'PARK_DATA_URL' | 'PUBLIC_URL'>
type Kept = { parts: HowWeDo; until: number }

/** `GET /api/how-we-do`: the counts of three services in one answer, and its outages as an Atom feed. */
export async function howWeDoRoutes(
  app: FastifyInstance,
  { settings, now }: { settings: Settings; now: () => number },
): Promise<void> {
  const { origin } = new URL(settings.PUBLIC_URL)
  let kept: Kept | null = null
  let asked: Promise<Kept> | null = null

  app.get('/api/how-we-do', async (_request, reply) => {
    const { parts, until } = await find()
    if (Object.values(parts).every((part) => part === null)) throw unavailable()
    return reply.header('cache-control', toCacheControl(until)).send(howWeDo.parse(parts))
  })

  app.get(OUTAGE_FEED, async (request, reply) => {
    const { parts, until } = await find()
    if (parts.outages === null) throw unavailable()
    const feed = toOutageFeed(parts.outages, { origin, now: new Date(now()) })
    const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`
    reply.headers({ 'cache-control': toCacheControl(until), etag })
    if (hasAlready(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/atom+xml; charset=utf-8').send(feed)
  })

  const toCacheControl = (until: number) =>
    `public, max-age=${Math.max(0, Math.ceil((until - now()) / 1_000))}`

  async function find(): Promise<Kept> {
    if (kept && now() < kept.until) return kept
    asked ??= ask().finally(() => (asked = null))
    kept = await asked
    return kept
  }

  async function ask(): Promise<Kept> {
    const [alerts, guarantees, outages] = await Promise.all([
      orNull(readAnswer(`${settings.ALERT_EVALUATOR_URL}/counts`, alertCounts, TIMEOUT_MS)),
      orNull(readAnswer(`${settings.BILLING_URL}/guarantees/counts`, guaranteeCounts, TIMEOUT_MS)),
      orNull(readAnswer(`${settings.PARK_DATA_URL}/outages`, outageList, TIMEOUT_MS)),
    ])
    const isWhole = alerts !== null && guarantees !== null && outages !== null
    return { parts: { alerts, guarantees, outages }, until: now() + (isWhole ? FRESH_MS : RETRY_MS) }
  }
}

const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null)

const unavailable = () => new AppError('unavailable', 'We are busy for a moment. Please try again.')
