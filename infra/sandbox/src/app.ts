import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { addDeviceRoutes } from './control/device-routes.ts'
import { addFareRoutes } from './control/fare-routes.ts'
import { addFaultRoutes } from './control/fault-routes.ts'
import { addFeedRoutes } from './control/feed-routes.ts'
import { addInboxRoutes } from './control/inbox-routes.ts'
import { addPaymentRoutes } from './control/payment-routes.ts'
import { addMessageRoutes } from './control/message-routes.ts'
import { refuseOtherHosts, refuseOtherSites } from './control/own-hosts.ts'
import { sendProblem } from './control/problem.ts'
import { addReplyRoutes } from './control/reply-routes.ts'
import { addRestaurantRoutes } from './control/restaurant-routes.ts'
import { addRideRoutes } from './control/ride-routes.ts'
import { addPortalRoutes } from './control/portal-routes.ts'
import { duffel } from './duffel/duffel.ts'
import { injectFaults } from './fault-injection.ts'
import { parkFeed } from './park-feed/park-feed.ts'
import { postmark, postmarkWebhook, type PostmarkWebhook } from './postmark/postmark.ts'
import type { Provider } from './provider.ts'
import { shownWebhook } from './push/accept.ts'
import { push } from './push/push.ts'
import { restaurants } from './restaurants/restaurants.ts'
import type { FaultKind } from './state/faults.ts'
import { openStore, type Store } from './state/store.ts'
import { createWebhookSender } from './state/webhooks.ts'
import { stripeWebhook } from './stripe/events.ts'
import { stripe } from './stripe/stripe.ts'
import type { Account } from './twilio/message.ts'
import { twilio } from './twilio/twilio.ts'
import { twilioWebhook } from './twilio/webhook.ts'

export type SandboxOptions = {
  /** A folder of its own. It keeps mails, pins, recordings and faults over a restart. */
  dataDir: string
  seed: string
  now: () => Date
  host: string
  /** 0 takes any free port. */
  port: number
  postmarkServerToken: string
  /** Where visitors reach the product; beside this host, `/sandbox` answers to localhost and literal addresses. */
  publicUrl?: string | undefined
  /** More hosts that `/sandbox` answers to, such as the name of its Service in a cluster. */
  ownHosts?: string[]
  /** Where Postmark's webhooks go; without it none are sent. */
  postmarkWebhook?: PostmarkWebhook | undefined
  stripeSecretKey?: string
  /** Where Stripe's webhooks go and what signs them; without it none are sent. */
  stripeWebhook?: { url: string; secret: string } | undefined
  twilio?: Account
  /** Where Twilio tells of a reply; without it the product hears of none. */
  twilioWebhookUrl?: string | undefined
  /** Where the product is reached from here, if not at the address that Twilio is given, as in a cluster. */
  productUrl?: string | undefined
  /** The product's API of notifications, to which the service worker of its phone posts; without it nothing is told. */
  pushProductUrl?: string | undefined
  duffelAccessToken?: string
  restaurantsApiKey?: string
  /** True if every park is open at any hour, as in the local run; true by default. */
  alwaysOpen?: boolean
  /** Requests a minute that the park feed allows one caller; the real feed's limit by default, 0 for none. */
  feedRequestsPerMinute?: number
  slowMs?: number
  /** How far Postmark's search is behind what it accepted; 0 by default. */
  postmarkSearchLagSeconds?: number
  /** The same with the fault `lookup-lag`; a minute by default. */
  postmarkFaultLagSeconds?: number | undefined
  webhookRetryDelaysMs?: number[]
  log?: FastifyBaseLogger
}

export type Sandbox = {
  app: FastifyInstance
  /** Resolves with the port once the sandbox answers. */
  start: () => Promise<number>
  stop: () => Promise<void>
}

const DEFAULT_STRIPE_KEY = 'sk_test_sandbox'
const DEFAULT_DUFFEL_TOKEN = 'duffel_test_sandbox'
const DEFAULT_RESTAURANTS_KEY = 'sandbox-restaurants-key'
const DEFAULT_TWILIO: Account = {
  accountSid: 'ACsandbox',
  authToken: 'sandbox-twilio-token',
  sender: { number: '+18885550100', messagingServiceSid: 'MGsandbox' },
}
const MAX_BODY_BYTES = 50 * 1024 * 1024

