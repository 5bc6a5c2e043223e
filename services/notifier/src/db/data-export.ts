import type { DataExport } from '@walkon/contracts/http/data-export'
import { listActionsOf } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { and, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm'
import { hashAddress } from '@walkon/service/address-hash'
import { subjectOfAlerts } from '../domain/message-subject.ts'
import {
  accounts,
  consents,
  deliveries,
  deliveryAlerts,
  newsletterSubscribers,
  NO_ALERT,
  FOUND_BY_ADDRESS,
  planNumbers,
  plans,
  planTextMonths,
  pushDevices,
  pushPreferences,
  waitingLetters,
} from './schema.ts'
import {
  listAddressChecksOf,
  listProviderEventsOf,
  listSuppressionsOf,
} from './suppressions/suppression-export.ts'
import { listWebhookMessagesOf, listWebhooksOf } from './webhooks/webhook-export.ts'

export type ExportedAccount = { userId: string; email: string }

/**
 * Everything that is kept of an account and its address, the oldest first. Of a mail's words the subject alone: the others are gone once it
 * is sent, and can be a link or a code until then.
 */
export async function listDataOf(db: Database, account: ExportedAccount): Promise<DataExport> {
  const { email } = account
  const alerts = await listAlertsOf(db, email)
  return {
    adminActions: await listActionsOf(db, account.userId),
    accounts: await listAccountsOf(db, account),
    waitingLetters: await listWaitingLettersOf(db, account),
    deliveries: withSubjects(await listDeliveriesOf(db, email), alerts),
    alerts,
    consents: await listConsentsOf(db, email),
    devices: await listDevicesOf(db, email),
    newsletter: await listNewsletterOf(db, email),
    planNumbers: await listPlanNumbersOf(db, email),
    plans: await listPlansOf(db, email),
    planTexts: await listPlanTextsOf(db, email),
    pushPreferences: await listPreferencesOf(db, email),
    suppressions: await listSuppressionsOf(db, email, isTheirs(db, email)),
    addressChecks: await listAddressChecksOf(db, email),
    providerEvents: await listProviderEventsOf(db, email),
    webhookEndpoints: await listWebhooksOf(db, account.userId),
    webhookMessages: await listWebhookMessagesOf(db, account.userId),
  }
}

/** Lists numbers that the account itself chose. Another person can have named others for the address. */
export async function listOwnNumbers(db: Database, { email }: ExportedAccount): Promise<string[]> {
  return (await listPlanNumbersOf(db, email)).map(({ number }) => number)
}

const isTheirs = (db: Database, email: string) =>
  or(
    inArray(
      deliveries.id,
      db
        .select({ id: deliveryAlerts.deliveryId })
        .from(deliveryAlerts)
        .where(eq(deliveryAlerts.emailHash, hashAddress(email))),
    ),
    and(NO_ALERT, eq(deliveries.email, email)),
    and(
      FOUND_BY_ADDRESS,
      eq(deliveries.addressHash, hashAddress(email)),
      sql`lower(coalesce(email, address)) = ${email}`,
    ),
  )

const listAccountsOf = (db: Database, { userId }: ExportedAccount) =>
  db
    .select({ userId: accounts.userId, email: accounts.email, heldSince: accounts.heldSince })
    .from(accounts)
    .where(eq(accounts.userId, userId))

const listWaitingLettersOf = (db: Database, { userId }: ExportedAccount) =>
  db
    .select({
      list: waitingLetters.list,
      requestedAt: waitingLetters.requestedAt,
      expiresAt: waitingLetters.expiresAt,
    })
    .from(waitingLetters)
    .where(eq(waitingLetters.userId, userId))
    .orderBy(waitingLetters.requestedAt)

/** The subscription of the account's own address. One that the account entered for another address is not listed: it is private to its owner. */
const listNewsletterOf = (db: Database, email: string) =>
  db
    .select({
      email: newsletterSubscribers.email,
      askedAt: newsletterSubscribers.askedAt,
      confirmedAt: newsletterSubscribers.confirmedAt,
    })
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.emailHash, hashAddress(email)))

