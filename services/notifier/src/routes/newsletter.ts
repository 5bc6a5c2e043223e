import { newSubscriber, subscriberAnswer } from '@walkon/contracts/http/newsletter'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { subscribeNewsletter, type NewsletterDeps } from '../use-cases/newsletter/subscribe-newsletter.ts'

const subscribe = {
  summary: 'Subscribe an address to the newsletter',
  operationId: 'subscribeNewsletter',
  tags: ['newsletter'],
  success: 'What happens next, and what this browser keeps to be known by.',
  body: newSubscriber,
  response: {
    200: subscriberAnswer,
    ...problems('address-not-allowed', 'too-many-requests', 'address-mailed-enough'),
  },
}

/** The newsletter has no page for an address: its mails lead to the page that confirms or leaves it. */
export async function newsletterRoutes(app: HttpApp, deps: NewsletterDeps): Promise<void> {
  const config = { access: 'optional-caller' } as const

  app.post('/newsletter', { config, schema: subscribe }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { account, ip: client } = request
    return subscribeNewsletter(deps, request.body, { account, client })
  })
}
