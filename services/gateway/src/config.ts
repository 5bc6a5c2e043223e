import { perService, SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { baseSettings, deployedShape, list } from '@walkon/service/config'
import { join } from 'node:path'
import { z } from 'zod'

const atLeastOne = z.coerce.number().int().min(1)
const webAddress = z.url({ protocol: /^https?$/ })

/** `PARK_DATA_URL` for park-data. */
type UrlSetting<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Uppercase<Head>}_${UrlSetting<Rest>}`
  : `${Uppercase<Name>}_URL`

const URL_SETTINGS = perService((name) => `${name.toUpperCase().replaceAll('-', '_')}_URL`) as {
  [Name in ServiceName]: UrlSetting<Name>
}

/** A value for the setting of each service's address, such as `PARK_DATA_URL`. */
export function urlsOfServices<Value>(
  valueOf: (name: ServiceName) => Value,
): Record<UrlSetting<ServiceName>, Value> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [URL_SETTINGS[name], valueOf(name)])) as Record<
    UrlSetting<ServiceName>,
    Value
  >
}

export const gatewaySettings = baseSettings.extend({
  /** The product's own address, as visitors type it. */
  PUBLIC_URL: webAddress,
  /** Where each service of the registry listens. */
  ...urlsOfServices(() => webAddress),
  /** Only in the local run: without it, nothing answers below `/sandbox`. */
  SANDBOX_URL: webAddress.optional(),
  /** The folder of the built web app. */
  WEB_ROOT: z.string().default(join(import.meta.dirname, '../../../web/dist')),

  /** Whose `X-Forwarded-For` is believed: addresses or ranges, never all of them. */
  TRUSTED_PROXIES: list.default(['127.0.0.1', '::1']),
  /** Requests of one client to the services, and of those the ones that change something. */
  RATE_LIMIT_PER_MINUTE: atLeastOne.default(1_200),
  WRITE_LIMIT_PER_MINUTE: atLeastOne.default(120),
  /** Receipts of pushes and replies to them: a park's whole wireless network is one client, and all its devices may show an alert at once. */
  PUSH_RECEIPT_LIMIT_PER_MINUTE: atLeastOne.default(6_000),
  /** Answers of more than 64 KiB that are on their way to one client: each holds one of 128 connections to its service. */
  LONG_ANSWERS_PER_CLIENT: atLeastOne.default(32),
  /** Requests of one client that are under way at one service, of its 128 connections; further ones wait for their turn. */
  CALLS_PER_CLIENT: atLeastOne.default(32),
  /** Bodies of one client that are on their way to a service: each holds up to 64 KiB. */
  BODIES_PER_CLIENT: atLeastOne.default(256),
  /** Webhooks of one client network that are under way: each holds up to 256 KiB. */
  WEBHOOKS_PER_CLIENT: atLeastOne.default(64),
  /** In which the body of a webhook must be whole. */
  WEBHOOK_BODY_TIMEOUT_MS: atLeastOne.default(5_000),
  /** Live streams that one client may hold open: a park's whole wireless network can be one client, and none has more than half of all. */
  STREAMS_PER_CLIENT: atLeastOne.default(10_000),
  /** Live streams of all clients, in this process: 20 kB each, which its limit of memory has to bear. */
  STREAMS_IN_ALL: atLeastOne.default(20_000),
  /** Until the head of an answer, and between two pieces of its body. */
  UPSTREAM_TIMEOUT_MS: atLeastOne.default(10_000),
  /** Until the end of an answer that is no live stream. */
  UPSTREAM_TOTAL_TIMEOUT_MS: atLeastOne.default(30_000),

  /** Which figures the home page shows. */
  HOME_FIGURES: z.enum(['sample', 'live']).default('live'),
  /** The address that pages name for questions, and for a promo code. */
  SUPPORT_EMAIL: z.email().default('support@walkon.example'),
  /** A promo code that the form offers to every visitor. For the local run and demonstrations: it is public. */
  DEMO_PROMO_CODE: z.string().min(1).optional(),
})

/** A deployed gateway: a setting whose default is right on one machine alone must be given. Replicas count requests together in Redis. */
export const deployedGatewaySettings = gatewaySettings.extend({ ...deployedShape, SUPPORT_EMAIL: z.email() })

export type GatewaySettings = z.output<typeof gatewaySettings>

/** Where a service listens. */
export const urlOfService = (settings: GatewaySettings, name: ServiceName): string =>
  settings[URL_SETTINGS[name]]
