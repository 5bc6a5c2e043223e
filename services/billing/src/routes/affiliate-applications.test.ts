import type { NewAffiliateApplication } from '@walkon/contracts/http/new-affiliate-application'
import type { DataExport } from '@walkon/contracts/http/data-export'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON, type Sender } from '../testing/billing.ts'

const billing = await createTestBilling({ AFFILIATE_APPLICATIONS_PER_CLIENT: '3' })
const { accounts, app, db, post } = billing
const admin = accounts.headersFor({ email: anAddress(), roles: ['admin'], aal: 'aal2' })
afterAll(billing.close)
afterEach(async () => {
  billing.clock.now = NOON
  await db.execute(sql`delete from affiliate_applications`)
})

let clients = 0
const aClient = (): Sender => ({ remoteAddress: `10.20.${(clients += 1)}.1` })

const anApplication = (entered: Partial<NewAffiliateApplication> = {}): NewAffiliateApplication => ({
  fullName: 'Ana Pop',
  email: anAddress(),
  instagramHandle: '@ana',
  instagramFollowers: 1_200,
  youtubeSubscribers: 300,
  primaryPlatform: 'instagram',
  whyJoin: 'My followers plan their park days with me.',
  ...entered,
})

function anAccount() {
  const userId = randomUUID()
  return { userId, headers: accounts.headersFor({ userId, email: anAddress() }) }
}

async function apply(entered: Partial<NewAffiliateApplication> = {}, from = aClient()) {
  const response = await post('/affiliate-applications', anApplication(entered), from)
  return { status: response.statusCode, body: response.json() }
}

async function listed(query = '') {
  const response = await app.inject({ url: `/affiliate-applications${query}`, headers: admin })
  return response.json<{ items: Record<string, unknown>[]; next: string | null }>()
}

test('201: an application is stored with the sum of its followers, and what was left empty is null', async () => {
  const email = anAddress()
  expect(await apply({ email: ` ${email.toUpperCase()} `, phone: ' ', tiktokHandle: '' })).toEqual({
    status: 201,
    body: { status: 'received' },
  })

  const { items } = await listed()
  expect(items).toMatchObject([
    {
      email,
      totalFollowers: 1_500,
      phone: null,
      tiktokHandle: null,
      tiktokFollowers: null,
      contentNiche: null,
    },
  ])
})

test('201: the same application twice at once is stored once', async () => {
  const application = anApplication()
  const from = aClient()
  const answers = await Promise.all([apply(application, from), apply(application, from)])

  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await listed()).items).toHaveLength(1)
})

test.for([
  ['fullName', { fullName: ' A ' }, 'Name must be at least 2 characters'],
  ['whyJoin', { whyJoin: 'Because' }, 'Please tell us more (at least 10 characters)'],
  [
    'primaryPlatform',
    { instagramFollowers: 0, youtubeSubscribers: null },
    'Please provide at least one social media handle with follower count',
  ],
] as const)(
  '400: an application is refused for its %s in the words of the form',
  async ([field, entered, words]) => {
    const { status, body } = await apply(entered)

    expect(status).toBe(400)
    expect(body.errors).toEqual([expect.objectContaining({ path: expect.stringContaining(field) })])
    expect(JSON.stringify(body.errors)).toContain(words)
  },
)

test.for([
  { email: 'ana' },
  { instagramFollowers: -1 },
  { instagramFollowers: 1.5 },
  { primaryPlatform: 'myspace' as never },
])('400: an application with %o is refused, and nothing is stored', async (entered) => {
  expect((await apply(entered)).status).toBe(400)
  expect((await listed()).items).toEqual([])
})

test('429: a client network sends a few applications an hour', async () => {
  const from = aClient()
  const answers = []
  for (let sent = 0; sent < 4; sent += 1) answers.push((await apply({}, from)).status)

  expect(answers).toEqual([201, 201, 201, 429])
})

test('200: an admin reads the applications newest first, page by page', async () => {
  for (const fullName of ['First', 'Second', 'Third']) {
    billing.later(1)
    await apply({ fullName })
  }
  const first = await listed('?limit=2')
  const second = await listed(`?limit=2&cursor=${first.next}`)

  expect([...first.items, ...second.items].map(({ fullName }) => fullName)).toEqual([
    'Third',
    'Second',
    'First',
  ])
  expect(second.next).toBeNull()
})

test('a deleted account takes along the applications that it sent, whatever address they name', async () => {
  const { userId, headers } = anAccount()
  const [sent, named] = [anAddress(), anAddress()]
  await apply({ email: sent }, { ...aClient(), headers })
  await apply({ email: named })
  await apply({ email: anAddress(), fullName: 'An Outsider' })

  billing.later(1)
  await billing.userDeleted([named], billing.clock.now, { userId })

  expect((await listed()).items.map(({ fullName }) => fullName)).toEqual(['An Outsider'])
})

test('the export of an account holds the applications that it sent, and no other', async () => {
  const { headers } = anAccount()
  await apply({ fullName: 'Mine' }, { ...aClient(), headers })
  await apply({ fullName: 'Not Mine' })

  const response = await app.inject({ url: '/export', headers })
  expect(response.json<DataExport>()['affiliateApplications']).toMatchObject([{ fullName: 'Mine' }])
})
