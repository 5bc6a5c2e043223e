import { afterAll, beforeEach } from 'vitest'
import { startIdentity, type TestIdentity } from './identity.ts'
import { startOfHour } from './windows.ts'

/** Limits as they are, or small enough to be reached. */
const LIMITS = {
  SIGN_INS_PER_ACCOUNT: '10',
  SIGN_INS_PER_CLIENT: '40',
  SIGN_UPS_PER_CLIENT: '5',
  CODES_PER_CLIENT: '40',
  MAIL_INTERVAL_SECONDS: '60',
  MAILS_PER_ADDRESS: '3',
  MAILS_PER_CLIENT: '20',
  HASH_QUEUE: '1000',
}

/** The one identity of a test file, each of whose tests has an hour of its own: nothing was tried in it before. */
export async function runLimitedIdentity(): Promise<TestIdentity> {
  const running = await startIdentity(LIMITS)
  beforeEach(() => startOfHour(running))
  afterAll(running.stop)
  return running
}

let lastClient = 0
/** An address nobody has asked from before. */
export const anotherClient = () => `198.51.${Math.floor(++lastClient / 250)}.${(lastClient % 250) + 1}`

/** The answers to work done so many times, one after the other. */
export const repeated = <Result>(times: number, work: (time: number) => Promise<Result>) =>
  Array.from({ length: times }, (_none, time) => time).reduce(
    async (done, time) => [...(await done), await work(time)],
    Promise.resolve<Result[]>([]),
  )
