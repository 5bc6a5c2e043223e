import { affiliateApplication, affiliateApplicationReceipt } from '@walkon/contracts/http/affiliates'
import { newAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { listApplications } from '../db/affiliate-applications.ts'
import { applyAsAffiliate, type AffiliateDeps } from '../use-cases/apply-as-affiliate.ts'

export async function affiliateApplicationRoutes(app: HttpApp, deps: AffiliateDeps): Promise<void> {
  app.post(
    '/affiliate-applications',
    {
      config: { access: 'optional-caller' },
      schema: {
        summary: 'Apply to the affiliate programme',
        operationId: 'applyAsAffiliate',
        tags: ['affiliate-applications'],
        success: 'The application is received; the same one again is stored once.',
        body: newAffiliateApplication,
        response: { 201: affiliateApplicationReceipt, ...problems('too-many-requests') },
      },
    },
    async (request, reply) => {
      const userId = request.account?.userId ?? null
      await applyAsAffiliate(deps, request.body, { userId, client: request.ip })
      return reply.code(201).send({ status: 'received' })
    },
  )

  app.get(
    '/affiliate-applications',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'List the applications to the affiliate programme, newest first',
        operationId: 'listAffiliateApplications',
        tags: ['affiliate-applications'],
        success: 'A page of the applications; `next` is the cursor of the page after it.',
        querystring: pageQuery,
        response: { 200: pageOf(affiliateApplication) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { items, next } = await listApplications(deps.db, request.query)
      return {
        // The answer's schema leaves out what it does not name.
        items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
        next,
      }
    },
  )
}
