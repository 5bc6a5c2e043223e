import { Errors, ServerClient, type Models } from 'postmark'
import { z } from 'zod'
import { startSandbox, TOKEN } from './test-sandbox.ts'

/** A sandbox and the real client of Postmark on it. */
export async function startPostmark() {
  const sandbox = await startSandbox()
  const options = { requestHost: `127.0.0.1:${sandbox.port}/postmark`, useHttps: false, timeout: 5 }
  return {
    ...sandbox,
    client: new ServerClient(TOKEN, options),
    clientWith: (token: string) => new ServerClient(token, options),
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/postmark${path}`, {
        method: 'POST',
        headers: { 'x-postmark-server-token': TOKEN, 'content-type': 'application/json', ...headers },
        body,
      }),
    messages: async (query = '') =>
      z
        .array(z.looseObject({ to: z.string() }))
        .parse(await (await sandbox.control('GET', `/messages${query}`)).json()),
  }
}

export const aMail = (to: string, more: Partial<Models.Message> = {}): Models.Message => ({
  From: 'Walkon <alerts@walkon.example>',
  To: to,
  Subject: 'Space Mountain is 10 min',
  TextBody: 'Go.',
  ...more,
})

/** Postmark's words on a call that it refused; null for a call that it accepted. */
export async function refusalOf(sending: Promise<unknown>) {
  const err = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return err instanceof Errors.PostmarkError
    ? { status: err.statusCode, code: err.code, name: err.name }
    : err
}
