import { startTestDuffel } from '@walkon/flights/testing/flights'

/** The stand-in for Duffel in a process of its own, so that its work is not measured as ours. Prints its address. */
const duffel = await startTestDuffel({ now: new Date() })
process.stdout.write(`${duffel.url}\n`)
process.once('SIGTERM', () => void duffel.stop().then(() => process.exit(0)))
