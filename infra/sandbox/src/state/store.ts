import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

export type Store = {
  /** Prepared once for each text. */
  sql: (text: string) => StatementSync
  /** All of it or nothing, also when the process is killed in the middle. */
  transaction: <Result>(work: () => Result) => Result
  close: () => void
}

/**
 * The sandbox's memory, a SQLite file in `dataDir`. In write-ahead mode a committed transaction is in
 * the system's hands: killing the process loses nothing, and no commit waits for the disk.
 */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'sandbox.sqlite')
  const database = new DatabaseSync(file)
  // It holds every mail with its sign-in codes. SQLite gives its other files the mode of this one.
  chmodSync(file, 0o600)
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000')
  database.exec(SCHEMA)
  const statements = new Map<string, StatementSync>()

  return {
    sql(text) {
      let statement = statements.get(text)
      if (!statement) statements.set(text, (statement = database.prepare(text)))
      return statement
    },
    transaction(work) {
      if (database.isTransaction) return work()
      database.exec('begin immediate')
      try {
        const result = work()
        database.exec('commit')
        return result
      } catch (err) {
        database.exec('rollback')
        throw err
      }
    },
    close: () => database.close(),
  }
}

/** Instants are milliseconds since 1970. */
const SCHEMA = `
create table if not exists messages (
  serial integer primary key autoincrement,
  id text not null unique,
  channel text not null,
  sender text not null,
  recipients text not null,
  subject text,
  text_body text,
  html_body text,
  headers text not null,
  metadata text not null,
  tag text,
  stream text,
  detail text not null,
  sent_at integer not null
) strict;
create index if not exists messages_sent_at on messages (sent_at);

create table if not exists message_recipients (
  message integer not null references messages (serial),
  address text not null,
  primary key (address, message)
) strict, without rowid;

create table if not exists message_metadata (
  message integer not null references messages (serial),
  key text not null,
  value text not null,
  primary key (key, value, message)
) strict, without rowid;

create table if not exists message_events (
  serial integer primary key autoincrement,
  message_id text not null,
  recipient text not null,
  type text not null,
  received_at integer not null,
  details text not null
) strict;
create index if not exists message_events_message on message_events (message_id);

create table if not exists bounces (
  id integer primary key autoincrement,
  message_id text not null,
  type text not null,
  email text not null,
  stream text not null,
  bounced_at integer not null,
  inactive integer not null
) strict;

create table if not exists suppressions (
  stream text not null,
  email text not null,
  reason text not null,
  origin text not null,
  created_at integer not null,
  primary key (stream, email)
) strict;

drop table if exists webhooks;
create table if not exists queued_webhooks (
  serial integer primary key autoincrement,
  provider text not null,
  body text not null,
  attempts integer not null default 0,
  due_at integer not null
) strict;
create index if not exists queued_webhooks_due_at on queued_webhooks (due_at, serial);

-- Stripe's objects, as its API shows them without expansion.
create table if not exists stripe_objects (
  serial integer primary key autoincrement,
  id text not null unique,
  type text not null,
  body text not null,
  created_at integer not null
) strict;
create index if not exists stripe_objects_by_type on stripe_objects (type, serial);
create index if not exists stripe_objects_of_payment on stripe_objects (json_extract(body, '$.payment_intent'), type);

create table if not exists stripe_answers (
  idempotency_key text primary key,
  request text not null,
  status integer not null,
  body text not null
) strict;

-- Browsers that are subscribed, with the private half of their keys.
create table if not exists push_devices (
  id text primary key,
  name text not null,
  application_server_key text not null,
  private_key text not null,
  public_key text not null,
  auth text not null,
  created_at integer not null,
  removed_at integer
) strict;

-- Numbers that answered STOP.
create table if not exists twilio_opt_outs (
  number text primary key,
  since integer not null
) strict;

-- What phones sent, and what Twilio answered to it by itself.
create table if not exists phone_lines (
  serial integer primary key autoincrement,
  number text not null,
  sender text not null,
  text text not null,
  sent_at integer not null
) strict;
create index if not exists phone_lines_by_number on phone_lines (number, serial);

create table if not exists pins (
  ride_id text primary key,
  status text,
  wait_minutes integer,
  has_wait integer not null,
  changed_at integer not null,
  is_released integer not null
) strict;

-- Fares that are pinned, and the searches for flights that were taken.
create table if not exists fares (
  origin text not null,
  destination text not null,
  depart_date text not null,
  price_cents integer not null,
  primary key (origin, destination, depart_date)
) strict;
create table if not exists flight_searches (
  id text primary key,
  origin text not null,
  destination text not null,
  depart_date text not null,
  return_date text,
  max_connections integer not null,
  searched_at integer not null
) strict;
create index if not exists flight_searches_by_time on flight_searches (searched_at);

-- What can be reserved at restaurants where it is pinned, and the questions for tables that were answered.
create table if not exists table_pins (
  restaurant_id text primary key,
  tables text not null
) strict;
create table if not exists table_checks (
  serial integer primary key autoincrement,
  restaurant_id text not null,
  date text not null,
  checked_at integer not null
) strict;

create table if not exists queue_pins (
  ride_id text primary key,
  beside text not null
) strict;

create table if not exists recordings (
  entity_id text not null,
  kind text not null,
  content_type text not null,
  body blob,
  changed_at integer not null,
  primary key (entity_id, kind)
) strict;

create table if not exists faults (
  serial integer primary key autoincrement,
  id text not null unique,
  provider text not null,
  kind text not null,
  rate real not null,
  remaining integer,
  seen integer not null default 0
) strict;
`
