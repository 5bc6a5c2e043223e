import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { forgetExpiredInvitations } from '../use-cases/lanes/withdraw-invitations.ts'

const INTERVAL_MS = 60_000

/** Forgets the addresses of invitations without an answer in time. */
export const forgetInvitedAddresses = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'forget-invited-addresses',
  intervalMs: INTERVAL_MS,
  run: () => forgetExpiredInvitations(db, now()),
})
