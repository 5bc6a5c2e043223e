import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { anAddress, createTestBilling, NOON, TODAY, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({ ACTIVATION_MAILS_PER_CLIENT: '1000' })
const { askForLink, clock, confirm, parkId, passesOf } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const later = (hours: number) => billing.later(hours * 60)
const expire = () => billing.runJob('expire-orders')

describe('POST /activations/link', () => {
  const describeLink = (token: string) => billing.post('/activations/link', { token })

  test('200: says park, days and address, and turns nothing on', async () => {
    const email = anAddress()
    const token = await askForLink({ email, dates: [TODAY, TOMORROW] })

    const response = await describeLink(token)

    expect(response.json()).toEqual({ email, parkId, parkName: 'Magic Kingdom', dates: [TODAY, TOMORROW] })
    expect(await passesOf(email)).toEqual([])
  })

  test('200: leaves out the days that are over', async () => {
    const token = await askForLink({ dates: [TODAY, TOMORROW] })
    later(17)

    expect((await describeLink(token)).json()).toMatchObject({ dates: [TOMORROW] })
  })

  test('200: the link of active alerts says what it confirmed, however old it is', async () => {
    const token = await askForLink()
    await confirm(token)
    later(48)

    expect((await describeLink(token)).json()).toMatchObject({ dates: [TODAY] })
  })

  test('404: a link that we never sent is refused', async () => {
    expect((await describeLink('a'.repeat(43))).json()).toMatchObject({ code: 'confirmation-token-invalid' })
  })

  test('410: a link that is older than a day is refused, also once its order was given up', async () => {
    const token = await askForLink({ dates: ['2026-07-10'] })
    later(24)
    const before = await describeLink(token)
    await expire()

    expect(before.json()).toMatchObject({ status: 410, code: 'confirmation-token-expired' })
    expect((await describeLink(token)).json()).toMatchObject({ code: 'confirmation-token-expired' })
  })

  test('410: a link is refused when no day of its order is left', async () => {
    const token = await askForLink()
    later(17)

    expect((await describeLink(token)).json()).toMatchObject({ status: 410, code: 'dates-over' })
  })
})
