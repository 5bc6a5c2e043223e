import { afterAll, beforeEach } from 'vitest'
import { startIdentity, type TestIdentity } from './identity.ts'
import { startOfHour } from './windows.ts'

/** The limits of production, or smaller ones that a test can reach. */
const LIMITS = {
  SIGN_INS_PER_ACCOUNT: '10',
  SIGN_INS_PER_CLIENT: '40',
  SIGN_UPS_PER_CLIENT: '5',
  CODES_PER_CLIENT: '40',
  MAIL_INTERVAL_SECONDS: '60',
  MAILS_PER_ADDRESS: '3',
  MAILS_PER_CLIENT: '20',
  TEXTS_PER_NUMBER: '3',
  HASH_QUEUE: '1000',
}

/** One identity for a test file. Each test begins in an hour in which nothing was counted yet. */
export async function runLimitedIdentity(): Promise<TestIdentity> {
  const running = await startIdentity(LIMITS)
  beforeEach(() => startOfHour(running))
  afterAll(running.stop)
  return running
}

let lastClient = 0
/** A client address that was not used before. */
export const anotherClient = () => `198.51.${Math.floor(++lastClient / 250)}.${(lastClient % 250) + 1}`

/** Does the work so many times, one after the other, and returns the results. */
export const repeated = <Result>(times: number, work: (time: number) => Promise<Result>) =>
  Array.from({ length: times }, (_none, time) => time).reduce(
    async (done, time) => [...(await done), await work(time)],
    Promise.resolve<Result[]>([]),
  )