export function createSandbox(options: SandboxOptions): Sandbox {
  const { now, log } = options
  const store = openStore(options.dataDir)
  /** Open pages of the inbox, to be notified of new mail. */
  const listeners = new Set<() => void>()
  const webhooks = createWebhookSender({
    store,
    targets: {
      ...(options.postmarkWebhook && { postmark: postmarkWebhook(options.postmarkWebhook) }),
      twilio: twilioWebhook(options.twilio ?? DEFAULT_TWILIO, options.productUrl),
      ...(options.pushProductUrl && { push: shownWebhook(options.pushProductUrl) }),
      ...(options.stripeWebhook && { stripe: stripeWebhook(options.stripeWebhook) }),
    },
    now,
    onGiveUp: (reason) => log?.warn({ reason }, 'a webhook was given up'),
    ...(options.webhookRetryDelaysMs && { retryDelaysMs: options.webhookRetryDelaysMs }),
  })
  const onChange = () => {
    webhooks.wake()
    for (const tell of listeners) tell()
  }

  const sandboxUrl = () => `${options.publicUrl ?? `http://${options.host}:${portOf(app)}`}/sandbox`
  const providers = listProviders(options, { store, onChange, sandboxUrl })

  const app = Fastify({
    bodyLimit: MAX_BODY_BYTES,
    // Requests that a fault keeps waiting are cut off when the sandbox stops.
    forceCloseConnections: true,
    logController: new LogController({ disableRequestLogging: true }),
    ...(log && { loggerInstance: log }),
  })
  for (const provider of providers) registerProvider(app, provider, store, options)
  registerControl(app, options, { store, providers, listeners, onChange, sandboxUrl })

  return {
    app,
    async start() {
      await app.listen({ host: options.host, port: options.port })
      webhooks.wake()
      return portOf(app)
    },
    async stop() {
      await app.close()
      await webhooks.stop()
      store.close()
    },
  }
}

type ProviderDeps = { store: Store; onChange: () => void; sandboxUrl: () => string }

function listProviders(options: SandboxOptions, { store, onChange, sandboxUrl }: ProviderDeps): Provider[] {
  const { now } = options
  const simulation = { seed: options.seed, startedAt: now(), alwaysOpen: options.alwaysOpen ?? true }
  return [
    parkFeed({ store, simulation, now, requestsPerMinute: options.feedRequestsPerMinute ?? 300 }),
    postmark({
      store,
      serverToken: options.postmarkServerToken,
      searchLagSeconds: options.postmarkSearchLagSeconds ?? 0,
      faultLagSeconds: options.postmarkFaultLagSeconds ?? 60,
      now,
      onChange,
    }),
    stripe({
      store,
      secretKey: options.stripeSecretKey ?? DEFAULT_STRIPE_KEY,
      now,
      sandboxUrl,
      onChange,
    }),
    twilio({ store, account: options.twilio ?? DEFAULT_TWILIO, now, onChange }),
    push({ store, now, sandboxUrl, onChange }),
    duffel({
      store,
      seed: options.seed,
      accessToken: options.duffelAccessToken ?? DEFAULT_DUFFEL_TOKEN,
      now,
    }),
    restaurants({
      store,
      seed: options.seed,
      apiKey: options.restaurantsApiKey ?? DEFAULT_RESTAURANTS_KEY,
      now,
    }),
  ]
}

type ControlDeps = {
  store: Store
  providers: Provider[]
  listeners: Set<() => void>
  onChange: () => void
  sandboxUrl: () => string
}

/** The addresses under `/sandbox`. */
function registerControl(
  app: FastifyInstance,
  options: SandboxOptions,
  { store, providers, listeners, onChange, sandboxUrl }: ControlDeps,
): void {
  const { now } = options
  const account = { ...(options.twilio ?? DEFAULT_TWILIO), webhookUrl: options.twilioWebhookUrl }
  app.register(
    async (control) => {
      control.setErrorHandler(sendProblem)
      refuseOtherHosts(control, options.publicUrl, options.ownHosts ?? [])
      refuseOtherSites(control)
      control.register(async (scope) => addRideRoutes(scope, { store, now }))
      control.register(async (scope) => addFareRoutes(scope, { store }))
      control.register(async (scope) => addRestaurantRoutes(scope, { store, now }))
      control.register(async (scope) => addFeedRoutes(scope, { store, now }))
      control.register(async (scope) => addFaultRoutes(scope, { store, providers }))
      control.register(async (scope) => addMessageRoutes(scope, { store, now, onChange }))
      control.register(async (scope) => addReplyRoutes(scope, { store, now, onChange, account }))
      control.register(async (scope) =>
        addDeviceRoutes(scope, { store, now, onChange, sandboxUrl, productUrl: options.pushProductUrl }),
      )
      control.register(async (scope) => addInboxRoutes(scope, { store, listeners }))
      control.register(async (scope) => addPaymentRoutes(scope, { store, now, onChange }))
      control.register(async (scope) => addPortalRoutes(scope, { store, now, onChange }))
    },
    { prefix: '/sandbox' },
  )
}

function registerProvider(
  app: FastifyInstance,
  provider: Provider,
  store: Store,
  { slowMs = 9_900, log }: SandboxOptions,
): void {
  app.register(
    async (scope) => {
      const onFault = (kind: FaultKind) =>
        log?.info({ provider: provider.name, kind }, 'a fault hits a request')
      injectFaults(scope, provider, { store, slowMs, onFault })
      provider.routes(scope)
    },
    { prefix: provider.prefix },
  )
}

function portOf(app: FastifyInstance): number {
  const address = app.addresses()[0]
  if (typeof address !== 'object') throw new Error('The sandbox is not listening')
  return address.port
}
