import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTextLinks } from '../../channels/text-links.ts'
import { alerted, ordered } from '../../testing/dated-events.ts'
import { createMovesNotifier, NEW, OLD } from '../../testing/moved-accounts.ts'
import { aNumber, KEYS, linksFor } from '../../testing/notifier.ts'

/** The consents of numbers where the account of their alerts changes its address, and the texts that they allow. */

const notifier = await createMovesNotifier()
const { app, hear, clear, close } = notifier
const { before, change, after, changed, sayYes, listConsents, textsOf } = notifier
afterAll(close)
beforeEach(clear)

/** The phone of the test: a number may be asked only so often a day. */
let phone: string
const toPhone = () => ({ channel: 'sms', address: phone }) as const
beforeEach(() => {
  phone = aNumber()
})

const links = createTextLinks({ publicUrl: '', keys: KEYS })

describe('UserAddressChanged', () => {
  test('a text keeps its number, and its link opens the alerts of the new address', async () => {
    await hear(ordered(OLD, before, phone))
    await sayYes()
    await hear(alerted(OLD, before, { recipients: [toPhone()] }))

    await hear(changed())

    const [text] = await textsOf('alert')
    expect(text).toMatchObject({ address: phone, email: NEW })
    const link = links.urlOf(text!.id)
    const token = new URL(
      String((await app.inject({ url: link })).headers.location),
      'https://walkon.example',
    )
    expect(await linksFor('manage').open(token.searchParams.get('token') ?? '', new Date())).toMatchObject({
      email: NEW,
      knownAt: change,
    })
  })

  test('a number that has said YES is texted about the alerts of the new address, and is not asked again', async () => {
    await hear(ordered(OLD, before, phone))
    await sayYes()

    await hear(changed())
    await hear(ordered(NEW, after, phone), alerted(NEW, after, { recipients: [toPhone()] }))

    expect(await textsOf('alert')).toMatchObject([{ address: phone, email: NEW }])
    expect(await textsOf('notification')).toHaveLength(1)
  })

  test('a number that was asked before the change and says YES after it is texted about the new address', async () => {
    await hear(ordered(OLD, before, phone))

    await hear(changed())
    await sayYes()
    await hear(alerted(NEW, after, { recipients: [toPhone()] }))

    expect(await textsOf('alert')).toMatchObject([{ address: phone, email: NEW }])
  })

  test.for([OLD, NEW])(
    'a number that was confirmed for %s alone is confirmed where both named it',
    async (confirmed) => {
      await hear(ordered(confirmed, before, phone))
      await sayYes()
      await hear(ordered(confirmed === OLD ? NEW : OLD, before, phone))

      await hear(changed())

      expect(await listConsents()).toMatchObject([{ email: NEW, isConfirmed: true }])
    },
  )

  test('what another visitor of the old address agreed to after the change stays there', async () => {
    await hear(ordered(OLD, after, phone))

    await hear(changed())

    expect(await listConsents()).toMatchObject([{ email: OLD }])
  })
})
