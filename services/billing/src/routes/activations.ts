import {
  activationConfirmation,
  activationResult,
  confirmedActivation,
  linkedActivation,
  newActivation,
} from '@walkon/contracts/http/activations'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { activateAlerts } from '../use-cases/passes/activate-alerts.ts'
import { confirmOrder, type ConfirmationDeps } from '../use-cases/checkout/confirm-order.ts'
import { describeLink } from '../use-cases/checkout/describe-link.ts'
import type { OrderDeps } from '../use-cases/checkout/read-order.ts'
import { FREE_CODE_PROBLEMS } from '../use-cases/promo-codes/refuse-promo-code.ts'

const placed = {
  202: activationResult,
  ...problems(
    ...FREE_CODE_PROBLEMS,
    'park-not-found',
    'unknown-ride',
    'address-left',
    'address-not-allowed',
    'date-in-past',
    'date-too-far',
    'day-sold-out',
    'too-many-requests',
    'address-mailed-enough',
  ),
}
const confirmed = {
  200: confirmedActivation,
  ...problems(
    ...FREE_CODE_PROBLEMS,
    'confirmation-token-invalid',
    'confirmation-token-expired',
    'dates-over',
    'day-sold-out',
  ),
}

/** Orders of free alerts, and the confirmation of their address by a mailed link. */
export async function activationRoutes(app: HttpApp, deps: OrderDeps & ConfirmationDeps): Promise<void> {
  app.post(
    '/activations',
    {
      config: { access: 'optional-caller' },
      schema: {
        summary: 'Order free days of alerts by promo code',
        operationId: 'activateAlerts',
        tags: ['activations'],
        success:
          'The order is placed: active at once where the request proves the address, else once the mailed link is followed.',
        body: newActivation,
        response: placed,
      },
    },
    async (request, reply) => {
      const { caller, ip: client } = request
      const result = await activateAlerts(deps, request.body, { caller, client })
      return reply.code(202).send(result)
    },
  )

  app.post(
    '/activations/link',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Show what a mailed link would confirm',
        operationId: 'describeActivationLink',
        tags: ['activations'],
        success: 'The address, park and days of the order. Nothing is changed.',
        body: activationConfirmation,
        response: {
          200: linkedActivation,
          ...problems('confirmation-token-invalid', 'confirmation-token-expired', 'dates-over'),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return describeLink(deps, request.body.token)
    },
  )

  app.post(
    '/activations/confirm',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Confirm an order by its mailed link',
        operationId: 'confirmActivation',
        tags: ['activations'],
        success: 'The alerts are active; `manageToken` opens them.',
        body: activationConfirmation,
        response: confirmed,
      },
    },
    (request) => confirmOrder(deps, request.body.token),
  )
}
