import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The providers that the sandbox stands in for. Each has its routes in a folder of its own. */
export const PROVIDERS = [
  'park-feed',
  'postmark',
  'stripe',
  'twilio',
  'push',
  'duffel',
  'restaurants',
] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** The facts of a provider that fault injection has to know. */
export type Provider = {
  name: ProviderName
  /** Where its API begins; the product's base URL is this one. */
  prefix: string
  routes: (app: FastifyInstance) => void
  /** True if a request only asks for the fate of an earlier one; null if the provider has no such requests. */
  isLookup: ((request: FastifyRequest) => boolean) | null
  /** How it refuses, in its own words. */
  refusal: (status: 429 | 500 | 503) => unknown
}
