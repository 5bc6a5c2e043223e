import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { createAccount, createAuthClient, deleteAccount, PASSWORD } from '../support/accounts.ts'
import { beginShift } from '../support/desk-shift.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { tellOfFailure } from '../support/pages.ts'
import { aVisitor, createWalkonClient, eventually, todayIn } from '../support/walkon-client.ts'

/** Questions of visitors, answered and put right at the support desk; each act is an entry of the audit trail. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let shift: Awaited<ReturnType<typeof beginShift>>
let rides: Awaited<ReturnType<typeof threeLongWaits>>
/** Of an account that was deleted before the first test: an address is mailed once a minute. Another try deletes another one. */
const deleted: string[] = []

beforeAll(async () => {
  deleted.push(await aDeletedVisitor())
  shift = await beginShift(client, baseUrl, inject('dataDir'))
  rides = await threeLongWaits(client, shift.park.id)
})
beforeEach(() => tellOfFailure(shift.desk.page))
afterAll(() => shift.end())

async function aDeletedVisitor(): Promise<string> {
  const email = aVisitor('deleted')
  await deleteAccount(client, baseUrl, email)
  return email
}

const dayAfter = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: shift.park.timezone }).format(Date.now() + days * 86_400_000)

const payments = z.array(z.object({ sessionId: z.string(), refundedCents: z.number() }))

test('“My alert did not come”: it came back, and the address is released', async () => {
  const { park, desk, visitors, reasonOf } = shift
  const [ride] = rides
  const { email, visitor, alert } = await visitors.isAlerted('lost-alert', ride)
  await client.send('POST', `/sandbox/messages/${alert.id}/bounce`)
  await eventually(async () => (await visitor.ways()).email.state === 'bounced')

  await desk.open(email)
  await desk.reads(/An alert did not come.*Not delivered: your mailbox does not exist/)
  const { page } = desk
  await page.getByLabel('Why did I get nothing for').selectOption({ label: `${ride.name}, Magic Kingdom` })
  await page
    .getByLabel('at (park time)')
    .fill(
      new Date().toLocaleTimeString('en-GB', { timeZone: park.timezone, hour: '2-digit', minute: '2-digit' }),
    )
  await page.getByRole('button', { name: 'Answer' }).click()
  await page.getByText(`An alert for ${ride.name} was made at`).waitFor()
  await desk.putRight('Release the address')
  await desk.isGone(/No mail comes any more/)
  expect((await visitor.ways()).email.state).toBe('ok')
  expect(await reasonOf('notifications', 'release-suppressions')).toBe('The visitor called')
  await page.getByRole('list', { name: 'Entries' }).getByText('Release suppressions').waitFor()
})

test('“I paid twice” and “Where is my refund?”: the later payment goes back, and the desk says so', async () => {
  const { desk, visitors, reasonOf } = shift
  const email = aVisitor('paid-twice')
  // An account proves its address: a second order of it waits for no mail.
  const { authorization } = await createAccount(client, baseUrl, email, 'Ada Visitor')
  await visitors.buys(email, [dayAfter(0)], { authorization })
  const second = await visitors.buys(email, [dayAfter(0), dayAfter(1)], { authorization })

  await desk.open(email)
  await desk.reads(/I paid twice.*\$1 on .* and \$2 on .* are both for Magic Kingdom by email/)
  const refund = desk.page.getByRole('button', { name: /^Put right: Refund \$2/ })
  const act = ((await refund.getAttribute('aria-label')) ?? '').replace('Put right: ', '')
  await desk.putRight(act)
  expect(await reasonOf('billing', 'refund-payment')).toBe('The visitor called')
  await desk.reads(/Where is my refund\?.*\$2/)
  await eventually(async () => {
    const { body } = await client.send('GET', `/sandbox/payments?email=${email}`)
    return payments
      .parse(body)
      .some(({ sessionId, refundedCents }) => sessionId === second && refundedCents === 200)
  })
  await desk.isGone(/are being paid back/)
  await desk.reads(/Where is my refund\?.*\$2 of the \$2 .* went back the way they came/)
})

