import { expect, test } from 'vitest'
import { anAlert, someAlerts } from '../testing/notifier.ts'
import { toAlertMail } from './alert-mail.ts'
import { fillAlertMail } from './filled-alert-mail.ts'
import type { Setting } from './mail.ts'

const site = { publicUrl: 'https://walkon.example', postalAddress: 'Walkon, 100 Example Street' }

const settingOf = (visitor: string, reference: string | null = '7K3F9QPM'): Setting => ({
  site,
  manageUrl: `https://walkon.example/manage-alerts?token=m-${visitor}`,
  leaving: { list: 'ride-alerts', url: `https://walkon.example/u/${visitor}?token=m-${visitor}` },
  stoppedBy: null,
  reference,
  now: new Date('2026-04-14T18:41:00Z'),
})

const observedAt = '2026-04-14T18:41:00Z'
const ride = anAlert({ rideName: 'Pirates & “Friends” <3', waitMinutes: 10, changedAt: observedAt })

function contentOf(overrides: Parameters<typeof someAlerts>[0] = {}) {
  const { email: _, recipients: __, ...content } = someAlerts({ observedAt, alerts: [ride], ...overrides })
  return { kind: 'ride-alerts' as const, ...content }
}

const first = contentOf()
test.for([
  ['the first visitor', first, settingOf('one')],
  [
    'another visitor of the reading',
    { ...first, subscriptionId: contentOf().subscriptionId },
    settingOf('two', 'A1B2C3D4'),
  ],
  ['a mail without a reference', first, settingOf('three', null)],
  ['another limit', contentOf({ ...first, alerts: [{ ...ride, thresholdMinutes: 45 }] }), settingOf('four')],
  ['another wait', contentOf({ ...first, alerts: [{ ...ride, waitMinutes: 5 }] }), settingOf('five')],
  ['other days', contentOf({ ...first, dates: ['2026-04-14', '2026-04-15'] }), settingOf('six')],
  ['another park', contentOf({ ...first, parkName: 'EPCOT' }), settingOf('seven')],
  [
    'several rides',
    contentOf({ ...first, alerts: [ride, anAlert({ rideName: 'Space' })] }),
    settingOf('eight'),
  ],
  ['another site', first, { ...settingOf('nine'), site: { ...site, publicUrl: 'https://other.example' } }],
] as const)('the mail of %s is as if it had been written for it alone', ([, content, setting]) => {
  expect(fillAlertMail(content, setting)).toEqual(toAlertMail(content, setting))
})

test('an alert mail without a way out is not written', () => {
  expect(() => fillAlertMail(contentOf(), { ...settingOf('one'), leaving: null })).toThrow('way out')
})
