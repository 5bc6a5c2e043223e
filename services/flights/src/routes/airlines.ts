import { airlineParams } from '@walkon/contracts/http/flights'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { readLogo, type LogoDeps } from '../use-cases/read-logo.ts'

/**
 * Logos from our own site: a page shows no picture of another host. The image is another company's, so that opened by itself it may
 * neither run nor load anything.
 */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export async function airlineRoutes(app: HttpApp, deps: LogoDeps): Promise<void> {
  app.get(
    '/airlines/:code/logo',
    {
      config: { access: 'public' },
      schema: {
        summary: "Show an airline's logo",
        operationId: 'showAirlineLogo',
        tags: ['airlines'],
        success: 'The logo as an SVG image.',
        params: airlineParams,
        response: { 200: z.string(), ...problems('airline-logo-not-found') },
      },
    },
    async (request, reply) => {
      const logo = await readLogo(deps, request.params.code)
      return reply
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', IMAGE_POLICY)
        .header('x-content-type-options', 'nosniff')
        .type('image/svg+xml')
        .send(logo)
    },
  )
}
