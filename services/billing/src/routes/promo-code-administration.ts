import { promoCode } from '@walkon/contracts/http/promo-codes'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { newPromoCode, promoCodeView } from '@walkon/contracts/http/promo-codes'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { createPromoCode } from '../use-cases/promo-codes/create-promo-code.ts'
import { listCodes } from '../use-cases/promo-codes/list-promo-codes.ts'
import { retirePromoCode } from '../use-cases/promo-codes/retire-promo-code.ts'

const config = { access: 'admin' } as const
const tags = ['promo-codes']

const creation = {
  summary: 'Create a promo code',
  operationId: 'createPromoCode',
  success: 'The code, which is valid from now on.',
  tags,
  body: newPromoCode,
  response: { 201: promoCodeView, ...problems('promo-code-exists') },
}
const listing = {
  summary: 'List the promo codes and how they are used',
  operationId: 'listPromoCodes',
  success: 'A page of codes with their redemptions, in the order of their names.',
  tags,
  querystring: pageQuery,
  response: { 200: pageOf(promoCodeView) },
}
const retirement = {
  summary: 'Retire a promo code',
  operationId: 'retirePromoCode',
  success: 'The code, which is refused from now on. Open checkouts keep it.',
  tags,
  params: z.object({ code: promoCode }),
  response: { 200: promoCodeView, ...problems('invalid-promo-code') },
}

/** Routes for admins' work on promo codes. */
export async function promoCodeAdministration(
  app: HttpApp,
  { db, now }: { db: Database; now: () => Date },
): Promise<void> {
  app.post('/promo-codes', { config, schema: creation }, async (request, reply) => {
    const adminId = accountOf(request).userId
    const created = await createPromoCode(db, request.body, { adminId, now: now() })
    return reply.code(201).send(created)
  })

  app.get('/promo-codes', { config, schema: listing }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listCodes(db, request.query, now())
  })

  app.post('/promo-codes/:code/retire', { config, schema: retirement }, async (request) => {
    const adminId = accountOf(request).userId
    return retirePromoCode(db, request.params.code, { adminId, now: now() })
  })
}
