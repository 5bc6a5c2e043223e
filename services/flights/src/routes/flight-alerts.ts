import {
  flightAlert,
  flightAlertLink,
  flightAlertParams,
  flightAlertReceipt,
  linkedFlightAlert,
  newFlightAlert,
} from '@walkon/contracts/http/flights'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { HttpApp } from '@walkon/service/http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { confirmFlightAlert, describeLink } from '../use-cases/confirm-flight-alert.ts'
import { deleteFlightAlert, listFlightAlerts } from '../use-cases/list-flight-alerts.ts'
import { setFlightAlert, type AlertDeps } from '../use-cases/set-flight-alert.ts'

/** Alerts of fares: set by anyone, confirmed by a mailed link. An account, or the link of each of their mails, shows and deletes them. */
export async function flightAlertRoutes(app: HttpApp, deps: AlertDeps): Promise<void> {
  addOwnRoutes(app, deps)
  addLinkRoutes(app, deps)

  app.post(
    '/alerts',
    {
      config: { access: 'optional-caller' },
      schema: {
        summary: 'Set an alert for a fare',
        operationId: 'setFlightAlert',
        tags: ['flight-alerts'],
        success:
          'The alert is set: active at once where the request proves the address, else once the mailed link is followed.',
        body: newFlightAlert,
        response: {
          202: flightAlertReceipt,
          ...problems(
            'flight-airport-elsewhere',
            'flight-dates-invalid',
            'flight-alerts-full',
            'address-not-allowed',
            'too-many-requests',
            'address-mailed-enough',
          ),
        },
      },
    },
    async (request, reply) => {
      const { account, caller, ip: client } = request
      const receipt = await setFlightAlert(deps, request.body, {
        userId: account?.userId ?? null,
        caller,
        client,
      })
      return reply.code(202).send(receipt)
    },
  )
}

function addLinkRoutes(app: HttpApp, deps: AlertDeps): void {
  app.post(
    '/alerts/link',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Show what a mailed link would confirm',
        operationId: 'describeFlightAlertLink',
        tags: ['flight-alerts'],
        success: 'The alert and its address. Nothing is changed.',
        body: flightAlertLink,
        response: { 200: linkedFlightAlert, ...problems('flight-link-invalid', 'flight-link-expired') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return describeLink(deps, request.body.token)
    },
  )

  app.post(
    '/alerts/confirm',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Confirm an alert by its mailed link',
        operationId: 'confirmFlightAlert',
        tags: ['flight-alerts'],
        success: 'The alert is watched from now on.',
        body: flightAlertLink,
        response: {
          200: linkedFlightAlert,
          ...problems('flight-link-invalid', 'flight-link-expired', 'flight-alerts-full'),
        },
      },
    },
    (request) => confirmFlightAlert(deps, request.body.token),
  )
}

function addOwnRoutes(app: HttpApp, { db }: AlertDeps): void {
  app.get(
    '/alerts',
    {
      config: { access: 'caller' },
      schema: {
        summary: "List the caller's alerts with the prices that were found",
        operationId: 'listFlightAlerts',
        tags: ['flight-alerts'],
        success: 'A page of the alerts, newest first; `next` is the cursor of the page after it.',
        querystring: pageQuery,
        response: { 200: pageOf(flightAlert) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return listFlightAlerts(db, ownerOf(request), request.query)
    },
  )

  app.delete(
    '/alerts/:alertId',
    {
      config: { access: 'caller' },
      schema: {
        summary: "Delete one of the caller's alerts",
        operationId: 'deleteFlightAlert',
        tags: ['flight-alerts'],
        success: 'The alert is deleted; nothing more is looked for or mailed for it.',
        params: flightAlertParams,
        response: { 204: z.null(), ...problems('flight-alert-not-found') },
      },
    },
    async (request, reply) => {
      await deleteFlightAlert(db, ownerOf(request), request.params.alertId)
      return reply.code(204).send(null)
    },
  )
}

const ownerOf = (request: FastifyRequest) => ({
  userId: request.account?.userId ?? null,
  addressHash: hashAddress(callerOf(request).email),
})
