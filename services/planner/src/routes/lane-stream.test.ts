import { laneReadings } from '@walkon/contracts/http/lightning-lane'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestLanes, NOON, returnTime } from '../testing/lanes.ts'

const lanes = await createTestLanes()
afterAll(lanes.close)
await lanes.app.listen({ host: '127.0.0.1', port: 0 })
beforeEach(() => void (lanes.clock.now = NOON))

const viewers: IncomingMessage[] = []
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.destroy()
})

/** A viewer of the stream; `told` grows with each event. */
async function view() {
  const { port } = lanes.app.server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(`http://127.0.0.1:${port}/lightning-lane/readings/stream`, resolve),
  )
  viewers.push(response)
  const told: string[][] = []
  response.setEncoding('utf8').on('data', (chunk: string) => {
    for (const [, data = ''] of chunk.matchAll(/^event: readings\ndata: (.*)$/gm))
      told.push(laneReadings.parse(JSON.parse(data)).parkIds)
  })
  return { told, has: (count: number) => vi.waitFor(() => expect(told).toHaveLength(count)) }
}

test('a viewer is told of a park when its readings are stored, once, and of nothing that it offers', async () => {
  const [ride, other] = [await lanes.aParkWithoutReturnTimes(), await lanes.aParkWithoutReturnTimes()]
  const viewer = await view()
  await viewer.has(1)
  await lanes.observe(ride, { queues: [returnTime()] })
  await lanes.runJob('tell-lane-readings')
  await viewer.has(2)

  await lanes.observe(other, { waitMinutes: 50 })
  await lanes.runJob('tell-lane-readings')
  await lanes.runJob('tell-lane-readings')
  await viewer.has(3)

  expect(viewer.told).toEqual([[], [ride.parkId], [other.parkId]])
})

test('the streams end when the service closes', async () => {
  const closing = await createTestLanes()
  await closing.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = closing.app.server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve) =>
    get(`http://127.0.0.1:${port}/lightning-lane/readings/stream`, resolve),
  )
  const ended = new Promise<string>((resolve) => response.resume().once('end', () => resolve('ended')))
  await closing.close()

  expect(await ended).toBe('ended')
})
