import type { Job } from '@walkon/service/jobs'
import { ADDRESS_CHECKS_CHANNEL } from '../db/address-checks.ts'
import { checkAddresses as checkDue, type CheckDeps } from '../use-cases/check-address.ts'

const POLL_MS = 1_000

/** Asks Postmark about the addresses that are due. */
export const checkAddresses = (deps: CheckDeps): Job => ({
  name: 'check-addresses',
  intervalMs: POLL_MS,
  wakeOn: ADDRESS_CHECKS_CHANNEL,
  run: () => checkDue(deps),
})
