import { sql } from 'drizzle-orm'

/** Whom a message about the rides of a subscription `s` goes to: the recipients of the passes that are open now, and of a plan that covers now; and the days of the passes. */
export const CARRIED = sql`lateral (
      select json_agg(distinct open.recipient) as recipients,
        coalesce(json_agg(distinct open.date) filter (where open.date is not null), '[]') as dates
      from (
        select jsonb_build_object('channel', pass.channel, 'address', pass.address) as recipient, day.date
        from passes pass join pass_windows day on day.pass_id = pass.id
        where pass.subscription_id = s.id and exists (
          select from pass_windows w where w.pass_id = pass.id and w.starts_at <= now() and w.ends_at > now())
        union all
        select jsonb_build_object('channel', 'email', 'address', plan.email), null
        from plans plan
        where s.plan_since is not null and plan.email = s.email and plan.covered_until > now()
      ) as open
    ) as carried`
