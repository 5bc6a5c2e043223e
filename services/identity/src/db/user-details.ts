import type { Role } from '@walkon/contracts/http/identity'
import type { Queryable } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import type { FactorSummary, UserDetails } from '../domain/user.ts'
import type { UserRow } from './users.ts'

type Row = {
  roles: Role[]
  factors: (Omit<FactorSummary, 'createdAt' | 'updatedAt'> & { createdAt: string; updatedAt: string })[]
  email_change: { newEmail: string; sentAt: string } | null
}

/** One query, because every sign-in and every refresh runs it. */
export async function readUserDetails(
  db: Queryable,
  user: UserRow,
  now: Date,
): Promise<UserDetails<UserRow>> {
  const [row] = await db.execute<Row>(sql`
    select
      array(select role from user_roles where user_id = ${user.id} order by role) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'friendlyName', friendly_name, 'status', status,
          'createdAt', created_at, 'updatedAt', updated_at) order by created_at), '[]')
        from factors where user_id = ${user.id}) as factors,
      (select jsonb_build_object('newEmail', new_email, 'sentAt', created_at)
        from one_time_tokens
        where user_id = ${user.id} and purpose = 'email-change-new' and expires_at > ${now.toISOString()}::timestamptz
        order by created_at desc limit 1) as email_change`)
  const { roles = [], factors = [], email_change: change = null } = row ?? {}
  return {
    user,
    roles,
    hasPassword: user.passwordHash !== null,
    factors: factors.map((factor) => ({
      ...factor,
      createdAt: new Date(factor.createdAt),
      updatedAt: new Date(factor.updatedAt),
    })),
    emailChange: change && { newEmail: change.newEmail, sentAt: new Date(change.sentAt) },
  }
}
