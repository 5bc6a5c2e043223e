import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { dropMalformedMediaType } from '@walkon/service/malformed-media-type'
import { z } from 'zod'
import { hashAddress } from '@walkon/service/address-hash'
import type { ListLink, ListLinks } from '../channels/list-links.ts'
import type { NewsletterTokens } from '../channels/newsletter-tokens.ts'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { standingAgainst } from '../domain/suppression-scope.ts'
import { toEmailState } from '../domain/way.ts'
import { PAGE_CSS } from '../templates/unsubscribe-css.ts'
import { toUnsubscribePage, type StandingView } from '../templates/unsubscribe-page.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'
import { confirmNewsletter } from '../use-cases/newsletter/confirm-newsletter.ts'
import { leaveList } from '../use-cases/newsletter/leave-list.ts'
import { resumeList } from '../use-cases/newsletter/resume-list.ts'

export type UnsubscribeOptions = {
  db: Database
  links: ListLinks
  newsletter: NewsletterTokens
  metrics: DeliveryMetrics
  now: () => Date
}

const params = z.object({ token: z.string() })
/** The manage key of the same mail. Only handed on: the page it opens judges it. */
const querystring = z.object({ token: z.string().max(2_000).optional().catch(undefined) })
/** Every body but the wish to come back is the wish to leave, however a mail program posts it. */
const body = z.object({ action: z.enum(['unsubscribe', 'resume']).catch('unsubscribe') })
const BODY_LIMIT_BYTES = 4 * 1024

const htmlPage = { content: { 'text/html': { schema: z.string() } } }
const pages = { 200: htmlPage, 404: { description: 'The page for a link that is not ours.', ...htmlPage } }
const opening = {
  summary: 'Show the page of an unsubscribe link',
  operationId: 'showUnsubscribePage',
  tags: ['unsubscribing'],
  success: 'The page, with a button to unsubscribe or to resume.',
  params,
  querystring,
  response: pages,
}

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // The address of the page is a key.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/**
 * Leaving one list with one click (RFC 8058), from the button of a mail program or of the page. No login, no redirect, the same answer
 * every time. Opening the address changes nothing, because mail scanners open every link.
 */
export async function unsubscribeRoutes(
  app: HttpApp,
  { db, links, newsletter, metrics, now }: UnsubscribeOptions,
): Promise<void> {
  const config = { access: 'public' } as const
  acceptAnyForm(app)

  app.get('/u/assets/page.css', { config, schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css').header('cache-control', 'public, max-age=3600').send(PAGE_CSS),
  )

  app.get('/u/:token', { config, schema: opening }, async (request, reply) => {
    const link = await openAny(request.params.token, { links, newsletter, now })
    if (!link) return reply.code(404).headers(PAGE_HEADERS).send(INVALID)
    const view = link.asksFirst ? ASKING : await findView(db, link)
    return reply.headers(PAGE_HEADERS).send(toUnsubscribePage({ ...view, ...pageOf(link, request.query) }))
  })

  app.post(
    '/u/:token',
    {
      config,
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        summary: 'Stop the mails of one list with one click, or resume them',
        operationId: 'unsubscribe',
        tags: ['unsubscribing'],
        success: 'The page that says which of the two happened.',
        params,
        querystring,
        body,
        response: pages,
      },
    },
    async (request, reply) => {
      const link = await openAny(request.params.token, { links, newsletter, now })
      if (!link) return reply.code(404).headers(PAGE_HEADERS).send(INVALID)
      const page = pageOf(link, request.query)
      if (request.body.action === 'resume') {
        const before = await findView(db, link)
        if (link.asksFirst && !(await confirmNewsletter(db, link)))
          return reply.code(404).headers(PAGE_HEADERS).send(INVALID)
        if (!link.asksFirst) await resumeList(db, link, { provenAt: link.knownAt })
        const after = before.view === 'complained' || before.view === 'bounced' ? before : RESUMED
        return reply.headers(PAGE_HEADERS).send(toUnsubscribePage({ ...after, ...page }))
      }
      await leaveList(db, metrics, link)
      return reply.headers(PAGE_HEADERS).send(toUnsubscribePage({ view: 'unsubscribed', ...page }))
    },
  )
}

/** A manage key opens the ride alerts, so the page of another list hands none on. */
const pageOf = ({ list, email: address }: ListLink, query: { token?: string | undefined }) => ({
  list,
  address,
  manageToken: list === 'ride-alerts' ? query.token : undefined,
})

type OpenedLink = ListLink & { asksFirst?: true }

/** The link that asks for the newsletter has a page here too: it is answered as one that comes back. */
async function openAny(
  token: string,
  { links, newsletter, now }: Pick<UnsubscribeOptions, 'links' | 'newsletter' | 'now'>,
): Promise<OpenedLink | null> {
  const link = await links.open(token, now())
  if (link) return link
  const asking = await newsletter.openConfirmation(token, now())
  return asking && { ...asking, list: 'newsletter', asksFirst: true }
}

const INVALID = toUnsubscribePage({ view: 'invalid' })
const RESUMED = { view: 'resumed' } as const
const ASKING = { view: 'asks' } as const

/** A bounce is taken back by the link of a mail that has arrived since. */
async function findView(db: Database, { list, email, knownAt }: ListLink): Promise<StandingView> {
  const standing = standingAgainst(list, await listSuppressions(db, 'email', hashAddress(email)))
  const state = toEmailState(standing)
  switch (state) {
    case 'ok':
      return { view: 'ask' }
    case 'unsubscribed':
    case 'complained':
      return { view: state }
    case 'bounced':
    case 'invalid':
      return { view: standing.every(({ createdAt }) => createdAt <= knownAt) ? 'returned' : 'bounced' }
    default:
      return state satisfies never
  }
}

/** Mail programs post it as one kind of form or the other, or with nothing at all. */
function acceptAnyForm(app: HttpApp): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => ({}))
  dropMalformedMediaType(app)
  app.addHook('preValidation', async (request) => {
    request.body ??= {}
  })
}
