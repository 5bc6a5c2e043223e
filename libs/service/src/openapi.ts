import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Access } from './access.ts'

declare module 'fastify' {
  interface FastifySchema {
    /** The content of a successful answer, in one sentence: the description of each response below 400 that has none. */
    success?: string
  }
}

/** `app.swagger()` is the OpenAPI document of the service: `npm run docs` writes it. */
export function describeApi(app: FastifyInstance, service: string): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Walkon ${service}`, version: '1' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeRoute,
  })
}

/** A route's schema with the words of its success, and with what a client must show: a token, one if it has one, or nothing. */
const describeRoute: typeof jsonSchemaTransform = (described) => {
  const { access = 'public' } = described.route.config ?? {}
  const { schema, url } = jsonSchemaTransform(described)
  // A route without a schema has none here either.
  const { success, response, ...rest } = { ...schema }
  const security = TOKENS[access]
  return {
    url,
    schema: {
      ...rest,
      ...(response !== undefined && { response: describeSuccess(response as Responses, success) }),
      ...(security && { security }),
    },
  }
}

type Responses = Record<string, { description?: string }>

/** @fastify/swagger takes this key of a JSON schema as the description of its response. */
const RESPONSE_DESCRIPTION = 'x-response-description'

const describeSuccess = (responses: Responses, description: string | undefined): Responses =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) =>
      description === undefined || Number(status) >= 400 || response.description !== undefined
        ? [status, response]
        : [status, { ...response, [RESPONSE_DESCRIPTION]: description }],
    ),
  )

const TOKEN = [{ token: [] }]
const TOKENS: Partial<Record<Access, Record<string, string[]>[]>> = {
  'optional-caller': [{}, ...TOKEN],
  caller: TOKEN,
  account: TOKEN,
  'first-factor': TOKEN,
  moderator: TOKEN,
  support: TOKEN,
  admin: TOKEN,
  'proven-admin': TOKEN,
}
