import type { ErasedAddress } from '@walkon/contracts/events/identity'
import type { Device } from '@walkon/contracts/http/push'
import { lockOfThing } from '@walkon/service/advisory-locks'
import { hashAddress } from '@walkon/service/address-hash'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { PushEndpoint } from '../../domain/push-endpoint.ts'
import type { AddressChange } from '../accounts/moves.ts'
import { transition, type Transition } from '../deliveries/transitions.ts'

/** A browser that alerts go to, as an attempt to send needs it. */
export type PushDevice = Omit<PushEndpoint, 'expiresAt'> & {
  id: string
  /** True if its push service has taken a notification to it. */
  isProven: boolean
}

/** An endpoint that has not ended by itself. */
const live = sql.raw('(p.expires_at is null or p.expires_at > now())')

/** Nothing else is done with this endpoint, nor added for this visitor, until the transaction ends. */
export async function lockForAdding(tx: Transaction, endpointHash: string, emailHash: string): Promise<void> {
  for (const thing of [`endpoint ${endpointHash}`, `devices ${emailHash}`])
    await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${thing}::text`)})`)
}

export async function findDeviceByEndpoint(
  db: Queryable,
  endpointHash: string,
): Promise<{ id: string; emailHash: string } | null> {
  const [found] = await db.execute<{ id: string; emailHash: string }>(sql`
    select id, email_hash as "emailHash" from push_devices where endpoint_hash = ${endpointHash}`)
  return found ?? null
}

/** The same, kept from a removal until the transaction ends. */
export async function lockDeviceByEndpoint(
  tx: Transaction,
  endpointHash: string,
): Promise<{ id: string; emailHash: string } | null> {
  const [found] = await tx.execute<{ id: string; emailHash: string }>(sql`
    select id, email_hash as "emailHash" from push_devices where endpoint_hash = ${endpointHash} for update`)
  return found ?? null
}

type DeviceRow = Omit<Device, 'addedAt' | 'lastAcceptedAt' | 'lastShownAt'> & {
  addedAt: string
  lastAcceptedAt: string | null
  lastShownAt: string | null
}

const view = sql.raw(
  'p.id, p.name, p.added_at as "addedAt", p.last_accepted_at as "lastAcceptedAt", p.last_shown_at as "lastShownAt"',
)

const toInstant = (value: string | null) => (value === null ? null : new Date(value).toISOString())

const toView = ({ addedAt, lastAcceptedAt, lastShownAt, ...row }: DeviceRow): Device => ({
  ...row,
  addedAt: new Date(addedAt).toISOString(),
  lastAcceptedAt: toInstant(lastAcceptedAt),
  lastShownAt: toInstant(lastShownAt),
})

/** Returns the row of a statement that always returns it. */
function toOnlyView([row]: DeviceRow[]): Device {
  if (!row) throw new Error('The device was not saved')
  return toView(row)
}

/** The devices of a visitor, the oldest first. */
export async function listDevices(db: Queryable, emailHash: string): Promise<Device[]> {
  const rows = await db.execute<DeviceRow>(sql`
    select ${view} from push_devices p where p.email_hash = ${emailHash} and ${live} order by p.added_at, p.id`)
  return rows.map(toView)
}

export async function insertDevice(
  tx: Transaction,
  emailHash: string,
  name: string,
  { endpoint, endpointHash, p256dh, auth, expiresAt }: PushEndpoint,
): Promise<Device> {
  const rows = await tx.execute<DeviceRow>(sql`
    insert into push_devices as p (email_hash, name, endpoint, endpoint_hash, p256dh, auth, expires_at)
    values (${emailHash}, ${name}, ${endpoint}, ${endpointHash}, ${p256dh}, ${auth}, ${expiresAt}::timestamptz)
    returning ${view}`)
  return toOnlyView(rows)
}

/** Gives a device another endpoint, or the same with other keys; and a name, where there is one. */
export async function saveEndpoint(
  tx: Transaction,
  id: string,
  { endpoint, endpointHash, p256dh, auth, expiresAt }: PushEndpoint,
  name: string | null,
): Promise<Device> {
  const rows = await tx.execute<DeviceRow>(sql`
    update push_devices p set endpoint = ${endpoint}, endpoint_hash = ${endpointHash}, p256dh = ${p256dh}, auth = ${auth},
      expires_at = ${expiresAt}::timestamptz, name = coalesce(${name}, p.name)
    where p.id = ${id}::uuid
    returning ${view}`)
  return toOnlyView(rows)
}

/** True if the visitor has this device. */
export async function hasDevice(db: Queryable, emailHash: string, id: string): Promise<boolean> {
  const found = await db.execute(sql`
    select from push_devices p where p.id = ${id}::uuid and p.email_hash = ${emailHash} and ${live}`)
  return found.length > 0
}

/** Deletes a visitor's device. False if there is none. */
export async function deleteDevice(tx: Transaction, emailHash: string, id: string): Promise<boolean> {
  const deleted = await tx.execute(sql`
    delete from push_devices where id = ${id}::uuid and email_hash = ${emailHash}`)
  return deleted.count > 0
}

/** Deletes devices whose endpoint is dead, unless they have another by now. Returns those that were deleted. */
export async function deleteDeadDevices(
  tx: Transaction,
  dead: { id: string; endpointHash: string }[],
): Promise<string[]> {
  if (dead.length === 0) return []
  const rows = await tx.execute<{ id: string }>(sql`
    delete from push_devices p using jsonb_to_recordset(${asJsonb(dead)}) as r("id" uuid, "endpointHash" text)
    where p.id = r."id" and p.endpoint_hash = r."endpointHash" returning p.id`)
  return rows.map(({ id }) => id)
}

