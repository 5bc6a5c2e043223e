import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestGateway } from '../testing/gateway.ts'
import { aSharedRide, PARK_ID, startParkData } from '../testing/shared-parks.ts'
import { pictureAddress } from './park-pictures.ts'

const PICTURE = pictureAddress(PARK_ID)
const BOARD = `/live-wait-times?park=${PARK_ID}`
const BUILT = `<title>Live Wait Times | Walkon</title>
<link rel="canonical" href="https://origin.invalid/live-wait-times" />
<meta name="description" content="Live wait times." />
<meta property="og:title" content="Live Wait Times | Walkon" />
<meta property="og:url" content="https://origin.invalid/live-wait-times" />
<meta property="og:image" content="https://origin.invalid/share.png" />
<meta property="og:image:alt" content="Walkon" />`

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkon-share-'))
  await mkdir(join(root, 'pages'))
  await writeFile(join(root, 'pages/live-wait-times.html'), BUILT)
  await writeFile(join(root, 'pages/faq.html'), BUILT)
})
afterAll(() => rm(root, { recursive: true }))

/** A gateway with a clock that the test turns, in front of a park-data with one park. */
async function start(parkName = 'Magic Kingdom Park') {
  const parkData = await startParkData(parkName)
  parkData.state.rides = [aSharedRide('Space Mountain', 10)]
  const clock = { nowMs: 1_000_000 }
  const gateway = createTestGateway(
    { WEB_ROOT: root, PARK_DATA_URL: parkData.url },
    { now: () => clock.nowMs },
  )
  const open = (url: string) => gateway.inject({ url, headers: { accept: 'text/html' } })
  return { ...parkData, clock, gateway, open }
}

test('200: the picture of a park is a PNG of 1200 by 630, which anyone may keep for a minute', async () => {
  const { open } = await start()
  const { statusCode, headers, rawPayload } = await open(PICTURE)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=60' })
  expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
})

test('the words of a picture are drawn in the typeface that comes with the gateway', async () => {
  const { open, state, clock } = await start()
  const one = (await open(PICTURE)).rawPayload
  state.rides = [aSharedRide('Big Thunder Mountain', 10)]
  clock.nowMs += 60_000
  expect((await open(PICTURE)).rawPayload.equals(one)).toBe(false)
})

test('letters beyond Western Europe are drawn: names that differ in one have other pictures', async () => {
  const { open, state, clock } = await start()
  const pictures: string[] = []
  for (const name of ['Łąka', 'Śąka', 'Işık', 'Işik']) {
    state.rides = [aSharedRide(name, 10)]
    pictures.push((await open(PICTURE)).rawPayload.toString('base64'))
    clock.nowMs += 60_000
  }
  expect(new Set(pictures).size).toBe(4)
})

test('a picture is drawn once a minute, however often it is asked for', async () => {
  const { open, state, clock } = await start()
  await Promise.all([open(PICTURE), open(PICTURE)])
  clock.nowMs += 59_999
  await open(PICTURE)
  expect(state.boards).toBe(1)
  clock.nowMs += 1
  await open(PICTURE)
  expect(state.boards).toBe(2)
})

test('302: a board without a wait, or that does not come, leads to the picture of the site', async () => {
  const { open, state, clock } = await start()
  state.rides = []
  expect((await open(PICTURE)).headers['location']).toBe('/share.png')
  clock.nowMs += 60_000
  state.rides = [{ name: 'no ride' } as never]
  expect((await open(PICTURE)).statusCode).toBe(302)
})

test('404: a park that nobody knows has no picture, and its board is not asked for', async () => {
  const { open, state } = await start()
  const response = await open(pictureAddress(PARK_ID.replace('75', '76')))
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'route-not-found' })
  expect(state.boards).toBe(0)
})

test('the page of a park’s board names the park and its picture in its head, as text', async () => {
  const { open, state } = await start('Tom & "Jerry" $&')
  const html = () => open(BOARD).then(({ body }) => body)
  await vi.waitFor(async () => expect(await html()).toContain('Jerry'))
  expect(await html()).toBe(`<title>Live Wait Times: Tom &amp; &quot;Jerry&quot; $&amp; | Walkon</title>
<link rel="canonical" href="http://walkon.example${BOARD}" />
<meta name="description" content="Live wait times of every ride at Tom &amp; &quot;Jerry&quot; $&amp;, shortest first, updated every minute." />
<meta property="og:title" content="Live Wait Times: Tom &amp; &quot;Jerry&quot; $&amp; | Walkon" />
<meta property="og:url" content="http://walkon.example${BOARD}" />
<meta property="og:image" content="http://walkon.example${PICTURE}" />
<meta property="og:image:alt" content="Wait times at Tom &amp; &quot;Jerry&quot; $&amp; now" />`)
  expect(state.lists).toBe(1)
})

test('a page without a park, of another park, or of another address has the head that was built', async () => {
  const { open } = await start()
  await vi.waitFor(async () => expect((await open(BOARD)).body).toContain('Magic Kingdom'))
  for (const url of ['/live-wait-times', '/live-wait-times?park=unknown', `/faq?park=${PARK_ID}`]) {
    expect((await open(url)).body).toBe(BUILT.replaceAll('https://origin.invalid', 'http://walkon.example'))
  }
})
