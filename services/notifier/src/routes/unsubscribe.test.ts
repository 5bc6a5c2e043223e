import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { anAlertEvent, createTestNotifier, linksFor } from '../testing/notifier.ts'

const { app, db, hear, suppress, countStates, listPublished, clear, close } = await createTestNotifier()
const tokens = linksFor('unsubscribe')

afterAll(close)
beforeEach(clear)

const EMAIL = 'visitor@example.com'
const addressHash = hashAddress(EMAIL)
const link = async (email = EMAIL, now = new Date()) =>
  `/u/${await tokens.seal(email, { expiresInSeconds: 60, now })}`
const reasons = async () => (await listSuppressions(db, 'email', addressHash)).map(({ reason }) => reason)

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const post = (url: string, payload: string = ONE_CLICK, headers: Record<string, string> = FORM) =>
  app.inject({ method: 'POST', url, headers, payload })

describe('GET /u/:token', () => {
  test('200: asks, and changes nothing: scanners open every link', async () => {
    const response = await app.inject({ url: await link() })

    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.body).toContain('<form method="post">')
    expect(await reasons()).toEqual([])
  })

  test('200: needs no script and no style of its own, so that the strictest policy allows it', async () => {
    const { body } = await app.inject({ url: await link() })
    expect(body).not.toMatch(/<script|<style|style="|\son\w+=|(src|<link[^>]*href)="https?:/)
    expect((await app.inject({ url: '/u/assets/page.css' })).headers['content-type']).toContain('text/css')
  })

  test('200: does not show the whole address to a person to whom the mail was forwarded', async () => {
    expect((await app.inject({ url: await link() })).body).not.toContain(EMAIL)
  })

  test('200: the longest address there is fits in a link', async () => {
    const longest = `${'a'.repeat(64)}@${'b'.repeat(185)}.com`
    expect((await app.inject({ url: await link(longest) })).statusCode).toBe(200)
  })

  test('200: leads on to the rides, with the manage key of the same mail', async () => {
    const { body } = await app.inject({ url: `${await link()}?token=a"b` })
    expect(body).toContain('href="/manage-alerts?token=a%22b">Change rides instead</a>')
    expect((await app.inject({ url: await link() })).body).toContain('href="/manage-alerts">')
  })

  test('404: a forged or expired link is a page that says what to do', async () => {
    const expired = await link(EMAIL, new Date(Date.now() - 3_600_000))
    for (const url of ['/u/forged', expired]) {
      const response = await app.inject({ url })
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    }
  })
})

describe('POST /u/:token', () => {
  test('200: one click of a mail program unsubscribes, without a redirect, however often it comes', async () => {
    const url = await link()
    const statuses = [await post(url), await post(url)].map(({ statusCode }) => statusCode)

    expect(statuses).toEqual([200, 200])
    expect(await reasons()).toEqual(['unsubscribed'])
    expect(await listPublished()).toMatchObject([
      { type: 'RecipientSuppressed', data: { addressHash, reason: 'unsubscribed' } },
      { type: 'MailListLeft', data: { addressHash, list: 'ride-alerts', userId: null } },
    ])
  })

  test('200: what is queued for the address is not sent any more', async () => {
    await hear([anAlertEvent({ email: EMAIL }), anAlertEvent()])
    await post(await link())
    expect(await countStates()).toEqual({ suppressed: 1, queued: 1 })
  })

  test.for([
    [
      'a multipart form',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
      'multipart/form-data; boundary=x',
    ],
    ['text', ONE_CLICK, 'text/plain'],
    ['a form with a malformed type', ONE_CLICK, 'form'],
    ['the button of the page', 'action=unsubscribe', FORM['content-type']],
  ] as const)('200: %s unsubscribes as well', async ([, payload, contentType]) => {
    const response = await post(await link(), payload, { 'content-type': contentType })
    expect(response.statusCode).toBe(200)
    expect(await reasons()).toEqual(['unsubscribed'])
  })

  test('200: a post without any body unsubscribes', async () => {
    expect((await app.inject({ method: 'POST', url: await link() })).statusCode).toBe(200)
    expect(await reasons()).toEqual(['unsubscribed'])
  })

  test('200: the page’s other button takes it back, but not a complaint', async () => {
    const url = await link()
    await post(url)
    expect((await post(url, 'action=resume')).body).toContain('on again')
    expect(await reasons()).toEqual([])

    await suppress({ channel: 'email', addressHash, reason: 'complained', scope: 'alerts' })
    expect((await post(url, 'action=resume')).body).toContain('reported as spam')
    expect(await reasons()).toEqual(['complained'])
  })

  test('200: the link of a mail that arrived after a bounce asks to take it back; an older one does not', async () => {
    const older = await link(EMAIL, new Date(Date.now() - 30_000))
    await suppress({ channel: 'email', addressHash, reason: 'bounced', scope: 'alerts' })
    const newer = await link(EMAIL, new Date(Date.now() + 1_000))

    const pages = [await app.inject({ url: older }), await app.inject({ url: newer })]
    expect(pages.map(({ body }) => body.includes('value="resume"'))).toEqual([false, true])
    expect((await post(newer, 'action=resume')).body).toContain('on again')
    expect((await post(older, 'action=resume')).body).not.toContain('emails are on again')
  })

  test('404: a forged link changes nothing', async () => {
    expect((await post('/u/forged')).statusCode).toBe(404)
    expect(await listPublished()).toEqual([])
  })

  test('413: a body of a megabyte is not read', async () => {
    expect((await post(await link(), 'x'.repeat(1_000_000))).statusCode).toBe(413)
    expect(await reasons()).toEqual([])
  })
})
