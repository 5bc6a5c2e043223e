import type { Letter } from '@walkon/contracts/letter'
import type { TestAlert } from '../domain/content.ts'
import { toLetterMail } from './letter-mail.ts'
import type { MailText, Setting } from './mail.ts'
import { toText, type TextSetting } from './text-message.ts'

/** A test in the words of each channel. */

const TEST_LETTER: Letter = {
  kind: 'letter',
  name: 'test-alert',
  subject: 'Test alert: your emails arrive',
  preheader: 'This is only a test. No ride has a short wait because of it.',
  about: ['Test alert'],
  heading: 'This is a test alert',
  paragraphs: [
    'It came the way your ride alerts come, so they will arrive here too. No ride has a short wait because of it.',
  ],
  action: { label: 'Choose your rides', page: 'manage-alerts' },
  reason: 'You’re getting this because you asked for a test alert.',
  shortText: 'This is a test alert.',
  whenUnsubscribed: {
    subject: 'Test alert',
    heading: 'This is a test alert',
    paragraphs: ['You asked for this test before that.'],
    further: [],
  },
}

/** Writes the test mail, which can be left with one click, like an alert. */
export const toTestMail = (_content: TestAlert, setting: Setting): MailText =>
  toLetterMail(TEST_LETTER, setting)

export const toTestText = (_content: TestAlert, { url }: TextSetting): string =>
  toText('This is a test. Your ride alerts will arrive like this one. STOP ends texts.', url)