/** Ends the queued pushes to these devices as `suppressed`. */
export async function endPushesTo(tx: Transaction, deviceIds: string[]): Promise<Transition[]> {
  if (deviceIds.length === 0) return []
  return tx.execute<Transition>(sql`
    update deliveries d set state = 'suppressed', last_error = 'device-removed', content = null, updated_at = now()
    where d.state = 'queued' and d.channel = 'push' and d.address = any(array(
      select jsonb_array_elements_text(${asJsonb(deviceIds)})))
    returning ${transition}`)
}

export type Pushable = { emailHash: string; devices: string[]; replacesEmail: boolean }

/** The devices of these visitors and whether they are to replace the email; visitors without a device are left out. */
export async function listPushable(tx: Transaction, emailHashes: string[]): Promise<Pushable[]> {
  return tx.execute<Pushable>(sql`
    select p.email_hash as "emailHash", json_agg(p.id order by p.added_at, p.id) as devices,
      coalesce((select replaces_email from push_preferences c where c.email_hash = p.email_hash), false) as "replacesEmail"
    from push_devices p
    where p.email_hash = any(array(select jsonb_array_elements_text(${asJsonb(emailHashes)}))) and ${live}
    group by p.email_hash`)
}

/** Saves when the devices of pushes were last accepted or shown. */
export async function saveLastSeen(
  tx: Transaction,
  kind: 'accepted' | 'shown',
  deliveryIds: string[],
): Promise<void> {
  if (deliveryIds.length === 0) return
  const column = sql.raw(kind === 'accepted' ? 'last_accepted_at' : 'last_shown_at')
  // In the order of their ids, so that two transactions lock the same devices in the same order.
  await tx.execute(sql`
    with seen as (
      select id from push_devices
      where id in (select address::uuid from deliveries where id = any(${uuids(deliveryIds)}) and channel = 'push')
      order by id for update)
    update push_devices p set ${column} = now() from seen where seen.id = p.id`)
}

export async function findReplacesEmail(db: Queryable, emailHash: string): Promise<boolean> {
  const [chosen] = await db.execute<{ replacesEmail: boolean }>(sql`
    select replaces_email as "replacesEmail" from push_preferences where email_hash = ${emailHash}`)
  return chosen?.replacesEmail ?? false
}

export async function saveReplacesEmail(
  tx: Transaction,
  emailHash: string,
  replacesEmail: boolean,
): Promise<void> {
  await tx.execute(sql`
    insert into push_preferences (email_hash, replaces_email) values (${emailHash}, ${replacesEmail})
    on conflict (email_hash) do update set replaces_email = excluded.replaces_email, chosen_at = now()`)
}

/** Deletes the older devices and choices of deleted accounts. */
export async function deleteDevicesOf(tx: Transaction, erased: ErasedAddress[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${asJsonb(erased)}) as e("addressHash" text, "deletedAt" timestamptz)`
  await tx.execute(sql`
    delete from push_devices p using ${given}
    where p.email_hash = e."addressHash" and p.owned_since <= e."deletedAt"`)
  await tx.execute(sql`
    delete from push_preferences c using ${given}
    where c.email_hash = e."addressHash" and c.chosen_at <= e."deletedAt"`)
}

/**
 * Gives the devices of an address to its account's later one, the newest up to the limit. The choice goes too, unless a newer one was made
 * there. Returns the devices that are over the limit, which are deleted.
 */
export async function moveDevices(
  tx: Transaction,
  { oldEmail, newEmail, changedAt }: AddressChange,
  limit: number,
): Promise<string[]> {
  const [oldHash, newHash] = [hashAddress(oldEmail), hashAddress(newEmail)]
  await tx.execute(sql`
    update push_devices set email_hash = ${newHash}, owned_since = ${changedAt}::timestamptz
    where email_hash = ${oldHash} and owned_since <= ${changedAt}::timestamptz`)
  await tx.execute(sql`
    with moving as (
      delete from push_preferences where email_hash = ${oldHash} and chosen_at <= ${changedAt}::timestamptz returning *)
    insert into push_preferences as c (email_hash, replaces_email, chosen_at)
    select ${newHash}, replaces_email, chosen_at from moving
    on conflict (email_hash) do update set replaces_email = excluded.replaces_email, chosen_at = excluded.chosen_at
    where c.chosen_at < excluded.chosen_at`)
  const over = await tx.execute<{ id: string }>(sql`
    delete from push_devices where id in (
      select id from push_devices where email_hash = ${newHash} order by added_at desc, id offset ${limit})
    returning id`)
  return over.map(({ id }) => id)
}

/** Devices whose endpoint has ended, and those that nothing reached since `before`; and choices of visitors without a device. */
export async function deleteOldDevices(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ push_devices: number; push_preferences: number }> {
  const instant = before.toISOString()
  const devices = await db.execute(sql`
    delete from push_devices where id in (
      select p.id from push_devices p
      where not ${live} or greatest(p.added_at, p.last_accepted_at) < ${instant}::timestamptz limit ${limit})`)
  const choices = await db.execute(sql`
    delete from push_preferences where email_hash in (
      select c.email_hash from push_preferences c
      where c.chosen_at < ${instant}::timestamptz
        and not exists (select from push_devices p where p.email_hash = c.email_hash)
      limit ${limit})`)
  return { push_devices: devices.count, push_preferences: choices.count }
}
