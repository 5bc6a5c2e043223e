import { describe, expect, test } from 'vitest'
import type { DeliveryContent } from '../domain/content.ts'
import { aLetter } from '../testing/letters.ts'
import { anAlert, someAlerts } from '../testing/notifier.ts'
import type { Setting } from './mail.ts'
import { writeMail } from './words.ts'

const setting: Setting = {
  site: { publicUrl: 'https://walkon.example', postalAddress: 'Walkon, 100 Example Street' },
  manageUrl: 'https://walkon.example/manage-alerts?token=m',
  leaving: { list: 'ride-alerts', url: 'https://walkon.example/u/u' },
  stoppedBy: null,
  reference: '7K3F9QPM',
  now: new Date('2026-04-14T18:41:00Z'),
}

const { email: _, recipients: __, ...alerts } = someAlerts({ alerts: [anAlert()] })

/** One of each kind, null where the kind goes by no mail: a new kind does not compile without its mail. */
const MAILS: { [Of in DeliveryContent['kind']]: Extract<DeliveryContent, { kind: Of }> | null } = {
  'ride-alerts': { kind: 'ride-alerts', ...alerts, alerts: [anAlert()] },
  letter: aLetter(),
  'test-alert': { kind: 'test-alert' },
  'newsletter-issue': { kind: 'newsletter-issue', subject: 'Quiet hours', markdown: 'Come **early**.' },
  'number-question': null,
  'reply-answer': null,
}
const mails = Object.values(MAILS).filter((content) => content !== null)

describe.for(mails)('the foot of a mail of kind $kind', (content) => {
  test('ends with its reference, as words and no link', () => {
    const { html, text } = writeMail(content, setting)

    expect(text.trimEnd().split('\n').at(-1)).toBe('Ref. 7K3F-9QPM')
    expect(html).toContain('100 Example Street<br>Ref. 7K3F-9QPM</p>')
    expect(`${html}${text}`.match(/7K3F/g)).toHaveLength(2)
  })

  test('has no reference where an earlier release queued it without one', () => {
    const { html, text } = writeMail(content, { ...setting, reference: null })

    expect(`${html}${text}`).not.toContain('Ref.')
    expect(text.trimEnd().split('\n').at(-1)).toBe('Walkon, 100 Example Street')
  })
})

test.for(['unsubscribed', 'bounced', 'complained'] as const)(
  'a letter to an address that is %s has its reference too',
  (stoppedBy) => {
    const letter = aLetter({
      whenUnsubscribed: { subject: 'Waiting', heading: 'Waiting', paragraphs: ['Waiting.'], further: [] },
    })

    expect(writeMail(letter, { ...setting, stoppedBy }).text).toContain('Ref. 7K3F-9QPM')
  },
)
