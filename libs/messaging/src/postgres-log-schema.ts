import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import type { Sql } from 'postgres'

/** Where members of all groups hear of new records; the payload names their topics. */
export const RECORDS_CHANNEL = 'event_log.records'
/** Where members hear that their group changed; the payload is the group. */
export const MEMBERS_CHANNEL = 'event_log.members'

/**
 * Makes the tables of the log, or brings them up to date: every statement may run again.
 *
 * `append` takes the rows of its partitions, in one order for all, before it gives out offsets, and keeps them until it commits. So offsets
 * are given in the order of commits: a reader who has seen one has seen all before it. Writers never wait for each other in a circle.
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

-- The records that one call brought to one partition; of a compacted topic each is alone, under its key, so that it can be forgotten alone.
-- end_offset is the offset after the last of them.
create table if not exists event_log.batches (
  topic text not null,
  partition int not null,
  end_offset bigint not null,
  records int not null,
  key text,
  payload bytea not null,
  appended_at timestamptz not null,
  primary key (topic, partition, end_offset)
);
-- What is read once or twice is not worth compressing.
alter table event_log.batches alter payload set storage external;

create table if not exists event_log.offsets (
  consumer_group text not null,
  topic text not null,
  partition int not null,
  next_offset bigint not null,
  primary key (consumer_group, topic, partition)
);

-- A log of the time when each record was a row. Readings of a time when an event was one ride and not a poll of a park stay behind: no reader
-- knows them any more.
do $$
begin
  if to_regclass('event_log.records') is not null then
    insert into event_log.batches (topic, partition, end_offset, records, key, payload, appended_at)
    select topic, partition, "offset" + 1, 1, key,
      convert_to(json_build_array(json_build_array(key, length(value), headers))::text || E'\n', 'UTF8') || coalesce(value, ''),
      appended_at
    from event_log.records
    where topic <> 'park-data.wait-times' or headers->>'ce_type' <> 'WaitTimeObserved' or position('"rides"'::bytea in value) > 0;
    drop table event_log.records;
  end if;
end
$$;
drop function if exists event_log.append(jsonb, int);
drop function if exists event_log.placed(jsonb);

-- A topic keeps the number of partitions it was made with: another one would move keys and break their order.
create or replace function event_log.make_topics(names text[], partition_count int) returns void
language sql as $$
  insert into event_log.partitions (topic, partition)
  select name, number from unnest(names) as name, generate_series(0, partition_count - 1) as number
  where not exists (select 1 from event_log.partitions known where known.topic = name)
  order by name, number
  on conflict do nothing
$$;

-- Appends batches whose payloads follow one another in one value.
create or replace function event_log.append(batches jsonb, payloads bytea) returns void
language plpgsql as $$
declare
  appended int;
begin
  perform 1 from event_log.partitions p
  where (p.topic, p.partition) in (
    select topic, partition from jsonb_to_recordset(batches) as b(topic text, partition int))
  order by p.topic, p.partition for update;

  with given as materialized (
    select *, sum(records) over (partition by topic, partition order by ordinal) as records_through,
      sum(bytes) over (order by ordinal) - bytes as bytes_before
    from rows from (jsonb_to_recordset(batches) as (topic text, partition int, records int, bytes int, key text))
      with ordinality as b(topic, partition, records, bytes, key, ordinal)
  ), moved as (
    update event_log.partitions p set next_offset = p.next_offset + counted.records
    from (select topic, partition, sum(records) as records from given group by topic, partition) counted
    where p.topic = counted.topic and p.partition = counted.partition
    returning p.topic, p.partition, p.next_offset - counted.records as first_offset
  )
  insert into event_log.batches (topic, partition, end_offset, records, key, payload, appended_at)
  select topic, partition, first_offset + records_through, records, key,
    substring(payloads from bytes_before::int + 1 for bytes), clock_timestamp()
  from given join moved using (topic, partition);
  get diagnostics appended = row_count;
  if appended < jsonb_array_length(batches) then
    raise exception 'A batch is for a partition that is not there';
  end if;

  perform pg_notify('${RECORDS_CHANNEL}', string_agg(distinct topic, ','))
  from jsonb_to_recordset(batches) as b(topic text);
end
$$;
`
