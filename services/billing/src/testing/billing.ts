import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { passActivated } from '@walkon/contracts/events/billing'
import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import type { NewActivation } from '@walkon/contracts/http/activations'
import { hashAddress } from '@walkon/service/address-hash'
import type { Environment } from '@walkon/service/config'
import { createLaneSaleKeys } from '@walkon/service/lane-sales'
import { createSealedTokens, type TokenPurpose } from '@walkon/service/sealed-tokens'
import { createTestService, heard, testEnvironment } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { billing } from '../app.ts'
import { findPromoCode } from '../db/promo-codes/promo-codes.ts'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'

/** Noon on the first of July at Walt Disney World. */
export const NOON = new Date('2026-07-01T16:00:00Z')
export const TODAY = '2026-07-01'
export const TOMORROW = '2026-07-02'

const MINUTE_MS = 60_000

/** Settings that billing needs to start; nothing listens at this address of Stripe. */
export const STRIPE_SETTINGS = {
  SMS_ENABLED: 'false',
  STRIPE_API_URL: 'http://127.0.0.1:9',
  STRIPE_SECRET_KEY: 'sk_test_billing',
  STRIPE_WEBHOOK_SECRETS: 'whsec_new,whsec_old',
}

const { TOKEN_KEYS = '', SALE_KEYS = '' } = testEnvironment('')

const keysOf = (value: string) => [new Uint8Array(Buffer.from(value, 'base64url'))]

/** Seals and opens the links of the billing under test. */
export const linksFor = (purpose: TokenPurpose) => createSealedTokens(purpose, keysOf(TOKEN_KEYS))

/** The keys with which planner vouches to the billing under test. */
export const saleKeys = createLaneSaleKeys(keysOf(SALE_KEYS))

/** The network address of a request, and its headers. */
export type Sender = { remoteAddress?: string; headers?: Record<string, string> }

export type TestBilling = Awaited<ReturnType<typeof createTestBilling>>
type App = Awaited<ReturnType<typeof createTestService>>['app']

/** Billing with the seeded promo codes and one park; its clock stands at noon. */
export async function createTestBilling(env: Environment = {}, clock = { now: NOON }) {
  const service = await createTestService(billing, {
    env: { ...STRIPE_SETTINGS, ...env },
    now: () => clock.now,
  })
  const { app, db, hear, published } = service
  const post = (path: string, payload: object, from?: Sender) => postTo(app, path, payload, from)

  /** Applies a ParkCatalogChanged of a park. */
  async function addPark(park: Partial<z.input<typeof parkCatalogChanged.data>> = {}) {
    const data = { ...aPark(), ...park }
    await hear([heard(parkCatalogChanged, data)])
    return data
  }

  await insertPromoCode(db, { code: 'FREEDAY', channel: 'email', discount: 'all-days' })
  await insertPromoCode(db, { code: 'SMSFREE', channel: 'sms', discount: 'all-days' })
  const { parkId } = await addPark()

  return {
    ...service,
    ...createVisitor(service, post, parkId),
    clock,
    parkId,
    post,
    addPark,
    /** Moves the clock. */
    later: (minutes: number) => void (clock.now = new Date(clock.now.getTime() + minutes * MINUTE_MS)),
    /** Applies the UserDeleted of an account with these addresses, deleted at the clock's instant or another, and former ones. */
    userDeleted: async (
      emails: string[],
      deletedAt = clock.now,
      { userId = randomUUID(), former = {} }: { userId?: string; former?: Record<string, Date> } = {},
    ) => {
      const { definition, event } = heard(userDeleted, {
        userId,
        addressHashes: [...emails, ...Object.keys(former)].map(hashAddress),
        formerAddresses: Object.entries(former).map(([email, until]) => ({
          addressHash: hashAddress(email),
          usedUntil: until.toISOString(),
        })),
        deletedAt: deletedAt.toISOString(),
      })
      const deletion = { definition, event: { ...event, occurredAt: deletedAt } as EventOf<EventDefinition> }
      await hear([deletion])
      return { again: () => hear([deletion]) }
    },
    /** Applies the UserAddressChanged of an account, changed at the clock's instant or another. */
    addressChanged: async (
      oldEmail: string,
      newEmail: string,
      changedAt = clock.now,
      userId: string = randomUUID(),
    ) => {
      const data = { userId, oldEmail, newEmail, changedAt: changedAt.toISOString() }
      const change = heard(userAddressChanged, data)
      await hear([change])
      return { again: () => hear([change]), asAnotherEvent: () => hear([heard(userAddressChanged, data)]) }
    },
    /** Marks every event in the outbox as published. */
    publishAll: () => db.execute(sql`update outbox_batches set published_at = now()`),
    passesOf: async (email: string) =>
      (await published(passActivated)).filter((pass) => pass.email === email),
    redemptionsOf: async (code: string) => (await findPromoCode(db, code))?.redemptions,
  }
}

type Service = Pick<Awaited<ReturnType<typeof createTestService>>, 'accounts' | 'published'>
type Post = (path: string, payload: object, from?: Sender) => ReturnType<typeof postTo>

/** The requests that a visitor makes from the page and from mails. */
function createVisitor({ accounts, published }: Service, post: Post, parkId: string) {
  /** A request without a proof of its address, unless `from` has one. */
  const activate = (body: Partial<NewActivation> = {}, from?: Sender) =>
    post('/activations', { email: anAddress(), parkId, dates: [TODAY], promoCode: 'FREEDAY', ...body }, from)

  /** The same with the token of the address's account. */
  const activateOwn = ({ email = anAddress(), ...body }: Partial<NewActivation> = {}) =>
    activate({ email, ...body }, { headers: accounts.headersFor({ email }) })

  /** The mails with a link that were requested for an address, oldest first. */
  async function linksTo(email: string) {
    const requests = await published(notificationRequested)
    return requests.filter(({ recipient }) => recipient.address === email)
  }

  async function tokenOfNewestLink(email: string): Promise<string> {
    const link = (await linksTo(email)).at(-1)?.notification
    if (!link?.action || !('path' in link.action)) throw new Error('No link was sent')
    return new URLSearchParams(link.action.path.split('?')[1]).get('token') ?? ''
  }

  /** Asks for alerts and returns the token of the link that was mailed. */
  async function askForLink({ email = anAddress(), ...body }: Partial<NewActivation> = {}): Promise<string> {
    await activate({ email, ...body })
    return tokenOfNewestLink(email)
  }

  const confirm = (token: string) => post('/activations/confirm', { token })

  return { activate, activateOwn, linksTo, tokenOfNewestLink, askForLink, confirm }
}

/** A post to this replica. */
export const postTo = (app: App, path: string, payload: object, from: Sender = {}) =>
  app.inject({ method: 'POST', url: path, payload, ...from })

const aPark = () => ({
  parkId: randomUUID() as string,
  name: 'Magic Kingdom',
  destinationId: randomUUID() as string,
  destinationName: 'Walt Disney World',
  timezone: 'America/New_York',
  retired: false,
  attractions: [],
})

export const anAddress = () => `visitor-${randomUUID()}@example.com`
