import { createSandbox } from '@walkon/sandbox/app'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'

const KEY = 'sk_test_sandbox'
const SECRET = 'whsec_sandbox'

/** The sandbox's Stripe, and what billing is told of it; webhooks are delivered by the test. */
export async function startStripeSandbox(now: () => Date) {
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-stripe-'))
  const sandbox = createSandbox({
    dataDir,
    seed: 'billing',
    now,
    host: '127.0.0.1',
    port: 0,
    postmarkServerToken: 'x',
    stripeSecretKey: KEY,
  })
  const port = await sandbox.start()
  const url = `http://127.0.0.1:${port}`
  return {
    stripe: new Stripe(KEY, { host: '127.0.0.1', port, protocol: 'http' }),
    secret: SECRET,
    settings: { STRIPE_API_URL: url, STRIPE_SECRET_KEY: KEY, STRIPE_WEBHOOK_SECRETS: SECRET },
    control: (path: string, body: object = {}) =>
      fetch(`${url}/sandbox${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async stop() {
      await sandbox.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}