const listDeliveriesOf = (db: Database, email: string) =>
  db
    .select({
      id: deliveries.id,
      about: deliveries.source,
      subscriptionId: deliveries.subscriptionId,
      list: deliveries.list,
      subject: deliveries.subject,
      email: deliveries.email,
      channel: deliveries.channel,
      address: deliveries.address,
      parkId: deliveries.parkId,
      state: deliveries.state,
      reason: deliveries.lastError,
      attempts: deliveries.attemptNo,
      requestedAt: deliveries.requestedAt,
      queuedAt: deliveries.createdAt,
      lastCalledAt: deliveries.calledAt,
      doubtedAt: deliveries.doubtedAt,
      acceptedAt: deliveries.acceptedAt,
      deliveredAt: deliveries.deliveredAt,
      changedAt: deliveries.updatedAt,
      expiresAt: deliveries.expiresAt,
      providerMessageId: deliveries.providerId,
      reference: deliveries.reference,
    })
    .from(deliveries)
    .where(isTheirs(db, email))
    .orderBy(deliveries.createdAt)

type AlertOf = Awaited<ReturnType<typeof listAlertsOf>>[number]

/** Adds the subjects of messages with alerts. */
function withSubjects<Delivery extends { id: string; subject: string | null }>(
  rows: Delivery[],
  alerts: AlertOf[],
): Delivery[] {
  const alertsOf = Map.groupBy(alerts, ({ deliveryId }) => deliveryId)
  return rows.map((row) => ({ ...row, subject: row.subject ?? subjectOfAlerts(alertsOf.get(row.id) ?? []) }))
}

function listAlertsOf(db: Database, email: string) {
  const { addressHash: _, emailHash: __, ...alert } = getTableColumns(deliveryAlerts)
  return db
    .select(alert)
    .from(deliveryAlerts)
    .where(eq(deliveryAlerts.emailHash, hashAddress(email)))
    .orderBy(deliveryAlerts.createdAt)
}

function listConsentsOf(db: Database, email: string) {
  const { numberHash: _, emailHash: __, ...consent } = getTableColumns(consents)
  return db
    .select(consent)
    .from(consents)
    .where(eq(consents.emailHash, hashAddress(email)))
    .orderBy(consents.givenAt)
}

/** Without endpoint and keys, which are secrets of the browser: the host alone says whose push service it is. */
const listDevicesOf = (db: Database, email: string) =>
  db
    .select({
      id: pushDevices.id,
      name: pushDevices.name,
      pushService: sql<string>`split_part(${pushDevices.endpoint}, '/', 3)`,
      addedAt: pushDevices.addedAt,
      ownedSince: pushDevices.ownedSince,
      expiresAt: pushDevices.expiresAt,
      lastAcceptedAt: pushDevices.lastAcceptedAt,
      lastShownAt: pushDevices.lastShownAt,
    })
    .from(pushDevices)
    .where(eq(pushDevices.emailHash, hashAddress(email)))
    .orderBy(pushDevices.addedAt)

const listPlanNumbersOf = (db: Database, email: string) =>
  db
    .select({ number: planNumbers.number, chosenAt: planNumbers.chosenAt, movedAt: planNumbers.movedAt })
    .from(planNumbers)
    .where(eq(planNumbers.emailHash, hashAddress(email)))

const listPlansOf = (db: Database, email: string) =>
  db
    .select({ id: plans.id, coveredUntil: plans.coveredUntil, endedAt: plans.endedAt })
    .from(plans)
    .where(eq(plans.emailHash, hashAddress(email)))
    .orderBy(plans.coveredUntil)

/** How many texts of the plan went out in each month. */
const listPlanTextsOf = (db: Database, email: string) =>
  db
    .select(getTableColumns(planTextMonths))
    .from(planTextMonths)
    .innerJoin(plans, eq(plans.id, planTextMonths.planId))
    .where(eq(plans.emailHash, hashAddress(email)))
    .orderBy(planTextMonths.month)

const listPreferencesOf = (db: Database, email: string) =>
  db
    .select({ replacesEmail: pushPreferences.replacesEmail, chosenAt: pushPreferences.chosenAt })
    .from(pushPreferences)
    .where(eq(pushPreferences.emailHash, hashAddress(email)))
