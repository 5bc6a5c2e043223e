import { schemaOf } from '@walkon/contracts/services'
import { notifierSettings, twilioOf, type NotifierSettings } from '@walkon/notifier/config'
import { createVapidKeys } from '@walkon/notifier/use-cases/push/find-vapid-keys'
import { createParkFeed, FEED_LIMITS } from '@walkon/park-data/clients/park-feed'
import { settings as parkDataSettings } from '@walkon/park-data/config'
import { billingSettings } from '@walkon/billing/config'
import { settings as flightsSettings } from '@walkon/flights/config'
import { loadSettings } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { connectPostgres } from '@walkon/service/postgres'
import { createRequestBudget } from '@walkon/service/request-budget'
import { randomUUID } from 'node:crypto'
import { DATABASE } from '../database.ts'
import { readDatabaseUrls } from '../database-urls.ts'
import type { Environments } from '../environments.ts'
import { mailOperator } from '../operator-mail.ts'
import { withDatabaseOf } from './with-database.ts'

/** Each provider of the settings, tried once: what an operator runs before visitors do. */

export type Finding = { provider: string; isWell: boolean; told: string }

type Trial = { provider: string; run: () => Promise<string> }

/** Says each finding as soon as there is one. */
export async function checkProviders(
  environments: Environments['services'],
  { dataDir, operator, say }: { dataDir: string; operator: string; say: (finding: Finding) => void },
): Promise<boolean> {
  const notifier = loadSettings(notifierSettings, environments.notifier)
  let areWell = true
  for (const { provider, run } of [
    feedTrial(environments),
    mailTrial(notifier, operator),
    pushTrial(notifier, dataDir),
    ...accountTrials(environments, notifier),
  ]) {
    const finding = await run().then(
      (told) => ({ provider, isWell: true, told }),
      (error: unknown) => ({
        provider,
        isWell: false,
        told: error instanceof Error ? error.message : String(error),
      }),
    )
    areWell &&= finding.isWell
    say(finding)
  }
  return areWell
}

const now = () => new Date()

function feedTrial(environments: Environments['services']): Trial {
  const settings = loadSettings(parkDataSettings, environments['park-data'])
  const feed = createParkFeed({
    baseUrl: settings.PARK_FEED_URL,
    apiKey: settings.PARK_FEED_API_KEY,
    contact: settings.FEED_CONTACT,
    only: settings.DESTINATIONS,
    budget: createRequestBudget(FEED_LIMITS, now),
    now,
    log: createLog({ service: 'check-providers', level: 'silent' }),
    onOutcome: () => {},
  })
  return {
    provider: 'feed',
    async run() {
      const listed = await feed.listDestinations(AbortSignal.timeout(TIMEOUT_MS))
      const missing = (settings.DESTINATIONS ?? []).filter((id) => !listed.some((one) => one.id === id))
      if (missing.length > 0) throw new Error(`DESTINATIONS: the feed does not list ${missing.join(', ')}`)
      return `${listed.length} destinations are offered: ${listed.map(({ name }) => name).join(', ')}`
    },
  }
}

const MENDS: Record<string, string> = {
  'smtp-login': 'the mailbox refused user or password. Look at SMTP_URL; signs in a password need %-codes',
  'smtp-etls': 'the connection could not be encrypted. Look at host and port of SMTP_URL',
}

const mendOf = (reason: string): string => {
  if (reason.startsWith('smtp-5'))
    return 'the mail server refused the sender or the mail. Look at MAIL_FROM: it has to be an address of the mailbox'
  return MENDS[reason] ?? 'look at SMTP_URL or POSTMARK_SERVER_TOKEN, and at MAIL_FROM'
}

/** A refused MAIL_FROM shows here too: the mail is sent as every other. */
function mailTrial(settings: NotifierSettings, operator: string): Trial {
  return {
    provider: 'mail',
    async run() {
      const { kind, reason } = await mailOperator(settings, {
        id: randomUUID(),
        to: operator,
        subject: 'Walkon can send mail',
        text: 'Walkon can send mail: this was sent by check-providers.',
        tag: 'check-providers',
      })
      if (kind === 'accepted') return `accepted, on its way to ${operator}`
      throw new Error(`${reason}: ${mendOf(reason)}`)
    },
  }
}

function pushTrial(settings: NotifierSettings, dataDir: string): Trial {
  return {
    provider: 'push keys',
    async run() {
      const { protocol, hostname } = new URL(settings.PUBLIC_URL)
      if (protocol !== 'https:' && hostname !== 'localhost')
        throw new Error(
          'browsers take push notifications over https alone. Set PUBLIC_URL to an https address',
        )
      if ((await readDatabaseUrls(dataDir)) === null) return 'the first start makes them'
      return withDatabaseOf(dataDir, async (_, serverUrl) => {
        const url = Object.assign(new URL(serverUrl), { pathname: DATABASE }).href
        const schema = schemaOf('notifier')
        const { db, close } = connectPostgres({
          url,
          schema,
          poolSize: 1,
          applicationName: 'check-providers',
        })
        await createVapidKeys(db, settings.TOKEN_KEYS)().finally(close)
        return 'the pair opens with the secrets of the data folder'
      })
    },
  }
}

/** Questions that change nothing and cost nothing, of those that are set. */
function accountTrials(environments: Environments['services'], notifier: NotifierSettings): Trial[] {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = loadSettings(billingSettings, environments.billing)
  const { DUFFEL_ACCESS_TOKEN, DUFFEL_API_URL } = loadSettings(flightsSettings, environments.flights)
  const twilio = twilioOf(notifier)
  const trials: Trial[] = []
  if (STRIPE_SECRET_KEY)
    trials.push(
      accountTrial(
        'Stripe',
        `${STRIPE_API_URL ?? 'https://api.stripe.com'}/v1/balance`,
        'STRIPE_SECRET_KEY',
        {
          authorization: `Bearer ${STRIPE_SECRET_KEY}`,
        },
      ),
    )
  if (twilio)
    trials.push(
      accountTrial(
        'Twilio',
        `${notifier.TWILIO_API_URL}/2010-04-01/Accounts/${twilio.accountSid}/Messages.json?PageSize=1`,
        'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
        {
          authorization: `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`,
        },
      ),
    )
  if (DUFFEL_ACCESS_TOKEN)
    trials.push(
      accountTrial('Duffel', `${DUFFEL_API_URL}/places/suggestions?query=orl`, 'DUFFEL_ACCESS_TOKEN', {
        authorization: `Bearer ${DUFFEL_ACCESS_TOKEN}`,
        'duffel-version': 'v2',
        accept: 'application/json',
      }),
    )
  return trials
}

const TIMEOUT_MS = 15_000

const accountTrial = (
  provider: string,
  url: string,
  names: string,
  headers: Record<string, string>,
): Trial => ({
  provider,
  async run() {
    const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    await answer.body?.cancel()
    if (answer.ok) return 'the account answers'
    throw new Error(
      answer.status === 401 || answer.status === 403
        ? `the account was refused (${answer.status}). Look at ${names}`
        : `it answers ${answer.status}. Try again later`,
    )
  },
})
