import { randomUUID } from 'node:crypto'

/** A NUL and half of a surrogate pair, in JSON. */
const UNSTORABLE = ['{"name":"a\\u0000b"}', '{"name":"\\ud800"}', '{"a\\u0000b":1}']

type UnstorableRequest = { url: string; payload?: string; headers?: Record<string, string> }

/** Requests of a route with unstorable text in each place that can carry text. */
export function unstorableRequests(method: string, path: string, readsJson: boolean): UnstorableRequest[] {
  const url = path.replace(/:\w+/g, () => randomUUID())
  const requests: UnstorableRequest[] = [{ url: `${url}?name=a%00b` }, { url: `${url}?a%00b=1` }]
  if (path.includes(':')) requests.push({ url: path.replace(/:\w+/g, 'a%00b') })
  if (['GET', 'HEAD'].includes(method) || !readsJson) return requests
  const headers = { 'content-type': 'application/json' }
  return [...requests, ...UNSTORABLE.map((payload) => ({ url, payload, headers }))]
}
