import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import type { Sql } from 'postgres'

/** Where members of all groups hear of new records; the payload names their topics. */
export const RECORDS_CHANNEL = 'event_log.records'
/** Where members hear that their group changed; the payload is the group. */
export const MEMBERS_CHANNEL = 'event_log.members'

/**
 * Makes the tables of the log, or brings them up to date: every statement may run again.
 *
 * `append` takes the rows of the partitions it writes to, in one order for all, before it gives out offsets, and
 * keeps them until it commits. So offsets are given in the order of commits, a reader who has seen one has
 * seen all before it, and writers never wait for each other in a circle.
 */
export async function makeSchema(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.eventLogSchema})`
    // Even `if not exists` asks for a right that the owner of a ready-made schema need not have.
    const existing = await tx`select 1 from pg_namespace where nspname = 'event_log'`
    if (existing.length === 0) await tx`create schema event_log`
    await tx.unsafe(SCHEMA)
  })
}

const SCHEMA = `
create table if not exists event_log.partitions (
  topic text not null,
  partition int not null,
  next_offset bigint not null default 0,
  primary key (topic, partition)
);

create table if not exists event_log.records (
  topic text not null,
  partition int not null,
  "offset" bigint not null,
  key text,
  value bytea,
  headers jsonb not null,
  appended_at timestamptz not null,
  primary key (topic, partition, "offset")
);

create table if not exists event_log.offsets (
  consumer_group text not null,
  topic text not null,
  partition int not null,
  next_offset bigint not null,
  primary key (consumer_group, topic, partition)
);

-- Readings of a time when an event was one ride and not a poll of a park: no reader knows them any more.
delete from event_log.records
where topic = 'park-data.wait-times' and headers->>'ce_type' = 'WaitTimeObserved'
  and position('"rides"'::bytea in value) = 0;

-- A topic keeps the number of partitions it was made with: another one would move keys and break their order.
create or replace function event_log.make_topics(names text[], partition_count int) returns void
language sql as $$
  insert into event_log.partitions (topic, partition)
  select name, number from unnest(names) as name, generate_series(0, partition_count - 1) as number
  where not exists (select 1 from event_log.partitions known where known.topic = name)
  order by name, number
  on conflict do nothing
$$;

create or replace function event_log.append(batch jsonb, partition_count int) returns void
language plpgsql as $$
begin
  perform event_log.make_topics(
    array(select distinct topic from jsonb_to_recordset(batch) as r(topic text)), partition_count);

  perform 1 from event_log.partitions p
  where (p.topic, p.partition) in (select topic, partition from event_log.placed(batch))
  order by p.topic, p.partition for update;

  with placed as materialized (
    select *, row_number() over (partition by topic, partition order by ordinal) - 1 as nth
    from event_log.placed(batch)
  ), moved as (
    update event_log.partitions p set next_offset = p.next_offset + counted.records
    from (select topic, partition, count(*) as records from placed group by topic, partition) counted
    where p.topic = counted.topic and p.partition = counted.partition
    returning p.topic, p.partition, p.next_offset - counted.records as first_offset
  )
  insert into event_log.records (topic, partition, "offset", key, value, headers, appended_at)
  select topic, partition, first_offset + nth, key, decode(value, 'base64'), headers, clock_timestamp()
  from placed join moved using (topic, partition);

  perform pg_notify('${RECORDS_CHANNEL}', string_agg(distinct topic, ','))
  from jsonb_to_recordset(batch) as r(topic text);
end
$$;

-- The records of a batch, each with its partition. The hash of the key comes from the writer.
create or replace function event_log.placed(batch jsonb)
returns table (ordinal bigint, topic text, partition int, key text, value text, headers jsonb)
language sql stable as $$
  select r.ordinal, r.topic, (r.hash % counted.partitions)::int, r.key, r.value, r.headers
  from rows from (jsonb_to_recordset(batch) as (topic text, hash bigint, key text, value text, headers jsonb))
    with ordinality as r(topic, hash, key, value, headers, ordinal)
  join (select p.topic, count(*) as partitions from event_log.partitions p group by p.topic) counted
    on counted.topic = r.topic
$$;
`
