import { mailList, type MailList } from '@walkon/contracts/values'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createListLinks } from '../channels/list-links.ts'
import { KEYS, linksFor } from '../testing/notifier.ts'
import { createPostmarkNotifier, EMAIL } from '../testing/postmark-webhook.ts'

/** The page that the link of each list of mails opens, and what that link does not open. */

const { app, reasons, clear, close } = await createPostmarkNotifier()
afterAll(close)
beforeEach(clear)

const links = createListLinks(KEYS)
const linkTo = async (list: MailList) => `/u/${await links.seal(list, EMAIL, new Date())}`

test.for([
  ['ride-alerts', 'Unsubscribe from alert emails?'],
  ['newsletter', 'Unsubscribe from newsletter emails?'],
  ['flights', 'Unsubscribe from flight price emails?'],
  ['restaurants', 'Unsubscribe from restaurant emails?'],
  ['lightning-lane', 'Unsubscribe from Lightning Lane emails?'],
] as const)('200: the page of %s names its mails', async ([list, title]) => {
  expect((await app.inject({ url: await linkTo(list) })).body).toContain(`<h1>${title}</h1>`)
})

test('200: the page of another list hands no manage key on and leads to no rides', async () => {
  const { body } = await app.inject({ url: `${await linkTo('flights')}?token=key` })

  expect(body).not.toMatch(/manage-alerts|token=/)
  expect(body).toContain('Your other emails from Walkon still come.')
})

test('404: a manage key leaves no list', async () => {
  const key = await linksFor('manage').seal(EMAIL, { expiresInSeconds: 60, now: new Date() })

  expect((await app.inject({ method: 'POST', url: `/u/${key}` })).statusCode).toBe(404)
  expect(await reasons()).toEqual([])
})

test.for(mailList.options)('401: the link that leaves %s opens no alerts', async (list) => {
  const authorization = `Bearer ${await links.seal(list, EMAIL, new Date())}`

  expect((await app.inject({ url: '/history', headers: { authorization } })).statusCode).toBe(401)
})
