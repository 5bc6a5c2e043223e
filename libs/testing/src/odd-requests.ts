import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'

export type OddRequest = {
  /** For the report of a failure: the request itself can be 64 KiB long. */
  name: string
  url: string
  payload?: string | Buffer
  headers?: Record<string, string>
}

const KIB = 1_024
const JSON_TYPE = { 'content-type': 'application/json' }

/** Bodies that are JSON, or nearly, and no request of ours. */
const BODIES: Record<string, string | Buffer> = {
  'arrays, 30,000 deep': '['.repeat(30_000) + ']'.repeat(30_000),
  'objects, 2,000 deep': '{"a":'.repeat(2_000) + '1' + '}'.repeat(2_000),
  'an array without an end': '['.repeat(3_000),
  'the same key twice': '{"email":"a@example.com","email":"b@example.com","token":"a","token":"b"}',
  'a prototype': '{"__proto__":{"isAdmin":true}}',
  'a prototype of a constructor': '{"constructor":{"prototype":{"isAdmin":true}}}',
  'names of methods': '{"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1}',
  'a number beyond all': '{"value":1e400}',
  'digits alone': '9'.repeat(3_000),
  'an array of 2,000': JSON.stringify(Array(2_000).fill(1)),
  'an object of 500': JSON.stringify(
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at])),
  ),
  null: 'null',
  text: '"text"',
  nothing: '',
  'a byte order mark': '\ufeff{}',
  'two values': '{}{}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'directions, joiners and emoji': '{"name":"\u202e\u200d\ufeff👩‍👩‍👧‍👦","email":"\u202ea@example.com"}',
  'names of every property of JavaScript': '{"length":3,"0":"a","name":null}',
}

/** Types and encodings of a body that no route reads. */
const FORMS: Record<string, { payload: string | Buffer; headers: Record<string, string> }> = {
  'a text': { payload: '{}', headers: { 'content-type': 'text/plain' } },
  'a form': {
    payload: 'a=1&a=2&__proto__=3',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'a form of parts': { payload: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  'a document type': {
    payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    headers: { 'content-type': 'application/xml' },
  },
  'a type of nothing': { payload: '{}', headers: { 'content-type': ';' } },
  'another charset': {
    payload: Buffer.from('{}', 'utf16le'),
    headers: { 'content-type': 'application/json; charset=utf-16' },
  },
  'a zip bomb': {
    payload: gzipSync(Buffer.alloc(10 * KIB * KIB, '[')),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
  },
}

/** Queries that a parser can stumble over. */
const QUERIES: Record<string, string> = {
  'a name twice': 'cursor=a&cursor=b&limit=1&limit=2&token=a&token=b',
  'names of arrays and prototypes': 'limit[]=1&a[b][c]=1&__proto__[x]=1&constructor=1&toString=1',
  'escapes that are none': 'cursor=%&limit=%zz&token=%ff%fe',
  separators: '&&&===&;;',
  'a thousand names': Array.from({ length: 1_000 }, (_, at) => `k${at}=1`).join('&'),
  'numbers beyond all': 'limit=1e400&parks=-1&days=99999999999999999999&cursor=9007199254740993',
  'a long cursor': `cursor=${'A'.repeat(8_000)}`,
  'a cursor of another list': `cursor=${Buffer.from('["9999-99-99T99:99:99Z",{"a":1}]').toString('base64url')}`,
}

const PARAMETERS: Record<string, string> = {
  'a long parameter': 'a'.repeat(5_000),
  'a way upwards': '..%2f..%2fetc%2fpasswd',
  'escapes that are no UTF-8': '%ff%fe%c0%80',
  'an escape that is none': '%',
  'a direction of text': encodeURIComponent('\u202e\u2066'),
}

/** Malformed requests of a route, in its path, query, headers and body. Each must be refused with a code, or answered as a valid request is. */
export function oddRequests(method: string, path: string): OddRequest[] {
  const url = path.replace(/:\w+/g, () => randomUUID())
  const named = <Value>(
    values: Record<string, Value>,
    toRequest: (value: Value) => Omit<OddRequest, 'name'>,
  ) => Object.entries(values).map(([name, value]) => ({ name, ...toRequest(value) }))
  const requests = named(QUERIES, (query) => ({ url: `${url}?${query}` }))
  if (path.includes(':'))
    requests.push(...named(PARAMETERS, (value) => ({ url: path.replace(/:\w+/g, value) })))
  if (['GET', 'HEAD'].includes(method)) return requests
  return [
    ...requests,
    ...named(BODIES, (payload) => ({ url, payload, headers: JSON_TYPE })),
    ...named(FORMS, (form) => ({ url, ...form })),
  ]
}

/** More than any service takes. */
export const TOO_LARGE: Omit<OddRequest, 'url'> = {
  name: 'a body of half a MiB',
  payload: JSON.stringify({ name: 'x'.repeat(512 * KIB) }),
  headers: JSON_TYPE,
}
