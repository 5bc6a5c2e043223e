import type { Publication } from '@walkon/contracts/life-steps'
import type { Sql } from 'postgres'

/** That billing has published what it sold, from a table of its own for each kind. */

export const PUBLISHED_TO = {
  published_passes: 'alert-evaluator',
  published_plans: 'alert-evaluator',
  published_assist_days: 'planner',
} as const
export type PublishedTable = keyof typeof PUBLISHED_TO

type PublicationRow = Publication & { id: string }

export async function listPublications(
  billing: Sql,
  table: PublishedTable,
  ids: string[],
): Promise<PublicationRow[]> {
  return billing<PublicationRow[]>`
    select id, published_at as "publishedAt", republished_at as "republishedAt", accounted_at as "accountedAt"
    from billing.${billing(table)} where id = any(${ids}::uuid[])`
}

/** Says whose answer is missing; empty if none is. */
export const toUnanswered = (table: PublishedTable, publication: Publication | null): string =>
  publication && !publication.accountedAt ? `, unaccounted: no answer of ${PUBLISHED_TO[table]}` : ''
