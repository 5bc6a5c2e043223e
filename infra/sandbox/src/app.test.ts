import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startReceiver } from './testing/webhook-receiver.ts'
import { startSandbox, temporaryFolder, TOKEN } from './testing/test-sandbox.ts'

const SPACE_MOUNTAIN = 'b2260923-9315-40fd-9c6b-44dd811dbe64'

const aMail = (more: object = {}) => ({
  From: 'a@walkon.example',
  To: 'v@example.com',
  Subject: 'Hi <you>',
  TextBody: 'Hi',
  ...more,
})

const send = (url: string, body: object) =>
  fetch(`${url}/postmark/email`, {
    method: 'POST',
    headers: { 'x-postmark-server-token': TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then(async (response) => z.object({ MessageID: z.string() }).parse(await response.json()))

test('only the user may read what the sandbox keeps', async () => {
  const { dataDir } = await startSandbox()

  const files = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o077])

  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(([, openTo]) => openTo !== 0)).toEqual([])
})

test('what was accepted, pinned, recorded and broken outlives a kill -9', async () => {
  const dataDir = temporaryFolder()
  const first = await startProcess(dataDir)
  const { MessageID } = await send(first.url, aMail())
  await fetch(`${first.url}/sandbox/rides/${SPACE_MOUNTAIN}`, put({ waitMinutes: 5 }))
  await fetch(`${first.url}/sandbox/feed/somewhere/live`, put({ liveData: [] }))
  await fetch(`${first.url}/sandbox/faults`, {
    ...put({ provider: 'postmark', kind: 'error' }),
    method: 'POST',
  })
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const { url } = await startProcess(dataDir)
  const json = async (path: string) => (await fetch(url + path)).json()

  expect(await json('/sandbox/messages')).toMatchObject([{ id: MessageID, to: 'v@example.com' }])
  expect(await json(`/park-feed/v1/entity/${SPACE_MOUNTAIN}/live`)).toMatchObject({
    liveData: [{ queue: { STANDBY: { waitTime: 5 } } }],
  })
  expect(await json('/park-feed/v1/entity/somewhere/live')).toEqual({ liveData: [] })
  expect(await json('/sandbox/faults')).toMatchObject([{ provider: 'postmark', kind: 'error' }])
})

test('a process stops on SIGTERM, also while a page listens for mail', async () => {
  const { child, url } = await startProcess(temporaryFolder())
  const listening = await fetch(`${url}/sandbox/inbox/stream`)
  expect(listening.headers.get('content-type')).toBe('text/event-stream')

  child.kill('SIGTERM')

  expect(await once(child, 'exit')).toEqual([0, null])
})

test('the stream of the inbox pings, so that a gateway between does not take it for lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url } = await startSandbox()
  const listening = await fetch(`${url}/sandbox/inbox/stream`)
  const reader = listening.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('event: ready')

  await vi.advanceTimersByTimeAsync(20_000)

  expect((await reader.read()).value).toBe(': ping\n\n')
  await reader.cancel()
})

test('the inbox lists mail newest first, and shows no markup of a subject', async () => {
  const { url } = await startSandbox()
  await send(url, aMail())
  await send(url, aMail({ Subject: 'Second' }))

  const page = await (await fetch(`${url}/sandbox/inbox`)).text()

  expect(page.indexOf('Second')).toBeLessThan(page.indexOf('Hi &#60;you&#62;'))
  expect(page).not.toContain('Hi <you>')
})

test('a page of the inbox needs nothing that a strict policy forbids', async () => {
  const { url } = await startSandbox()
  const { MessageID } = await send(url, aMail({ HtmlBody: '<p style="color:red">Hi</p>' }))

  for (const path of ['/sandbox/inbox', `/sandbox/inbox/${MessageID}`]) {
    const response = await fetch(url + path)
    const page = await response.text()
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'self'; style-src 'self'/)
    expect(page).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son[a-z]+=/)
    for (const [, asset] of page.matchAll(/(?:href|src)="(\/sandbox\/assets\/[^"]+)"/g)) {
      expect((await fetch(url + asset)).status).toBe(200)
    }
  }
})

test('a mail is shown as it looks, may run nothing, and opens its links beside the inbox', async () => {
  const { url } = await startSandbox()
  const { MessageID } = await send(
    url,
    aMail({ HtmlBody: '<html><head><title>Hi</title></head><body>Hi</body></html>' }),
  )

  const response = await fetch(`${url}/sandbox/messages/${MessageID}/html`)

  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline'")
  expect(policy).toContain('sandbox allow-popups')
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(await response.text()).toBe(
    '<html><head><base target="_blank"><title>Hi</title></head><body>Hi</body></html>',
  )
})

test('an open page of the inbox is notified of new mail', async () => {
  const { url } = await startSandbox()
  const reader = (await fetch(`${url}/sandbox/inbox/stream`))
    .body!.pipeThrough(new TextDecoderStream())
    .getReader()
  expect((await reader.read()).value).toContain('event: ready')

  await send(url, aMail())

  expect((await reader.read()).value).toContain('event: mail')
})

test('the Unsubscribe button posts as a mailbox does, and comes back with what was answered', async () => {
  const { url } = await startSandbox()
  const receiver = await startReceiver(202)
  const Headers = [
    { Name: 'List-Unsubscribe', Value: `<mailto:leave@walkon.example>, <${receiver.url}>` },
    { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
  ]
  const { MessageID } = await send(url, aMail({ Headers }))

  const response = await fetch(`${url}/sandbox/messages/${MessageID}/unsubscribe`, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })

  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/sandbox/inbox/${MessageID}?unsubscribe=202`,
  ])
  expect(receiver.received).toMatchObject([
    { contentType: 'application/x-www-form-urlencoded', body: 'List-Unsubscribe=One-Click' },
  ])
})

test('a mail that cannot be left with one click has no Unsubscribe button', async () => {
  const { url } = await startSandbox()
  const { MessageID } = await send(url, aMail())

  expect(await (await fetch(`${url}/sandbox/inbox/${MessageID}`)).text()).not.toContain('Unsubscribe')
})

const put = (body: object) => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function startProcess(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, POSTMARK_SERVER_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line]: unknown[] = await once(child.stdout, 'data')
  const port = /port (\d+)/.exec(String(line))?.[1]
  return { child, url: `http://127.0.0.1:${port}` }
}
