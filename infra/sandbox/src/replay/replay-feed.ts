import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { notFound, refusalOf, sendAnswer } from '../park-feed/feed-reply.ts'
import { moveTimestamps, recordedList, withList } from '../park-feed/recorded.ts'

/**
 * Recorded answers of ThemeParks.wiki at its wire: Magic Kingdom on an afternoon. They are trimmed to a few rows of each kind from the
 * recordings that the feed's own SDKs publish. Unlike the sandbox it simulates nothing, and the process under test needs to know its
 * address alone.
 */

const KINDS = ['destinations', 'children', 'live', 'schedule'] as const
type Kind = (typeof KINDS)[number]

/** The live rows end at this instant, and the schedule begins with the day after it at the same hour. */
const RECORDED_AT: Record<Kind, Date> = {
  destinations: new Date('2026-04-14T22:28:00Z'),
  children: new Date('2026-04-14T22:28:00Z'),
  live: new Date('2026-04-14T22:28:00Z'),
  schedule: new Date('2026-04-15T22:28:00Z'),
}

export type ReplayFault =
  | { status: 404 | 500 }
  | { status: 429; retryAfterSeconds: number }
  /** The answer comes when the caller has waited for it, or never where the caller leaves. */
  | { slowMs: number }

export type ReplayedRequest = { path: string; status: number; userAgent: string | undefined }

export const REPLAYED_PARK = '75ea578a-adc8-4116-a54d-dccb60765ef9'
const REPLAYED_DESTINATION = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'

export async function startReplayFeed(now: () => Date) {
  const startedAt = now()
  const bodies = new Map(KINDS.map((kind) => [kind, readRecorded(kind, startedAt)]))
  const faults: ReplayFault[] = []
  let outage: ReplayFault | undefined
  const requests: ReplayedRequest[] = []

  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onResponse', async ({ url, headers }, { statusCode }) => {
    requests.push({ path: url, status: statusCode, userAgent: headers['user-agent'] })
  })
  addRoutes(app, {
    bodyOf: (kind) => bodies.get(kind) ?? Buffer.alloc(0),
    nextFault: () => faults.shift() ?? outage,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })

  return {
    url: `${url}/v1`,
    requests,
    /** Queues faults: each of the next requests for waits takes one, in this order. */
    meet: (...next: ReplayFault[]) => void faults.push(...next),
    /** Each request for waits meets this fault from now on; none, without one. */
    fail(fault?: ReplayFault): void {
      outage = fault
    },
    /** How many queued faults no request has taken yet. */
    faultsLeft: () => faults.length,
    setWait(rideId: string, waitMinutes: number): void {
      const live = bodies.get('live') ?? Buffer.alloc(0)
      bodies.set('live', withWait(live, rideId, { waitMinutes, changedAt: now() }))
    },
    /** The feed gives a ride another id, as it does when its collector changes. */
    changeId(from: string, to: string): void {
      for (const [kind, body] of bodies) bodies.set(kind, Buffer.from(body.toString().replaceAll(from, to)))
    },
    close: () => app.close(),
  }
}

export type ReplayFeed = Awaited<ReturnType<typeof startReplayFeed>>

function readRecorded(kind: Kind, now: Date): Buffer {
  const recorded = readFileSync(join(import.meta.dirname, 'recorded', `${kind}.json`))
  return moveTimestamps(recorded, RECORDED_AT[kind], now)
}

type Sources = { bodyOf: (kind: Kind) => Buffer; nextFault: () => ReplayFault | undefined }

function addRoutes(app: FastifyInstance, { bodyOf, nextFault }: Sources): void {
  const send = (request: FastifyRequest, reply: FastifyReply, kind: Kind) =>
    sendAnswer(request, reply, {
      recording: { body: bodyOf(kind), contentType: 'application/json; charset=utf-8' },
    })
  app.setNotFoundHandler((_request, reply) => notFound(reply))
  app.get('/v1/destinations', (request, reply) => send(request, reply, 'destinations'))
  for (const kind of ['children', 'schedule'] as const)
    app.get(`/v1/entity/${REPLAYED_PARK}/${kind}`, (request, reply) => send(request, reply, kind))
  app.get(`/v1/entity/${REPLAYED_DESTINATION}/live`, async (request, reply) => {
    const fault = nextFault()
    if (fault && 'slowMs' in fault) await new Promise((resolve) => setTimeout(resolve, fault.slowMs))
    else if (fault) return refuse(reply, fault)
    return send(request, reply, 'live')
  })
}

function refuse(reply: FastifyReply, fault: Exclude<ReplayFault, { slowMs: number }>) {
  if (fault.status === 404) return notFound(reply)
  if (fault.status === 429) reply.header('retry-after', String(fault.retryAfterSeconds))
  return reply.code(fault.status).send(refusalOf(fault.status))
}

const liveRow = z.looseObject({ id: z.string(), queue: z.looseObject({}).optional() })

function withWait(
  body: Buffer,
  rideId: string,
  { waitMinutes, changedAt }: { waitMinutes: number; changedAt: Date },
): Buffer {
  const rows = z.array(liveRow).parse(recordedList(body, 'liveData'))
  const changed = rows.map((row) =>
    row.id === rideId
      ? {
          ...row,
          queue: { ...row.queue, STANDBY: { waitTime: waitMinutes } },
          lastUpdated: changedAt.toISOString(),
        }
      : row,
  )
  return Buffer.from(withList(body, 'liveData', changed))
}
