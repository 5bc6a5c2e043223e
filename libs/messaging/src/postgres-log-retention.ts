import { topicOf } from '@walkon/contracts/topics'
import type { Sql } from 'postgres'

/** So many at once that a turn stays short. */
const LIMIT = 5_000

/**
 * Forgets the records that each topic's declaration lets go: too old ones, or, in a compacted topic, all but the newest of each key. A
 * bounded number at a time; true if there may be more.
 */
export async function forgetRecords(sql: Sql, retentionHours: Record<string, number>): Promise<boolean> {
  const names = await sql<{ topic: string }[]>`select distinct topic from event_log.partitions`
  const topics = names.map(({ topic }) => ({ topic, ...topicOf(topic) }))
  const compacted = topics.filter(({ cleanup }) => cleanup === 'compact').map(({ topic }) => topic)
  const expiring = topics
    .filter(({ cleanup }) => cleanup === 'delete')
    .map(({ topic, retentionDays }) => ({ topic, hours: retentionHours[topic] ?? retentionDays * 24 }))
  const expired = await deleteExpired(sql, expiring)
  await compact(sql, compacted)
  return expired > 0
}

/** Offsets are in the order of time, so the oldest of a partition are its first. */
async function deleteExpired(sql: Sql, rules: { topic: string; hours: number }[]): Promise<number> {
  const deleted = await sql`
    delete from event_log.batches b
    using jsonb_to_recordset(${JSON.stringify(rules)}::text::jsonb) as rule(topic text, hours float8)
    join event_log.partitions p on p.topic = rule.topic
    cross join lateral (
      select end_offset, appended_at from event_log.batches
      where topic = p.topic and partition = p.partition order by end_offset limit ${LIMIT}
    ) oldest
    where oldest.appended_at < now() - make_interval(secs => rule.hours * 3600)
      and b.topic = p.topic and b.partition = p.partition and b.end_offset = oldest.end_offset`
  return deleted.count
}

async function compact(sql: Sql, topics: string[]): Promise<void> {
  await sql`
    delete from event_log.batches b
    using (
      select topic, partition, end_offset, row_number() over (partition by topic, partition, key order by end_offset desc) as age
      from event_log.batches
      where key is not null and topic in (select jsonb_array_elements_text(${JSON.stringify(topics)}::text::jsonb))
    ) ranked
    where ranked.age > 1
      and b.topic = ranked.topic and b.partition = ranked.partition and b.end_offset = ranked.end_offset`
}
