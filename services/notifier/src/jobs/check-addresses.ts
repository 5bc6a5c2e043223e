import { WOKEN, type Job } from '@walkon/service/jobs'
import { ADDRESS_CHECKS_CHANNEL } from '../db/suppressions/address-checks.ts'
import { checkAddresses as checkDue, type CheckDeps } from '../use-cases/suppressions/check-address.ts'

/** Asks Postmark about the addresses that are due. */
export const checkAddresses = (deps: CheckDeps): Job => ({
  name: 'check-addresses',
  ...WOKEN,
  wakeOn: ADDRESS_CHECKS_CHANNEL,
  run: () => checkDue(deps),
})
