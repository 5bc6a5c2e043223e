import { readOrMakeSecrets } from '@walkon/local/secrets'
import { createAccount, grantRole, showSecondFactor } from '../support/accounts.ts'
import { aVisitor, createWalkonClient } from '../support/walkon-client.ts'
import type { ApiDocument } from './documents.ts'

/** By whom the API is asked, and which of its operations. */
export type Caller = {
  name: string
  authorization: string | null
  /** Its operations in a document; null if it asks for none of them. */
  choiceOf(document: ApiDocument): Choice | null
}

/** How many operations, and the options of schemathesis that choose them. */
type Choice = { operations: number; filter: string[] }

const WEBHOOK = '/webhooks/postmark'

/** A stranger; an admin with two factors, who may call every route but the one that would end the session; the mail provider. */
export async function createCallers(url: string, dataDir: string): Promise<Caller[]> {
  const { postmarkWebhookPassword: password } = await readOrMakeSecrets(dataDir)
  return [
    {
      name: 'a stranger',
      authorization: null,
      choiceOf: ({ operations }) => ({ operations, filter: [] }),
    },
    {
      name: 'an admin',
      authorization: await createAdmin(url, dataDir),
      choiceOf: ({ service, operations }) => ({
        operations,
        filter: service === 'identity' ? ['--exclude-path', '/auth/v1/logout'] : [],
      }),
    },
    {
      name: 'the mail provider',
      authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
      choiceOf: ({ service }) =>
        service === 'notifier' ? { operations: 1, filter: ['--include-path', WEBHOOK] } : null,
    },
  ]
}

async function createAdmin(url: string, dataDir: string): Promise<string> {
  const email = aVisitor('admin')
  const { auth } = await createAccount(createWalkonClient(url), url, email, 'Ada Admin')
  await grantRole(dataDir, 'admin', email)
  await auth.refreshSession()
  return showSecondFactor(auth)
}
