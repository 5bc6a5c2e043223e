import {
  acceptAffiliate,
  affiliateApplication,
  affiliateApplicationReceipt,
} from '@walkon/contracts/http/affiliates'
import { newAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { applyAsAffiliate, type AffiliateDeps } from '../use-cases/affiliates/apply-as-affiliate.ts'
import { acceptApplication, declineApplication } from '../use-cases/affiliates/decide-application.ts'
import { listAffiliates } from '../use-cases/affiliates/list-affiliates.ts'

const params = z.object({ applicationId: z.uuid() })
const acceptance = {
  summary: 'Accept an application to the affiliate programme',
  operationId: 'acceptAffiliate',
  tags: ['affiliate-applications'],
  success: 'The application with its promo code, which is mailed. The same request again changes nothing.',
  params,
  body: acceptAffiliate,
  response: {
    200: affiliateApplication,
    ...problems('application-not-found', 'application-decided', 'promo-code-exists'),
  },
}
const refusal = {
  summary: 'Decline an application to the affiliate programme',
  operationId: 'declineAffiliate',
  tags: ['affiliate-applications'],
  success: 'The application, whose sender is mailed. The same request again changes nothing.',
  params,
  response: { 200: affiliateApplication, ...problems('application-not-found', 'application-decided') },
}

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
      return listAffiliates(deps.db, request.query)
    },
  )

  app.post(
    '/affiliate-applications/:applicationId/accept',
    { config: { access: 'admin' }, schema: acceptance },
    async (request) => {
      const adminId = accountOf(request).userId
      return acceptApplication(deps, adminId, request.params.applicationId, request.body)
    },
  )

  app.post(
    '/affiliate-applications/:applicationId/decline',
    { config: { access: 'admin' }, schema: refusal },
    async (request) => {
      const adminId = accountOf(request).userId
      return declineApplication(deps, adminId, request.params.applicationId)
    },
  )
}