test('“My days are wrong”: the pass covers another day, and today is added', async () => {
  const { park, desk, visitors, reasonOf } = shift
  const email = aVisitor('wrong-dates')
  await visitors.buys(email, [dayAfter(2)])

  await desk.open(email)
  await eventually(async () => {
    await desk.page.reload()
    await desk.reads(/My days are wrong.*Magic Kingdom by email begins on/)
    return true
  })
  const extend = desk.page.getByRole('button', { name: /^Put right: Extend Magic Kingdom/ })
  const act = ((await extend.getAttribute('aria-label')) ?? '').replace('Put right: ', '')
  await desk.putRight(act, async (dialog) => {
    await dialog.getByLabel('First day').fill(todayIn(park.timezone))
    await dialog.getByLabel('Last day').fill(todayIn(park.timezone))
  })
  await desk.isGone(/My days are wrong/)
  expect(await reasonOf('billing', 'extend-pass')).toBe('The visitor called')
})

test('“I ordered, and nothing is on”: the link that the order waits for is mailed again', async () => {
  const { park, desk, reasonOf } = shift
  const email = aVisitor('waiting')
  const order = { email, parkId: park.id, dates: [dayAfter(0)], promoCode: 'FREEDAY' }
  expect((await client.send('POST', '/api/billing/activations', order)).status).toBe(202)

  await desk.open(email)
  await desk.reads(/I ordered, and nothing is on.*waits for the link in its mail/)
  const resend = desk.page.getByRole('button', { name: /^Put right: Resend link/ })
  await desk.putRight(((await resend.getAttribute('aria-label')) ?? '').replace('Put right: ', ''))
  expect(await reasonOf('billing', 'resend-confirmation')).toBe('The visitor called')
  const isLink = ({ text }: { text: string }) => text.includes('/confirm-alerts')
  await eventually(async () => (await client.messagesTo(email)).filter(isLink).length === 2)
})

test('“I forwarded a mail, and no more come”: its link was pressed, and the address is released', async () => {
  const { desk, visitors } = shift
  const { email, visitor, alert } = await visitors.isAlerted('forwarded', rides[2])
  await client.send('POST', `/sandbox/messages/${alert.id}/unsubscribe`, {})
  await eventually(async () => (await visitor.ways()).email.state === 'unsubscribed')

  await desk.open(email)
  await desk.reads(/No mail comes any more.*to whom a mail is forwarded can press its link.*Not sent: alerts/)
  await desk.putRight('Release the address')
  await desk.isGone(/No mail comes any more/)
  expect((await visitor.ways()).email.state).toBe('ok')
})

test('“My code was refused”: it is for texts, and a pass is given', async () => {
  const { desk, visitors, reasonOf } = shift
  const email = aVisitor('code-refused')
  await visitors.buys(email, [dayAfter(0)])

  await desk.open(email)
  await desk.page.getByLabel('Why was this promo code refused').fill('smsfree')
  await desk.page.getByRole('button', { name: 'Check' }).click()
  await desk.page.getByText('SMSFREE is not for email alerts').waitFor()
  await desk.act('Give a pass', async (dialog) => {
    await dialog.getByLabel('Park').selectOption({ label: 'Magic Kingdom' })
    await dialog.getByLabel('First day').fill(dayAfter(1))
    await dialog.getByLabel('Last day').fill(dayAfter(1))
  })
  expect(await reasonOf('billing', 'give-pass')).toBe('The visitor called')
  await desk.page.getByText('has its pass, $0').waitFor()
})

test('“I deleted my account”: nothing is kept, and a new sign-up whose mail is lost is confirmed by hand', async () => {
  const { park, office, admin, reasonOf } = shift
  const email = deleted.pop() ?? (await aDeletedVisitor())
  await office.find(email)
  await office.page.getByText(/A deleted account leaves nothing/).waitFor()
  const auth = createAuthClient(baseUrl)
  const signUp = { email, password: PASSWORD, options: { data: { full_name: 'Ada Visitor' } } }
  // An address is mailed once a minute, and was for its first account. A network has 60 sign-ups an hour, so the next try waits for some polls.
  await eventually(async () => {
    const { error } = await auth.signUp(signUp)
    if (error) await client.polls(park.id, 5)
    return error === null
  })
  await office.open(email)
  await office.reads(/Where is my account\?.*an admin confirms it by hand/)
  await office.putRight('Confirm the address')
  expect(await reasonOf('identity', 'confirm-address', admin)).toBe('The visitor called')
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
})
